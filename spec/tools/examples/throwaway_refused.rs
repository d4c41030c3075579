fn main() {
    let mut stack: Vec<std::path::PathBuf> = std::env::args().skip(1).map(Into::into).collect();
    let (mut n, mut r) = (0, 0);
    while let Some(d) = stack.pop() {
        for e in std::fs::read_dir(&d).unwrap() {
            let p = e.unwrap().path();
            if p.is_dir() {
                stack.push(p);
                continue;
            }
            if p.extension().is_none_or(|x| x != "md") {
                continue;
            }
            n += 1;
            let page = ascertain_spec_tools::pages::read(&p.to_string_lossy(), &std::fs::read(&p).unwrap());
            if page.is_refused() {
                r += 1;
                let c = page.complaints.iter().find(|c| c.fatal).unwrap();
                println!("{} {:?} {}", p.display(), c.place, c.says);
            }
        }
    }
    println!("{n} pages {r} refused");
}
