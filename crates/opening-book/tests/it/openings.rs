//! The names of openings.

use opening_book::{Opening, Openings};

fn openings() -> Openings {
    let opening = |code, name, position: &str| Opening { code, name, position: position.into() };
    let list = vec![
        opening("A00", "Side Opening", "a w 1"),
        opening("A01", "Middle Opening", "e w 1"),
        opening("A02", "Middle Opening: Late", "e w 9"),
        opening("A02", "Middle Opening: Second", "ee b 2"),
    ];
    Openings::new(list, without_number)
}

fn without_number(position: &str) -> String {
    position.rsplit_once(' ').map_or(position, |(essence, _)| essence).into()
}

#[test]
fn a_position_has_a_name_whatever_its_numbers_are() {
    let openings = openings();
    let name = |position| openings.at(position).map(ToString::to_string);
    assert_eq!(name("e w 7").as_deref(), Some("A01 Middle Opening"));
    assert_eq!(name("e b 1"), None);
    assert_eq!(name(""), None);
}

#[test]
fn openings_are_found_by_code_and_by_a_part_of_the_name() {
    let openings = openings();
    let found = |text| openings.matching(text).map(|it| it.position.clone()).collect::<Vec<_>>();
    assert_eq!(found("a02"), ["e w 9", "ee b 2"]);
    assert_eq!(found("SIDE"), ["a w 1"]);
    assert_eq!(found("A0"), Vec::<String>::new());
}
