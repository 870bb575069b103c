//! Random rules in the normal form: every kernel against the plain loop, and what is proved against the checker.

use super::*;

/// A rule of the normal form, without going through the language.
fn random_form() -> impl Strategy<Value = Form> {
    let piece = prop_oneof![
        2 => (1..9u64).prop_map(|take| Piece::new(take, Left::One { take })),
        4 => (0..9u64, 0..3u64, 0..3u64).prop_map(|(take, least, apart)| {
            let take = take.max(u64::from(least == 0));
            Piece::new(take, Left::Two { take, least, apart })
        }),
        1 => (1..9u64).prop_map(|n| Piece { until: Some(n + 2), ..Piece::new(n, Left::Nothing) }),
        1 => (4..9u64, 0..4u64).prop_map(|(take, b)| Piece { adjacent: vec![b], ..Piece::new(take, Left::One { take }) }),
    ];
    proptest::collection::vec(piece, 1..5).prop_map(|pieces| Form { first: 0, pieces })
}

proptest! {
    #![proptest_config(config(40))]

    /// The kernels against the plain loop.
    #[test]
    fn kernels_agree(form in random_form()) {
        kernels(&form, 700);
    }
}

fn kernels(form: &Form, count: u64) {
    assert!(form.is_sound());
    let mut fast = Sequence::without_period(form.clone());
    fast.extend(count, &Meter::new(Budget { time: None, ..Budget::default() })).expect("within the budget");
    let values: Vec<u64> = (0..count).map(|n| fast.known(n).expect("computed")).collect();
    assert_eq!(values, plain_values(form, count), "{form:?}");
    let mut proved = Sequence::new(form.clone());
    proved.extend(count, &Meter::new(Budget { time: None, ..Budget::default() })).expect("within the budget");
    let values: Vec<u64> = (0..count).map(|n| proved.known(n).expect("known")).collect();
    assert_eq!(values, plain_values(form, count), "with its period: {form:?} {:?}", proved.proof());
}

/// Every kernel gives the same values of so many random forms.
pub(crate) fn random_forms_agree(random: &impl Strategy<Value = Form>, forms: u32, values: u64) {
    let mut runner = proptest::test_runner::TestRunner::new(config(forms));
    runner
        .run(random, |form| {
            kernels(&form, values);
            Ok(())
        })
        .expect("all agree");
}

#[test]
#[ignore = "takes long"]
fn a_thousand_forms_agree() {
    random_forms_agree(&random_form(), 1000, 900);
}

/// Piles large enough for every kernel.
#[test]
#[ignore = "takes long"]
fn long_forms_agree() {
    random_forms_agree(&random_form(), 60, 7000);
}

/// Rules whose values may grow: three piles, or any number taken, with other moves, heaps and exceptions beside them.
fn growing_form() -> impl Strategy<Value = Form> {
    let code = (0..4u8, proptest::collection::vec(0..16u8, 1..5))
        .prop_map(|(before, digits)| Form::of_code([0, 0, 4, 8][before as usize], &digits));
    let left = (0..7u8, 0..5u64, 0..4u64, 0..3u64).prop_map(|(kind, take, least, apart)| {
        let some = take.max(u64::from(least == 0));
        match kind {
            0 => Left::One { take: take.max(1) },
            1 => Left::Nothing,
            2 => Left::Two { take: some, least, apart },
            3 | 4 => Left::Below { take: take.max(1), least },
            _ => Left::Three { take: some, least },
        }
    });
    let heap = prop_oneof![4 => Just(0), 1 => 0..6u64];
    let piece = (left, 0..7u64, heap, prop_oneof![5 => Just(None), 1 => (0..6u64).prop_map(Some)]).prop_map(
        |(left, late, heap, length)| {
            let from = left.take().unwrap_or(0) + late;
            let adjacent = if late == 6 { vec![5] } else { vec![] };
            Piece { until: length.map(|l| from + l), heap, adjacent, ..Piece::new(from, left) }
        },
    );
    let pieces = proptest::collection::vec(piece, 1..6).prop_map(|pieces| Form { first: 0, pieces });
    prop_oneof![code, pieces]
}

/// What the solver proves, the checker accepts.
fn certificates_are_accepted(forms: u32) {
    let mut runner = proptest::test_runner::TestRunner::new(config(forms));
    runner
        .run(&growing_form(), |form| {
            let mut sequence = Sequence::new(form.clone());
            sequence
                .extend(400, &Meter::new(Budget { time: None, ..Budget::default() }))
                .expect("within the budget");
            if sequence.proof().is_some() {
                let line = certificate_of(&sequence, "G(n)").expect("a certificate").line();
                assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{form:?}\n{line}");
            }
            Ok(())
        })
        .expect("all are accepted");
}

/// How much is taken at least where any pile may be left is no matter of the bound for splits.
#[test]
fn a_certificate_of_bounded_values_is_accepted() {
    let three = Piece { from: 2, ..Piece::new(1, Left::Three { take: 1, least: 0 }) };
    let any = Piece { heap: 4, ..Piece::new(0, Left::Below { take: 2, least: 2 }) };
    let mut sequence = Sequence::new(Form { first: 0, pieces: vec![three, any] });
    sequence.extend(400, &Meter::new(Budget { time: None, ..Budget::default() })).expect("within the budget");
    let line = certificate_of(&sequence, "G(n)").expect("a certificate").line();
    assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{line}");
}

#[test]
fn forms_with_values_that_grow_agree() {
    random_forms_agree(&growing_form(), 60, 200);
    certificates_are_accepted(60);
}

#[test]
#[ignore = "takes long"]
fn a_thousand_forms_with_values_that_grow_agree() {
    random_forms_agree(&growing_form(), 1000, 250);
    certificates_are_accepted(1000);
}

/// The kernel for finite subtraction sets against the definition.
#[test]
fn subtraction_sets_agree() {
    let mut runner = proptest::test_runner::TestRunner::new(config(150));
    runner
        .run(&proptest::collection::btree_set(1..40u64, 1..9), |set| {
            let form = Form::of_set(&set.into_iter().collect::<Vec<_>>());
            kernels(&form, 500);
            Ok(())
        })
        .expect("all agree");
}
