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
