//! Mails; their lines end by CR LF once written.

/// What mail programs and people who mean no good write.
pub const MAILS: &[(&str, &str)] = &[
    (
        "plain",
        "From: Sam Sales <sam@contoso.example>\nTo: pat@northwind.example, \"Olivia\" <olivia@northwind.example>\nCc: team: lena@northwind.example;\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= =?utf-8?b?w6k=?=\nDate: Sat, 11 Jul 2026 09:00:00 +0200\nMessage-ID: <a@contoso.example>\nIn-Reply-To: <b@northwind.example>\nReferences: <c@northwind.example>\n <b@northwind.example>\nReply-To: other@elsewhere.example\nAuthentication-Results: mx.northwind.example; dmarc=pass header.from=contoso.example\n\nA good price.\n\nOn Friday Pat wrote:\n> How much?\n> > Tell us.\n",
    ),
    (
        "parts",
        "From: sam@contoso.example\nSubject: parts\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"out\"\n\nnobody reads this\n--out\nContent-Type: multipart/alternative; boundary=in\n\n--in\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe =\nlonger\n--in\nContent-Type: text/html; charset=utf-8\n\n<p>Gr&uuml;&szlig;e</p>\n--in--\n--out\nContent-Type: application/pdf; name*0*=utf-8''%e2%82; name*1*=%ac.pdf\nContent-Disposition: attachment; filename=\"../offer.pdf\"\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQK\n--out\nContent-Type: message/rfc822\n\nFrom: pat@northwind.example\nSubject: inner\n\ninside\n--out--\n",
    ),
    (
        "html",
        "From: sam@contoso.example\nSubject: html\nContent-Type: text/html; charset=utf-8\n\n<html><head><style>.x{display:none}</style><title>t</title></head><body><div class=x style=\"font-size:0;color:#fff\">hidden</div><p>Price: <b>1,140</b><br>a&amp;b&#x41;&nbsp;c</p><ul><li>one<li>two</ul><table><tr><td>a<td>b</table><blockquote>quoted</blockquote><script>x()</script><!-- c --><a href=\"https://contoso.example\">here</a><pre> p\n q</pre></body></html>\n",
    ),
    (
        "odd",
        "From: a@b.example, c@d.example\nFrom: e@f.example\nstray line\nSubject: \u{202e}desrever\u{200b}\nDate: someday\nContent-Type: text/plain; charset=\"x-unknown\"\nContent-Transfer-Encoding: base64\n\n!!!notbase64\n",
    ),
    (
        "feigned",
        "From: =?utf-8?q?a=0D=0AReply-To:_b?= <a@b.example>\nSubject: =?utf-8?b?b25lCnR3bw==?=\nContent-Type: text/plain; name*=utf-8''a%0Ab%2Fc\n\ntext\n",
    ),
    (
        "unclosed",
        "From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=y\n\n--y\nContent-Type: application/ms-tnef; name=winmail.dat\n\nabc\n--x\n\ntext\n",
    ),
    (
        "japanese",
        "From: =?iso-2022-jp?B?GyRCRWw1fhsoQg==?= <a@b.example>\nSubject: =?iso-2022-jp?B?GyRCRWw1fhsoQg==?=\nContent-Type: text/plain; charset=iso-2022-jp\n\n\u{1b}$BEl5~\u{1b}(B\n",
    ),
];

/// Attributes of Outlook's envelope, as the target reads them.
pub fn envelopes() -> Vec<(&'static str, Vec<u8>)> {
    let property = |kind: u16, id: u16, value: &[u8]| {
        let length = u32::try_from(value.len()).unwrap_or_default().to_le_bytes();
        let fill = vec![0; value.len().next_multiple_of(4) - value.len()];
        [&kind.to_le_bytes()[..], &id.to_le_bytes(), &[1, 0, 0, 0], &length, value, &fill].concat()
    };
    let list = |one: Vec<u8>| [vec![0, 1, 0, 0, 0], one].concat();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let rtf = br"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\htmltag84 <b>}Net\~30\par\u8364?5 \'80\uc0\u-10179\u-8704}";
    let packed = [&[0, 0, 0, 0, 200, 0, 0, 0], b"MELA".as_slice(), &[0; 4], rtf].concat();
    let folded = [
        &[0x2d, 0, 0, 0, 0x2b, 0, 0, 0][..],
        b"LZFu\xf1\xc5\xc7\xa7\x03\0\x0a\0rcpg125B2\x0a\xf3 hel\x09\0 bw\x05\xb0ld}\x0a\x80\x0f\xa0",
    ]
    .concat();
    let file = [
        vec![2],
        b"\xfe\x03A.CSV\0\xfe\x04item;price".to_vec(),
        b"\xfe\x05\x01\0\0\0".to_vec(),
        property(0x1f, 0x3707, &wide("Angebot 2027.csv")),
    ]
    .concat();
    vec![
        ("text", list(property(0x1f, 0x1000, &wide("Price: 5")))),
        ("html", list(property(0x102, 0x1013, b"<p>Price: <b>5</b>"))),
        ("rich", list(property(0x102, 0x1009, &packed))),
        ("folded", list(property(0x102, 0x1009, &folded))),
        ("oldest", b"\x06\xe4\x04\0\0\xfe\x01Since 1996 \x80\0".to_vec()),
        ("file", file),
    ]
}
