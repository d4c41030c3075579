//! From documents to code: compiling the specification, reading pages, comparing editions, and linting.

use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::{diff, lint, page};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;

fn documents(c: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    #[expect(clippy::expect_used, reason = "the committed specification is tested")]
    let files = ascertain_spec::find(&root.join("spec")).expect("the folder of the specification");
    #[expect(clippy::expect_used, reason = "the committed specification is tested")]
    let spec = ascertain_spec::load_files(files.clone()).expect("a valid specification");

    let mut group = c.benchmark_group("specification");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(files.iter().map(|(_, text)| text.len() as u64).sum()));
    group.bench_function("load and check", |b| {
        b.iter(|| black_box(ascertain_spec::load_files(black_box(files.clone())).is_ok()));
    });
    group.bench_function("emit Rust", |b| b.iter(|| black_box(ascertain_spec::emit::rust(&spec))));
    group.bench_function("lint", |b| b.iter(|| black_box(lint::lint(&spec))));
    let facts = |edition| Facts::of_edition(&spec, "aclnn.tensor-tensor", edition);
    if let (Some(before), Some(after)) = (facts("cann-23.0.rc2"), facts("2025-09")) {
        group.bench_function("compare two editions of a table", |b| {
            b.iter(|| black_box(diff::diff(&before, &after)));
        });
    }
    group.finish();

    let mut group = c.benchmark_group("pages");
    let fixtures = root.join("spec/tools/tests/fixtures/pages");
    for name in ["pipe.md", "page.html", "grid.rst", "flat.txt"] {
        #[expect(clippy::expect_used, reason = "a file of this repository")]
        let bytes = std::fs::read(fixtures.join(name)).expect("a fixture");
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(BenchmarkId::new("read", name), |b| {
            b.iter(|| black_box(page::read(name, black_box(&bytes))));
        });
    }
    group.finish();
}

criterion_group!(benches, documents);
criterion_main!(benches);
