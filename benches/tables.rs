//! Look-ups in promotion tables: by const function, and by key in a chosen edition.

use ascertain::DType;
use ascertain::document::Editions;
use ascertain::promote::{Key, TABLES, aclnn};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn tables(c: &mut Criterion) {
    let mut group = c.benchmark_group("tables");
    group.throughput(Throughput::Elements(256));
    group.bench_function("tensor_tensor, all pairs", |b| {
        b.iter(|| {
            for lhs in DType::ALL {
                for rhs in DType::ALL {
                    black_box(aclnn::tensor_tensor(black_box(lhs), black_box(rhs)));
                }
            }
        });
    });
    let editions = Editions::default();
    group.bench_function("cell with provenance, all pairs", |b| {
        b.iter(|| {
            for lhs in DType::ALL {
                for rhs in DType::ALL {
                    black_box(TABLES[0].cell(
                        &editions,
                        Key::DType(black_box(lhs)),
                        Key::DType(black_box(rhs)),
                    ));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, tables);
criterion_main!(benches);
