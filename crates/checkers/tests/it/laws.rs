use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, with_variant};
use game_conformance::{Effort, obey_the_laws, payoffs_cancel};

use crate::support::deep;

struct Laws;

impl VariantVisitor for Laws {
    type Output = ();

    fn visit<V: Variant>(self) {
        let effort = if deep() { Effort::THOROUGH } else { Effort::QUICK };
        obey_the_laws(&Checkers::<V>::new(), effort);
        payoffs_cancel(&Checkers::<V>::new(), effort);
    }
}

#[test]
fn all_variants_obey_the_laws() {
    for variant in VARIANTS {
        with_variant(variant.name, Laws).unwrap();
    }
}
