//! Every run ends and no budget is exceeded, whatever planner and judge say.

use crate::workspaces::norms::machine::{
    Code, LLM_CALLS, Machine, Move, PLANS, QUESTIONS, STEPS, Status, Strategy, Verdict, fingerprint,
};

const NOW: &str = "2026-01-01T00:00:00.000Z";
/// More moves than any run may take.
const ENDLESS: u32 = 1_000;

/// A small generator, so that every run of the test is the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(sides)).unwrap()
    }
}

/// One run: how many moves, and where it ended.
fn play(seed: u64) -> (u32, Machine) {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03);
    let mut machine = Machine::fresh(NOW);
    let (mut evidence, mut moves) = (0_usize, 0);
    while machine.status.runs() || machine.status == Status::AwaitingUser {
        let step = match machine.status {
            // Few fingerprints: plans repeat often.
            Status::Planning => Move::Planned(format!("p{}", dice.roll(3)), dice.roll(12), evidence),
            Status::Executing if dice.roll(5) == 0 => Move::Asks,
            Status::Executing => {
                evidence += usize::try_from(dice.roll(2)).unwrap();
                Move::Executed
            }
            Status::Judging => {
                let verdicts = [
                    Verdict::Continue,
                    Verdict::Replan,
                    Verdict::Replan,
                    Verdict::Continue,
                    Verdict::Finalize,
                    Verdict::HumanReview,
                ];
                let codes = [
                    Code::Ok,
                    Code::AmbiguousInfo,
                    Code::InfoNotFound,
                    Code::TextFoundButIrrelevant,
                    Code::ImageQualityLow,
                    Code::NoImagesProvided,
                ];
                // Most judges never want to end.
                let sides = if seed.is_multiple_of(3) { 6 } else { 4 };
                let verdict = verdicts[usize::try_from(dice.roll(sides)).unwrap()];
                Move::Judged(
                    verdict,
                    codes[usize::try_from(dice.roll(6)).unwrap()],
                    dice.roll(2) == 1,
                    dice.roll(40) == 0,
                )
            }
            Status::Finalizing => Move::Finalized(dice.roll(2) == 0),
            _ => Move::Answered,
        };
        let before = machine.measure();
        let next = machine.after(&step).unwrap_or_else(|_| panic!("seed {seed}: {step:?} at {machine:?}"));
        let falls = next.measure() < before;
        // What does not lower the measure leads on: executed steps are judged, judged ones end or lower it, plans lower it.
        let leads = matches!(step, Move::Judged(..) | Move::Answered | Move::Finalized(_));
        assert!(falls || leads, "seed {seed}: {step:?} {before:?} → {:?}", next.measure());
        machine = next;
        moves += 1;
        assert!(moves < ENDLESS, "seed {seed} does not end");
    }
    (moves, machine)
}

#[test]
fn ten_thousand_random_judges_all_end_within_the_budget() {
    let mut longest = 0;
    let (mut completed, mut reviews, mut loops) = (0, 0, 0);
    for seed in 0..10_000 {
        let (moves, machine) = play(seed);
        longest = longest.max(moves);
        assert!(machine.budget.visits <= PLANS * STEPS, "seed {seed}: {} visits", machine.budget.visits);
        assert!(machine.seen.len() <= PLANS as usize, "seed {seed}");
        assert!(machine.budget.questions_left <= QUESTIONS && machine.budget.llm_calls_left <= LLM_CALLS);
        match machine.status {
            Status::Completed => completed += 1,
            Status::HumanReview => reviews += 1,
            other => panic!("seed {seed} ended at {other:?}"),
        }
        loops += u32::from(machine.looped);
    }
    // The simulation reaches every kind of end.
    assert!(completed > 1_000 && reviews > 500 && loops > 20, "{completed} {reviews} {loops}, longest {longest}");
}

#[test]
fn a_repeated_plan_forces_another_strategy_and_then_an_end() {
    let mut machine = Machine::fresh(NOW);
    let plan = |evidence| Move::Planned("same".to_owned(), 1, evidence);
    machine = machine.after(&plan(0)).unwrap().after(&Move::Executed).unwrap();
    machine = machine.after(&Move::Judged(Verdict::Replan, Code::InfoNotFound, false, false)).unwrap();
    assert_eq!(machine.strategy, Some(Strategy::ChangeKeywords), "code chooses the strategy");
    let again = machine.after(&plan(0)).unwrap();
    assert_eq!((again.status, again.strategy), (Status::Planning, Some(Strategy::RefineAndRestrictSearch)));
    // New evidence makes the same plan a new one.
    assert_eq!(machine.after(&plan(1)).unwrap().status, Status::Executing);
    let third = again.after(&plan(0)).unwrap();
    let fourth = third.after(&plan(0)).unwrap();
    assert_eq!((fourth.status, fourth.looped), (Status::HumanReview, true));
    assert_eq!(third.after(&plan(0)).unwrap().budget.plans_left, 0);
}

#[test]
fn continue_without_steps_is_another_plan_and_without_plans_an_end() {
    let mut machine = Machine::fresh(NOW);
    for number in 0..PLANS {
        machine = machine.after(&Move::Planned(format!("p{number}"), 1, 0)).unwrap().after(&Move::Executed).unwrap();
        machine = machine.after(&Move::Judged(Verdict::Continue, Code::Ok, true, false)).unwrap();
    }
    assert_eq!((machine.status, machine.partial), (Status::Finalizing, true));
}

#[test]
fn time_that_is_up_ends_the_run() {
    let machine = Machine::fresh(NOW).after(&Move::Planned("p".into(), 3, 0)).unwrap().after(&Move::Executed).unwrap();
    let late = |evidence| machine.after(&Move::Judged(Verdict::Continue, Code::Ok, evidence, true)).unwrap().status;
    assert_eq!((late(true), late(false)), (Status::Finalizing, Status::HumanReview));
}

#[test]
fn a_fingerprint_minds_no_order_of_words() {
    let step = |words: &[&str]| {
        vec![(
            "search".to_owned(),
            words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(),
            vec!["ru.a".to_owned()],
        )]
    };
    assert_eq!(fingerprint(&step(&["б", "а", "а"])), fingerprint(&step(&["а", "б"])));
    assert_ne!(fingerprint(&step(&["а"])), fingerprint(&step(&["б"])));
}
