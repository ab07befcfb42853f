//! A table is looked at, decided about, taken in, and offers stand beside it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use desk::Work;
use desk::view::{EntryBody, OfferView, ProblemCode, TableChoices};
use ground::Ground;

fn written(ground: &Ground, name: &str, text: &str) -> std::path::PathBuf {
    let path = ground.folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn offer(ground: &Ground, deal: &str) -> OfferView {
    let view = ground.desk.deal(deal).unwrap();
    let mut offers = view.timeline.into_iter().filter_map(|entry| match entry.body {
        EntryBody::Offer { offer, .. } => Some(offer),
        _ => None,
    });
    offers.next_back().unwrap()
}

#[tokio::test]
async fn an_offer_stands_beside_what_others_pay() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let line = offer(&ground, &deal).lines[0].clone();
    assert_eq!(offer(&ground, &deal).beside.lines[0].band, None);
    let sku = line.sku.clone().unwrap_or_default();
    let table = |price: &str| {
        format!(
            "SKU;Product;Unit;p25;Median;p75;Currency\n{sku};{};seat/month;80;90;{price};USD\nX;;;;;;\n",
            line.description
        )
    };
    // 1.100 can be eleven hundred or one and a tenth: nobody guesses.
    let asked = written(&ground, "asked.csv", &table("1.100"));
    let preview = ground.desk.preview_table(&asked, None, &Work::unwatched()).unwrap();
    assert_eq!((preview.taken, preview.left_out, preview.remembered), (0, 2, false));
    assert_eq!(
        (preview.ask_style.as_slice(), preview.choices.style.as_str()),
        (&["1.100".to_owned()][..], "")
    );
    let unsaid = ground.desk.import_benchmarks(&asked, &preview.choices, &Work::unwatched()).unwrap_err();
    assert_eq!((unsaid.code, unsaid.facts["path"].as_str()), (ProblemCode::FormInvalid, "style"));
    let comma = TableChoices { style: "comma".to_owned(), ..preview.choices };
    let import = ground.desk.import_benchmarks(&asked, &comma, &Work::unwatched()).unwrap();
    assert_eq!(import.rows[0].points[2].price, "1100");
    // What was decided is remembered for the next table with these columns.
    let next = written(&ground, "next.csv", &table("1.100"));
    let preview = ground.desk.preview_table(&next, None, &Work::unwatched()).unwrap();
    assert!(preview.remembered && preview.ask_style.is_empty() && preview.taken == 1);
    // 1,140 a year beside 80, 90 and 1,100 a month.
    let band = offer(&ground, &deal).beside.lines[0].band.clone().unwrap();
    assert_eq!((band.price.as_str(), band.points[1].price.as_str()), ("1140", "1080"));
    assert_eq!((band.position.as_str(), band.from_median_percent.as_deref()), ("about", Some("5.6")));
    assert_eq!(offer(&ground, &deal).beside.lines[0].traps, ["unit_converted"]);
    assert_eq!(offer(&ground, &deal).beside.target.unwrap().by, "45000");
    ground.desk.forget_benchmarks(&import.id).unwrap();
    assert_eq!(offer(&ground, &deal).beside.lines[0].band, None);
    assert!(ground.desk.forget_benchmarks(&import.id).is_err());
    assert!(ground.desk.preview_table(&written(&ground, "no.xlsx", "PK"), None, &Work::unwatched()).is_err());
    // Proposals are inside the mandate, and each passes the review as it stands.
    let proposals = ground.desk.proposals(&session).unwrap();
    assert!(!proposals.is_empty());
    for proposal in proposals {
        let form = desk::view::AnswerForm::Counter { form: proposal.form.clone() };
        let review = ground.review(&session, &form);
        assert!(review.guard.iter().all(|finding| !finding.blocks), "{}", proposal.strategy);
        assert!(!proposal.reasons.is_empty() && proposal.text.contains(&proposal.annual_total));
    }
}
