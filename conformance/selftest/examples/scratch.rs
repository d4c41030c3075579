use ascertain_selftest::score::*;
use ascertain_selftest::*;
fn main() {
    let parts: Vec<Part> =
        std::env::args().skip(1).filter_map(|a| Part::ALL.into_iter().find(|p| p.name() == a)).collect();
    let score = run(&Options { parts: &parts, ..Options::default() }, &mut |_, _| ()).unwrap();
    for part in Part::ALL {
        println!("{} {:?}", part.name(), score.tally(part));
        if let Some(s) = score.slowest(part) {
            println!("{s:?}");
        }
    }
    println!("{} cells, {} s", score.cells, score.seconds);
    for m in score.survivors() {
        println!("{}\n     {:?}", m.id, m.outcome);
    }
    for (r, c) in score.by_requirement() {
        println!("{r} {c:?}");
    }
    for m in &score.mutants {
        if m.part == Part::Boundaries {
            if let Some(k) = m.kill() {
                if Some(k.requirement) != m.requirement {
                    println!("OTHER {} by {} {}", m.id, k.requirement, k.case);
                }
            }
        }
    }
}
