//! Ten thousand random sequences of moves: what always holds.

use crate::workspaces::trial::machine::{Checked, EXTENSION, Machine, Move, Order, Phase, Refused, Role};

/// A small generator with a fixed seed (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % most
    }

    fn yes(&mut self) -> bool {
        self.next(2) == 0
    }

    /// Mostly what fits, sometimes anything.
    fn step(&mut self, machine: &Machine, order: Order) -> Move {
        if self.next(5) == 0 {
            return match self.next(13) {
                0 => Move::Intake,
                1 => Move::Stipulated,
                2 => Move::Edit,
                3 => Move::Confirm(self.next(3) as usize),
                4 => Move::Spoke { violation: self.yes(), questions: self.yes() },
                5 => Move::Verified(Checked::Fails),
                6 => Move::Summarized,
                7 => Move::Steer { patch: self.yes() },
                8 => Move::Skip,
                9 => Move::Extend { patch: self.yes() },
                10 => Move::Finalize,
                11 => Move::Abandon,
                _ => Move::Reported,
            };
        }
        match (machine.phase, machine.role(order)) {
            (Phase::FactsIntake, _) => Move::Intake,
            (Phase::FactsStipulate, _) => Move::Stipulated,
            (Phase::FactsReview, _) if self.next(4) == 0 => Move::Edit,
            (Phase::FactsReview, _) => Move::Confirm(self.next(4) as usize),
            (Phase::Round, Some(Role::Verifier)) => match self.next(3) {
                0 => Move::Verified(Checked::Passes),
                1 => Move::Verified(Checked::Fails),
                _ => Move::Verified(Checked::Unavailable),
            },
            (Phase::Round, Some(Role::Summarize)) => Move::Summarized,
            (Phase::Round, _) => Move::Spoke { violation: self.next(3) == 0, questions: self.yes() },
            (Phase::UserGate, _) if self.next(4) == 0 => Move::Skip,
            (Phase::UserGate, _) => Move::Steer { patch: self.next(3) == 0 },
            (Phase::EndGate, _) => match self.next(4) {
                0 => Move::Abandon,
                1 => Move::Finalize,
                _ => Move::Extend { patch: self.next(3) == 0 },
            },
            (Phase::Report, _) => Move::Reported,
            (Phase::Done | Phase::Closed, _) => Move::Skip,
        }
    }
}

fn moves() -> Vec<Move> {
    vec![
        Move::Intake,
        Move::Stipulated,
        Move::Confirm(1),
        Move::Spoke { violation: false, questions: false },
        Move::Verified(Checked::Passes),
        Move::Summarized,
        Move::Steer { patch: false },
        Move::Finalize,
        Move::Reported,
    ]
}

#[test]
fn ten_thousand_random_sessions_keep_the_invariants() {
    let mut dice = Dice(7);
    let mut ended = 0;
    let mut extended = 0;
    for _ in 0..10_000 {
        let order = Order { criminal: dice.yes(), seed_literal: dice.yes() };
        let mut machine = Machine::default();
        let mut spoken: Vec<(u8, Role)> = Vec::new();
        let mut rewrites = 0;
        for _ in 0..120 {
            let step = dice.step(&machine, order);
            let role = machine.role(order);
            let Ok(next) = machine.after(order, step) else { continue };
            // Rounds, versions and the extension never go back.
            assert!(next.round >= machine.round && next.round <= EXTENSION);
            assert!(next.facts_version >= machine.facts_version && next.steering_version >= machine.steering_version);
            assert!(next.ext_used >= machine.ext_used);
            assert!(next.round < EXTENSION || next.ext_used);
            assert!(next.round == machine.round || next.round > machine.round && next.step == 0 && !next.rewriting);
            // A round begins on confirmed facts only.
            assert!(next.phase != Phase::Round || next.facts_version >= 1);
            // The phase falls back by an edit or a patch only.
            if machine.phase == Phase::FactsReview && next.phase == Phase::FactsStipulate {
                assert_eq!(step, Move::Edit);
            }
            if matches!(machine.phase, Phase::UserGate | Phase::EndGate) && next.phase == Phase::FactsStipulate {
                assert!(matches!(step, Move::Steer { patch: true } | Move::Extend { patch: true }));
                assert_eq!(next.return_to, if machine.phase == Phase::EndGate { EXTENSION } else { machine.round + 1 });
            }
            // A role speaks at most twice before the next one.
            if next.rewriting {
                rewrites += 1;
                assert!(!machine.rewriting && next.step == machine.step, "one rewrite");
            } else {
                rewrites = 0;
            }
            assert!(rewrites <= 1);
            if let (Some(role), Move::Spoke { .. }, false) = (role, step, next.rewriting) {
                spoken.push((machine.round, role));
            }
            // From anywhere but an end there is a way on.
            if !matches!(next.phase, Phase::Done | Phase::Closed) {
                assert!(moves().iter().any(|step| next.after(order, *step).is_ok()), "stuck: {next:?}");
            }
            machine = next;
            if matches!(machine.phase, Phase::UserGate | Phase::EndGate) {
                let turns = |role: Role| spoken.iter().filter(|one| **one == (machine.round, role)).count();
                assert_eq!(turns(Role::Claimant), turns(Role::Opposing), "equal turns");
                assert!((1..=2).contains(&turns(Role::Judge)));
            }
            if matches!(machine.phase, Phase::Done | Phase::Closed) {
                ended += 1;
                assert!(machine.round >= 3);
                break;
            }
        }
        extended += u32::from(machine.ext_used);
    }
    assert!(ended > 8_000 && extended > 2_000, "{ended} {extended}");
}

#[test]
fn orders_of_the_roles() {
    let civil = Order { criminal: false, seed_literal: false };
    let criminal = Order { criminal: true, seed_literal: false };
    let literal = Order { criminal: true, seed_literal: true };
    let speak = |order: Order, round, asked| -> Vec<Role> {
        order
            .roles(round, asked)
            .into_iter()
            .filter(|role| !matches!(role, Role::Recommend | Role::Verifier | Role::Summarize))
            .collect()
    };
    assert_eq!(speak(civil, 3, false), [Role::Claimant, Role::Opposing, Role::Judge]);
    assert_eq!(speak(civil, 2, true), [Role::Claimant, Role::Opposing, Role::Party, Role::Judge]);
    // The accused has the last word before the judge.
    assert_eq!(speak(criminal, 3, false), [Role::Claimant, Role::Opposing, Role::Party, Role::Judge]);
    assert_eq!(speak(literal, 3, false), [Role::Opposing, Role::Claimant, Role::Party, Role::Judge]);
    assert_eq!(speak(literal, 1, false), [Role::Claimant, Role::Opposing, Role::Judge]);
}

#[test]
fn what_is_refused_changes_nothing() {
    let order = Order { criminal: false, seed_literal: false };
    let machine = Machine::default();
    assert_eq!(machine.after(order, Move::Skip), Err(Refused::Phase));
    let review = Machine { phase: Phase::FactsReview, ..Machine::default() };
    assert_eq!(review.after(order, Move::Confirm(0)), Err(Refused::NothingConfirmed));
    let end = Machine { phase: Phase::EndGate, round: EXTENSION, ext_used: true, ..Machine::default() };
    assert_eq!(end.after(order, Move::Extend { patch: false }), Err(Refused::ExtensionUsed));
    assert_eq!(end.after(order, Move::Skip), Err(Refused::Phase));
}
