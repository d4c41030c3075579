//! The reference kernels of the cumulative product, by dtype and dim.

use ascertain::DType;
use ascertain::backend::Backend;
use ascertain::call::Call;
use ascertain::reference::Reference;
use ascertain_benches::cumprod;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn kernels(c: &mut Criterion) {
    let mut group = c.benchmark_group("cumprod");
    let mut reference = Reference::default();
    for dtype in DType::ALL.into_iter().filter(|d| d.is_float() || d.is_integer()) {
        for (name, dim) in [("last dim", 1), ("first dim", 0)] {
            let call = Call::Operate(cumprod(dtype, &[512, 512], dim));
            group.throughput(Throughput::Bytes((512 * 512 * dtype.size()) as u64));
            group.bench_function(BenchmarkId::new(name, dtype), |b| {
                b.iter(|| black_box(reference.ask(&call)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
