use ascertain_spec_tools::pages;
fn main() {
    let spec = ascertain_spec::load(std::path::Path::new("spec")).unwrap();
    let mut seen: Option<String> = None;
    for path in std::env::args().skip(1) {
        let page = pages::read(&path, &std::fs::read(&path).unwrap());
        match pages::recognise::read(&page, &spec, None) {
            Ok(f) => {
                let mut tables = String::new();
                for f in &f.facts {
                    for t in &f.tables {
                        let (r, c) = t.axes();
                        for row in &r {
                            for col in &c {
                                let ri = t.rows.iter().position(|x| x == row).unwrap();
                                let ci = t.columns.iter().position(|x| x == col).unwrap();
                                tables += &format!(
                                    "{} {} {} {:?}\n",
                                    t.id,
                                    row,
                                    col,
                                    t.cell(ri, ci).unwrap().result
                                );
                            }
                        }
                    }
                }
                let mut lines: Vec<&str> = tables.lines().collect();
                lines.sort();
                let tables = lines.join("\n");
                println!(
                    "{} ok: {} tables, {} cells, {} types, same as the first: {}",
                    &path[path.len().min(20)..],
                    f.facts.iter().map(|f| f.tables.len()).sum::<usize>(),
                    lines.len(),
                    f.facts.iter().map(|f| f.types.len()).sum::<usize>(),
                    seen.as_ref().is_none_or(|s| *s == tables)
                );
                if seen.as_ref().is_some_and(|s| *s != tables) {
                    let s = seen.as_ref().unwrap();
                    for l in tables.lines() {
                        if !s.contains(l) {
                            println!("   new {l}");
                        }
                    }
                    for l in s.lines() {
                        if !tables.contains(l) {
                            println!("   old {l}");
                        }
                    }
                }
                for n in &f.notes {
                    println!("   note {:?} {}", n.place, n.says);
                }
                seen.get_or_insert(tables);
            }
            Err(c) => {
                println!("{} refused", &path[path.len().min(20)..]);
                for c in c.iter().filter(|c| c.fatal) {
                    println!("   {:?} {}", c.place, c.says);
                }
            }
        }
    }
}
