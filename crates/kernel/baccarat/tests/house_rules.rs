//! The six built-in documents against the table of facts they implement, and documents that are wrong.

use money::Rounding;
use punto_baccarat::rules::{InterruptedRound, Leaving, OddsShown, RoadWindow};
use punto_baccarat::{Burn, HouseRules, ShoeEnd, Spot};

fn rules(id: &str) -> &'static HouseRules {
    HouseRules::builtin(id).expect("a built-in document")
}

/// `spot odds/odds` of every spot, in layout order.
fn layout(id: &str) -> String {
    let spot = |s: &punto_baccarat::SpotRules| {
        let odds: Vec<_> = s.paytable.pays.iter().map(|p| format!("{}={}", p.when, p.odds)).collect();
        let push: Vec<_> = s.paytable.push.iter().map(|f| format!("{f}=push")).collect();
        format!("{}: {}", s.spot.id(), [push, odds].concat().join(", "))
    };
    rules(id).spots.iter().map(spot).collect::<Vec<_>>().join("\n")
}

const PLAYER: &str = "player: tie=push, player_wins=1\n";
const COMMISSION: &str = "banker: tie=push, banker_wins=0.95\n";
const TIE: &str = "tie: tie=8";
const PAIRS: &str = "\nplayer_pair: player_pair=11\nbanker_pair: banker_pair=11";
const BIG_SMALL: &str = "\nbig: five_cards=0.5, six_cards=0.5\nsmall: four_cards=1.5";

#[test]
fn every_document_has_its_layout() {
    let half_on_6 = "banker: tie=push, banker_wins banker_total_6=0.5, banker_wins=1\n";
    let lucky = "\nlucky_6: banker_wins banker_total_6 banker_two_cards=12, \
                 banker_wins banker_total_6 banker_three_cards=20";
    for (id, expected) in [
        ("live-commission", [PLAYER, COMMISSION, TIE, PAIRS, BIG_SMALL].concat()),
        ("live-no-commission", [PLAYER, half_on_6, TIE, PAIRS, BIG_SMALL].concat()),
        ("live-pairs", [PLAYER, COMMISSION, TIE, PAIRS].concat()),
        ("gold-card", [PLAYER, COMMISSION, TIE, PAIRS, lucky].concat()),
        ("sixty-round", [PLAYER, COMMISSION, TIE, PAIRS, BIG_SMALL].concat()),
        ("three-bet", [PLAYER, COMMISSION, TIE].concat()),
    ] {
        assert_eq!(layout(id), expected, "{id}");
    }
}

#[test]
fn facts_of_single_documents() {
    assert_eq!(rules("gold-card").source("spots.lucky_6"), Some("trade practice"));
    assert_eq!(rules("gold-card").source("burn"), Some("002"));
    assert_eq!(rules("three-bet").source("decks"), Some("trade practice"));
    let bonus = rules("three-bet").bonus_money.unwrap();
    assert_eq!((bonus.stake_share, bonus.win_chance), ((1, 2), (9, 10)), "document 004");
    let maximum = |spot| rules("sixty-round").spot(spot).unwrap().limit(2).maximum.unwrap().minor();
    assert_eq!(
        [Spot::Banker, Spot::Player, Spot::Tie, Spot::PlayerPair, Spot::BankerPair, Spot::Big, Spot::Small]
            .map(maximum),
        [18_500_000, 18_500_000, 7_500_000, 6_000_000, 6_000_000, 37_500_000, 30_000_000],
        "document 003"
    );
}

#[test]
fn every_column_of_the_table_of_house_rules() {
    let trade_cut = ShoeEnd::CutCard { from_end: 14, more_rounds: 1 };
    let gold_cut = ShoeEnd::CutCard { from_end: 156, more_rounds: 0 };
    let (none, first, sixty) = (Burn::None, Burn::FirstCard { zero_card: 10 }, ShoeEnd::Rounds(60));
    let (stand, release) = (Leaving::WagersStand, Leaving::WagersReleased);
    let (to_one, with_stake) = (OddsShown::ToOne, OddsShown::WithStake);
    let (scroll, clear) = (RoadWindow::Scroll, RoadWindow::Clear);
    //  id, document, burn, shoe end, opposing, leaving, ante, odds shown, window, big/small closed from
    for (id, document, burn, end, opposing, leaving, ante, shown, window, closed) in [
        ("live-commission", "000", first, trade_cut, true, stand, false, to_one, scroll, Some(32)),
        ("live-no-commission", "000", first, trade_cut, true, stand, false, to_one, scroll, Some(32)),
        ("live-pairs", "001", first, trade_cut, true, stand, false, to_one, scroll, None),
        ("gold-card", "002", Burn::Cards(8), gold_cut, true, release, false, with_stake, clear, None),
        ("sixty-round", "003", none, sixty, false, stand, true, with_stake, scroll, Some(30)),
        ("three-bet", "004", none, trade_cut, true, stand, false, to_one, scroll, None),
    ] {
        let r = rules(id);
        assert_eq!(r.document.as_deref(), Some(document), "{id}");
        assert_eq!((r.decks, r.burn, r.shoe_end), (8, burn, end), "{id}");
        assert_eq!((r.opposing_sides, r.leaving, r.entry_ante), (opposing, leaving, ante), "{id}");
        assert_eq!(r.interrupted_round, InterruptedRound::Finish, "{id}");
        assert_eq!((r.odds_shown, r.road_window, r.rounding), (shown, window, Rounding::Down), "{id}");
        assert_eq!(r.bonus_money.is_some(), id == "three-bet", "{id}");
        for spot in &r.spots {
            let expected = if matches!(spot.spot, Spot::Big | Spot::Small) { closed } else { None };
            assert_eq!(spot.closed_from_round, expected, "{id} {}", spot.spot);
            assert_eq!(spot.maximum.is_some(), id == "sixty-round", "{id} {}", spot.spot);
        }
    }
    assert_eq!(HouseRules::BUILTIN.map(|id| rules(id).id.as_str()), HouseRules::BUILTIN);
}

/// What the built-in commission rules say after one change.
fn errors_after(from: &str, to: &str) -> Vec<String> {
    let text = HouseRules::builtin_text("live-commission").expect("a built-in document");
    assert!(text.contains(from), "{from:?} is not in the document");
    let error = text.replacen(from, to, 1).parse::<HouseRules>().expect_err("a faulty document");
    error.0.iter().map(ToString::to_string).collect()
}

#[test]
fn an_error_names_its_line_and_field() {
    let line_of = |needle: &str| {
        let text = HouseRules::builtin_text("live-commission").unwrap();
        text.lines().position(|line| line.contains(needle)).unwrap() + 1
    };
    let (count, odds, closed) = ("count = 8", "odds = \"0.95\"", "closed_from_round = 32");
    for (from, to, line, expected) in [
        (count, "count = 0", count, "decks.count: expected a whole number from 1 to 32"),
        (count, "count = \"eight\"", count, "decks.count: expected a whole number"),
        (count, "kount = 8", count, "decks.kount: unknown field; here may stand count"),
        ("kind = \"cut_card\"", "kind = \"cut\"", "kind = \"cut_card\"", "\"cut_card\" or \"rounds\""),
        ("from_end = 14", "from_end = 410", "[shoe_end]", "hold 416"),
        (odds, "odds = \"-1\"", odds, "spots.banker.pays: odds: odds are written as"),
        ("banker_wins", "banker_won", odds, "\"banker_won\" is not a fact"),
        ("[spots.tie]", "[spots.draw]", "[spots.tie]", "spots.draw: is no spot; there are player, banker"),
        ("rounding = \"down\"", "rounding = \"near\"", "rounding =", "\"down\" or \"up\" or \"half_up\""),
        ("id = \"live-commission\"", "id = \"Live!\"", "id =", "id: expected 1 to 40 of a-z"),
        (closed, "maximum = 0", closed, "spots.big.maximum: nothing could be"),
        (closed, "minimum = 2.5\nmaximum = 2", closed, "spots.big.minimum: expected an amount"),
        (
            closed,
            "minimum = \"2.5\"\nmaximum = 2",
            closed,
            "spots.big.minimum: 2.5 is more than the maximum 2",
        ),
        ("version = 2", "version = [", "version =", "line 4"),
    ] {
        let errors = errors_after(from, to);
        let prefix = format!("line {}: ", line_of(line));
        assert!(
            errors.iter().any(|e| e.contains(expected) && (expected == "line 4" || e.starts_with(&prefix))),
            "{to}: {errors:?}"
        );
    }
}

#[test]
fn a_document_may_name_a_paytable_of_the_catalogue() {
    let text = HouseRules::builtin_text("three-bet").unwrap();
    let named = text.replace("pays = [{ when = \"tie\", odds = \"8\" }]", "paytable = \"9\"");
    let tie = named.parse::<HouseRules>().unwrap().spot(Spot::Tie).unwrap().paytable.clone();
    assert_eq!(tie.odds().map(|odds| odds.to_string()).collect::<Vec<_>>(), ["9"]);
    let unknown = named.replace("paytable = \"9\"", "paytable = \"10\"").parse::<HouseRules>().unwrap_err();
    assert!(unknown.to_string().contains("for tie there are \"8\", \"9\""), "{unknown}");
    let both =
        text.replace("[spots.tie]", "[spots.tie]\npaytable = \"9\"").parse::<HouseRules>().unwrap_err();
    assert!(both.to_string().contains("spots.tie.pays: unknown field"), "{both}");
}

#[test]
fn the_odds_of_a_layout_are_bounded_together() {
    let text = HouseRules::builtin_text("live-commission").unwrap();
    let steep = text.replace("\"11\"", "\"299\"").replace("\"8\"", "\"290\"");
    assert!(steep.parse::<HouseRules>().is_ok(), "600 + 291 + 2 + 2 + 2 + 3 = 900");
    let steeper = steep.replace("\"290\"", "\"291\"").parse::<HouseRules>().unwrap_err();
    assert!(steeper.to_string().contains("spots: pay up to 901 times"), "{steeper}");
}

#[test]
fn all_errors_are_reported() {
    let text = HouseRules::builtin_text("live-commission").unwrap();
    let text =
        text.replace("count = 8", "count = 99").replace("\"scroll\"", "\"jump\"").replace("id =", "ident =");
    let errors = text.parse::<HouseRules>().unwrap_err().0;
    let fields: Vec<_> = errors.iter().map(|e| e.field.as_str()).collect();
    for field in ["id", "ident", "decks.count", "roads.window"] {
        assert!(fields.contains(&field), "{field} in {fields:?}");
    }
}

#[test]
fn an_empty_document_names_every_missing_table() {
    let errors = "".parse::<HouseRules>().unwrap_err().0;
    assert!(errors.len() >= 11 && errors.iter().all(|e| e.line == 1), "{errors:?}");
}

#[test]
fn an_interrupted_round_ends_as_the_document_says_and_is_finished_when_it_says_nothing() {
    let text = include_str!("../rules/live-pairs.toml");
    let line = text.lines().find(|line| line.starts_with("interrupted_round")).expect("the line is there");
    let (finish, void) = (InterruptedRound::Finish, InterruptedRound::Void);
    for (written, policy) in [("", finish), ("interrupted_round = \"void\"", void)] {
        let rules: HouseRules = text.replace(line, written).parse().expect("it is a document");
        assert_eq!(rules.interrupted_round, policy, "{written:?}");
    }
    let wrong = text.replace(line, "interrupted_round = \"resume\"").parse::<HouseRules>().unwrap_err();
    let errors: Vec<_> = wrong.0.iter().map(|error| (error.field.as_str(), error.message.as_str())).collect();
    assert_eq!(errors, [("conduct.interrupted_round", "expected \"finish\" or \"void\"")]);
}
