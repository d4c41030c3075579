//! Calls of operators, made from bytes: the reference always passes.

use arbitrary::{Result, Unstructured};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{CUMPROD, Contract, OperatorSpec, REINTERPRET};
use ascertain::document::{Editions, PROFILES};
use ascertain::reference::Reference;
use ascertain::{DType, Layout, Tensor};
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::Verdict;
use std::collections::HashSet;

/// Most elements of a tensor's storage.
const MOST: usize = 1 << 12;

/// A tensor without its values.
struct Form {
    dtype: DType,
    layout: Layout,
    /// Elements of the storage.
    storage: usize,
}

impl Form {
    fn read(input: &mut Unstructured<'_>) -> Result<Self> {
        let dtype = DType::ALL[usize::from(input.arbitrary::<u8>()?) % DType::ALL.len()];
        let mut shape = Vec::new();
        let mut count = 1;
        for _ in 0..input.arbitrary::<u8>()? % 11 {
            let length = usize::from(input.arbitrary::<u8>()?) % 40;
            // No dimension makes it too long.
            let length = if count * length.max(1) > MOST { 1 } else { length };
            count *= length.max(1);
            shape.push(length);
        }
        let plain = Self { dtype, layout: Layout::contiguous(&shape), storage: shape.iter().product() };
        if input.arbitrary::<u8>()? % 3 < 2 {
            return Ok(plain);
        }
        let strides: Vec<isize> =
            (0..shape.len()).map(|_| Ok(input.arbitrary::<i8>()?.into())).collect::<Result<_>>()?;
        let reach = |sign: isize| -> usize {
            let steps =
                shape.iter().zip(&strides).map(|(&d, &s)| (s * sign).max(0) as usize * d.saturating_sub(1));
            steps.sum()
        };
        let offset = reach(-1) + usize::from(input.arbitrary::<u8>()? % 4);
        let storage = offset + reach(1) + 1 + usize::from(input.arbitrary::<u8>()? % 4);
        match Layout::strided(&shape, &strides, offset) {
            Ok(layout) if storage <= MOST => Ok(Self { dtype, layout, storage }),
            _ => Ok(plain),
        }
    }

    /// The bytes that [`Form::read`] reads. `None` if it cannot.
    fn write(tensor: &Tensor, out: &mut Vec<u8>) -> Option<()> {
        let dtype = DType::ALL.iter().position(|dtype| *dtype == tensor.dtype())?;
        let layout = tensor.layout();
        out.extend([u8::try_from(dtype).ok()?, u8::try_from(layout.rank()).ok()?]);
        for length in layout.shape() {
            out.push(u8::try_from(*length).ok().filter(|length| *length < 40)?);
        }
        if tensor.is_packed() {
            out.push(0);
        } else {
            out.push(2);
            for stride in layout.strides() {
                out.extend(i8::try_from(*stride).ok()?.to_le_bytes());
            }
            out.extend([0, 0]);
        }
        Some(())
    }

    /// The tensor, its storage filled with `bytes`, again and again.
    fn filled(self, bytes: &[u8]) -> Tensor {
        let size = self.storage * self.dtype.size();
        let mut storage: Vec<u8> = bytes.iter().copied().cycle().take(size).collect();
        storage.resize(size, 0);
        if self.dtype == DType::Bool {
            storage.iter_mut().for_each(|byte| *byte &= 1);
        }
        Tensor::view(self.dtype, self.layout, storage).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The values of a tensor: the bytes, or floats of a few binades, of which products stay in range.
fn values(kind: u8, dtype: DType, bytes: &[u8]) -> Vec<u8> {
    let (fraction, one): (u32, u64) = match dtype {
        DType::F16 => (10, 0x3c00),
        DType::Bf16 => (7, 0x3f80),
        DType::F32 => (23, 0x3f80_0000),
        DType::F64 => (52, 0x3ff0_0000_0000_0000),
        _ => return bytes.to_vec(),
    };
    if kind.is_multiple_of(2) {
        return bytes.to_vec();
    }
    let mut out = Vec::new();
    for pair in bytes.as_chunks::<2>().0 {
        // A sign, four binades around one, and the leading bits of a fraction.
        let word = u64::from(u16::from_le_bytes(*pair));
        let (sign, magnitude) = (word >> 15, word & 0x7fff);
        let binades = 2 * (1 << fraction);
        let bits = one - binades
            + if fraction >= 13 { magnitude << (fraction - 13) } else { magnitude >> (13 - fraction) };
        let bits = bits | sign << (8 * dtype.size() - 1);
        out.extend(&bits.to_le_bytes()[..dtype.size()]);
    }
    out
}

/// `cumprod`.
pub(crate) fn cumprod(data: &[u8]) {
    let Ok((profile, call)) = cumprod_call(Unstructured::new(data)) else { return };
    check(profile, call);
}

fn cumprod_call(mut source: Unstructured<'_>) -> Result<(usize, Invocation)> {
    let variant: [u8; 4] = source.arbitrary()?;
    let form = Form::read(&mut source)?;
    let dim: i8 = source.arbitrary()?;
    let dtype = match source.arbitrary::<u8>()? {
        0..=127 => None,
        at => Some(DType::ALL[usize::from(at) % DType::ALL.len()]),
    };
    let compute = dtype.unwrap_or(form.dtype);
    let mut call = Invocation::new(&CUMPROD).with("dim", Arg::Int(dim.into()));
    if let Some(dtype) = dtype {
        call = call.with("dtype", Arg::DType(dtype));
    }
    match variant[1] % 8 {
        0 | 1 => call = call.with("inplace", Arg::Flag(true)),
        2 => {}
        3 => call = call.with("out", Arg::Tensor(Form::read(&mut source)?.filled(&[0x5a]))),
        4 => {
            let mut own = Form::read(&mut source)?;
            // The shape of input, every element two apart.
            let shape = form.layout.shape();
            let strides: Vec<isize> =
                Layout::contiguous(shape).strides().iter().map(|stride| 2 * stride).collect();
            if let Ok(layout) = Layout::strided(shape, &strides, 1) {
                own = Form { dtype: compute, storage: 2 * layout.count() + 2, layout };
            }
            call = call.with("out", Arg::Tensor(own.filled(&[0x5a])));
        }
        _ => {
            let layout = Layout::contiguous(form.layout.shape());
            let out = Form { dtype: compute, storage: layout.count(), layout };
            call = call.with("out", Arg::Tensor(out.filled(&[0x5a])));
        }
    }
    let bytes = values(variant[2], form.dtype, source.take_rest());
    Ok((variant[0].into(), call.with("input", Arg::Tensor(form.filled(&bytes)))))
}

/// The input that makes about this call, where one does.
pub(crate) fn input(profile: u8, call: &Invocation) -> Option<Vec<u8>> {
    let Arg::Tensor(tensor) = call.get("input") else { return None };
    let dtype = match call.get("dtype") {
        Arg::DType(dtype) => u8::try_from(DType::ALL.iter().position(|known| known == dtype)?).ok(),
        _ => None,
    };
    let mut out = vec![profile];
    if call.operator.name == REINTERPRET.name {
        out.push(dtype?);
        Form::write(tensor, &mut out)?;
    } else {
        let in_place = matches!(call.get("inplace"), Arg::Flag(true));
        out.extend([if in_place { 0 } else { 5 }, 0, 0]);
        Form::write(tensor, &mut out)?;
        let Arg::Int(dim) = call.get("dim") else { return None };
        out.extend(i8::try_from(*dim).ok()?.to_le_bytes());
        // Above 127 with the number of the dtype modulo 16.
        out.push(dtype.map_or(0, |dtype| 128 + dtype));
    }
    out.extend(tensor.storage());
    Some(out)
}

/// `reinterpret_cast_to`.
pub(crate) fn reinterpret(data: &[u8]) {
    let Ok((profile, call)) = reinterpret_call(Unstructured::new(data)) else { return };
    check(profile, call);
}

fn reinterpret_call(mut source: Unstructured<'_>) -> Result<(usize, Invocation)> {
    let [profile, dtype]: [u8; 2] = source.arbitrary()?;
    let form = Form::read(&mut source)?;
    let dtype = DType::ALL[usize::from(dtype) % DType::ALL.len()];
    let input = form.filled(source.take_rest());
    let call = Invocation::new(&REINTERPRET).with("input", Arg::Tensor(input));
    Ok((profile.into(), call.with("dtype", Arg::DType(dtype))))
}

/// Asks the reference, whose answer passes; another one, with one bit changed, does not pass where bytes or integers are
/// fixed.
fn check(profile: usize, call: Invocation) {
    let name = PROFILES[profile % PROFILES.len()].name;
    let editions = Editions::profile(name).unwrap_or_else(|_| panic!("no profile {name}"));
    let mut reference = Reference::new(editions.clone());
    let description = reference.describe().unwrap_or_else(|why| panic!("{why}"));
    let operator: &'static OperatorSpec = call.operator;
    if !askable(operator.contract(&editions), &call) || overlaps(&call) {
        return;
    }
    let call = Call::Operate(call);
    let case = Case {
        id: format!("{}/fuzz/0/0", operator.name).into(),
        area: operator.name,
        requirements: &[],
        call: call.clone(),
        expect: Expect::Documents,
    };
    let reply = reference.ask(&call);
    let judge = Judge::new(&editions, Registry::default(), &description);
    let judgement = judge.judge(&case, &reply, None);
    let of_documents = matches!(judgement.verdict, Verdict::Pass | Verdict::Observed);
    assert!(of_documents, "{name}: {judgement:?}\n{call:?}\n{reply:?}");
    let (Call::Operate(call), Reply::Answer(Answer::Tensor(answer))) = (&call, &reply) else { return };
    if judgement.verdict == Verdict::Pass {
        exactly(call, answer);
        damaged(&judge, &case, answer);
    }
}

/// Whether the function that these arguments choose has a parameter for each: in place there is none for a dtype.
fn askable(contract: &Contract, call: &Invocation) -> bool {
    let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant));
    let known = |name| function.is_some_and(|f| f.parameters.iter().any(|p| p.name == name));
    let given = call.operator.arguments.iter().zip(&call.args);
    given.into_iter().all(|(argument, arg)| matches!(arg, Arg::Absent | Arg::Flag(_)) || known(argument.name))
}

/// Whether elements that are written share memory: nothing says what they hold afterwards.
fn overlaps(call: &Invocation) -> bool {
    let written = if matches!(call.get("inplace"), Arg::Flag(true)) { "input" } else { "out" };
    let Arg::Tensor(tensor) = call.get(written) else { return false };
    let mut seen = HashSet::new();
    !tensor.layout().positions().all(|position| seen.insert(position))
}

/// Integer products in input's dtype, factor by factor; bytes for `reinterpret_cast_to`.
fn exactly(call: &Invocation, answer: &Tensor) {
    let Arg::Tensor(input) = call.get("input") else { return };
    if call.operator.name == REINTERPRET.name {
        assert_eq!(input.elements(), answer.elements());
        return;
    }
    let (shape, size) = (input.shape(), input.dtype().size());
    if input.dtype() != answer.dtype() || !input.dtype().is_integer() || shape.is_empty() {
        return;
    }
    let Arg::Int(dim) = *call.get("dim") else { return };
    let Ok(dim) = usize::try_from(if dim < 0 { dim + shape.len() as i64 } else { dim }) else { return };
    if dim >= shape.len() {
        return;
    }
    let words = |tensor: &Tensor| -> Vec<u64> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        tensor.elements().chunks_exact(size).map(word).collect()
    };
    let (factors, products) = (words(input), words(answer));
    let step: usize = shape[dim + 1..].iter().product();
    let mask = u64::MAX >> (64 - 8 * size);
    for at in 0..factors.len() {
        let first = (at / step).is_multiple_of(shape[dim]);
        let before = if first { 1 } else { products[at - step] };
        assert_eq!(products[at], before.wrapping_mul(factors[at]) & mask, "element {at} of {call:?}");
    }
}

/// The answer with its first bit changed is judged, and fails where it is fixed bit for bit.
fn damaged(judge: &Judge<'_>, case: &Case, answer: &Tensor) {
    let Call::Operate(call) = &case.call else { return };
    let mut wrong = answer.clone();
    let Some(at) = wrong.layout().positions().next() else { return };
    let size = wrong.dtype().size();
    wrong.storage_mut()[at * size] ^= 1;
    let judgement = judge.judge(case, &Reply::Answer(Answer::Tensor(wrong)), None);
    let fixed = call.operator.name == REINTERPRET.name
        || matches!(call.get("input"), Arg::Tensor(input) if input.dtype() == answer.dtype() && input.dtype().is_integer());
    assert!(!fixed || judgement.verdict == Verdict::Fail, "{judgement:?}\n{call:?}");
}
