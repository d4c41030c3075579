//! Layouts of the tensors of a call.

use ascertain::Layout;

/// How input and out of a call lie in memory.
pub(super) struct View<'a> {
    pub(super) input: &'a Layout,
    pub(super) dim: Option<usize>,
    pub(super) out_strided: bool,
    pub(super) inplace: bool,
}

impl View<'_> {
    pub(super) fn is_strided(&self) -> bool {
        !self.input.is_contiguous()
    }

    /// Axes with more than one index: strides of others are never taken, and none of a tensor without elements.
    fn axes(&self) -> impl Iterator<Item = usize> {
        let taken = self.input.count() > 0;
        (0..self.input.rank()).filter(move |&k| taken && self.input.shape()[k] > 1)
    }

    pub(super) fn any_stride(&self, is: fn(isize) -> bool) -> bool {
        self.axes().any(|k| is(self.input.strides()[k]))
    }

    /// The stride along dim.
    pub(super) fn along(&self) -> Option<isize> {
        self.axes().find(|&k| Some(k) == self.dim).map(|k| self.input.strides()[k])
    }

    pub(super) fn is_far(&self) -> bool {
        self.along().is_some_and(|stride| stride.unsigned_abs() >= 1024)
    }

    /// Whether an axis takes shorter steps than those with shorter strides reach; one of stride 0 apart.
    pub(super) fn overlaps(&self) -> bool {
        let axes = self.axes().map(|k| (self.input.strides()[k].unsigned_abs(), self.input.shape()[k]));
        let mut axes: Vec<(usize, usize)> = axes.filter(|(stride, _)| *stride > 0).collect();
        axes.sort_unstable();
        let mut reach = 0;
        axes.into_iter().any(|(stride, length)| {
            let overlaps = stride <= reach;
            reach += stride * (length - 1);
            overlaps
        })
    }
}
