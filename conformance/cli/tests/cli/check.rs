//! `ascertain check`: one result in hand.

use super::support::Place;
use std::fs;
use std::io::Write;

impl Place {
    /// Writes a `.npy` file.
    fn npy(&self, name: &str, descr: &str, fortran: bool, shape: &str, elements: &[u8]) {
        fs::write(self.at(name), npy(1, descr, fortran, shape, elements)).expect("a file of this test");
    }

    /// Writes a `.npy` file of f32.
    fn f32s(&self, name: &str, shape: &str, values: &[f32]) {
        self.npy(name, "<f4", false, shape, &bytes(values));
    }

    /// The matrix `x` of two rows, and its greatest elements by column: the right ones `y`, and `w`, in which a negative one is zero.
    fn with_columns() -> Self {
        let place = Self::new();
        place.f32s("x.npy", "(2, 3)", &[-1., 2., -3., 4., -5., -6.]);
        place.f32s("y.npy", "(3,)", &[4., 2., -3.]);
        place.f32s("w.npy", "(3,)", &[4., 2., 0.]);
        place
    }
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A `.npy` file of a version.
fn npy(version: u8, descr: &str, fortran: bool, shape: &str, elements: &[u8]) -> Vec<u8> {
    let order = if fortran { "True" } else { "False" };
    let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    let length = (header.len() as u32).to_le_bytes();
    let length = &length[..if version == 1 { 2 } else { 4 }];
    [b"\x93NUMPY", &[version, 0][..], length, header.as_bytes(), elements].concat()
}

#[test]
fn right_wrong_and_open() {
    let place = Place::with_columns();
    place.ascertain("check amax self=x.npy dim=0 out=y.npy").ends(0).prints("right: amax, 3 elements judged");
    // What the page leaves open is told beside what is right by it.
    place.f32s("nan.npy", "(3,)", &[1., f32::NAN, 3.]);
    place.f32s("three.npy", "()", &[3.]);
    let dropped = place.ascertain("check amax self=nan.npy dim=0 out=three.npy").ends(0);
    dropped.prints("right: amax, 1 element judged\n").prints("open      amax.nan: NaN is dropped");
    let wrong = place.ascertain("check amax self=x.npy dim=[0] keepDim=false out=w.npy").ends(1);
    let wrong = wrong.prints("wrong: expected 0xc0400000 (-3), got 0\n").prints("fail: value  amax\n");
    let wrong = wrong.prints("element [2]").prints("requires  amax.value").prints("cited     aclnn.amax");
    assert!(!wrong.out.contains("again"), "no command repeats it: {wrong}");
    // A call that the page refuses has no right result, and what it leaves open neither.
    let refused = place.ascertain("check amax self=x.npy dim=2 out=y.npy").ends(1);
    refused.prints("wrong: this call must be refused: by the page, ").prints("amax.dim");
    // So that whoever has a result of another dtype reads which it has to have.
    place.npy("y64.npy", "<f8", false, "(3,)", &[0; 24]);
    let other = place.ascertain("check amax self=x.npy dim=0 out=y64.npy").ends(1);
    other.prints("by the page, self and out have the same dtype; it was accepted");
    place.f32s("big.npy", "(1,)", &[3e9]);
    place.npy("seven.npy", "<i4", false, "(1,)", &[7, 0, 0, 0]);
    place
        .ascertain("check cast self=big.npy dtype=int32 out=seven.npy")
        .ends(3)
        .prints("open: the first of 1 values");
    // Dtypes of which it is open whether all products take them; in place, several results, and declarations.
    place.npy("halves.npy", "<V2", false, "(2,)", &[0xc0, 0x3f, 0x81, 0x3f]);
    place.npy("sum.npy", "|V2", false, "(2,)", &[0x40, 0x40, 0x01, 0x40]);
    place.ascertain("check add self=halves.npy other=halves.npy alpha=1 out=sum.npy").ends(0);
    place.npy("yes.npy", "|b1", false, "()", &[1]);
    place.npy("no.npy", "|b1", false, "()", &[0]);
    place.ascertain("check logical-not inplace=true selfRef=yes.npy result=no.npy").ends(0);
    place.ascertain("check logical-not inplace=true selfRef=yes.npy result=yes.npy").ends(1);
    place.f32s("twice.npy", "(3,)", &[8., 4., -6.]);
    place.ascertain("check muls self=y.npy other=2:f16 out=twice.npy").ends(0);
    place.f32s("tiny.npy", "(1,)", &[1e-40]);
    place.f32s("zero.npy", "(1,)", &[0.]);
    let flushed = "check add self=tiny.npy other=zero.npy alpha=1.0 out=zero.npy";
    place.ascertain(flushed).ends(0);
    place.ascertain(&format!("{flushed} --expect subnormals=keep")).ends(1).prints("add");
    place.npy("at.npy", "<i8", false, "(3,)", &[1, 0, 0, 0, 0, 0, 0, 0].repeat(3));
    let indices = place.ascertain("check max-dim self=x.npy dim=0 out=y.npy indices=at.npy").ends(1);
    indices.prints("wrong: expected 0, got 1").prints("max-dim.index");
    let product =
        place.ascertain("check amax self=x.npy dim=0 out=y.npy --product A2 --profile latest").ends(0);
    product.prints("right");
}

#[test]
fn files_of_every_kind() {
    let place = Place::with_columns();
    let columns = bytes(&[-1., 4., 2., -5., -3., -6.]);
    place.npy("columns.npy", "<f4", true, "(2, 3)", &columns);
    for version in [2, 3] {
        let file = npy(version, "<f4", true, "(2, 3)", &columns);
        fs::write(place.at(&format!("columns{version}.npy")), file).expect("a file of this test");
    }
    let header = r#"{"__metadata__":{},"x":{"dtype":"F32","shape":[2,3],"data_offsets":[4,28]}}"#;
    let x = bytes(&[0., -1., 2., -3., 4., -5., -6.]);
    let tensors = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &x].concat();
    fs::write(place.at("all.safetensors"), tensors).expect("a file of this test");
    let mut zip = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut zip);
    let member = npy(1, "<f4", false, "(2, 3)", &x[4..]);
    let deflated = rawzip::CompressionMethod::DEFLATE;
    let (mut entry, config) =
        archive.new_file("x.npy").compression_method(deflated).start().expect("a new archive");
    entry.write_all(&miniz_oxide::deflate::compress_to_vec(&member, 6)).expect("a vector");
    let mut whole = config.wrap(Vec::new());
    whole.write_all(&member).expect("a vector");
    entry.finish(whole.finish().expect("its length").1).expect("a vector");
    archive.finish().expect("a vector");
    fs::write(place.at("deflated.npz"), zip).expect("a file of this test");
    for x in [
        "columns.npy",
        "columns2.npy",
        "columns3.npy",
        "all.safetensors:x",
        "all.safetensors",
        "deflated.npz:x",
    ] {
        place.ascertain(&format!("check amax self={x} dim=0 out=y.npy")).ends(0);
    }
    // The lowest and the highest right values are right, and a value below or above them is wrong.
    place.f32s("line.npy", "(4,)", &[1e8, 1., -1e8, 1.]);
    place.f32s("three.npy", "()", &[3.]);
    let sum =
        |out: &str| place.ascertain(&format!("check reduce-sum self=line.npy dims=0 dtype=f32 out={out}"));
    sum("three.npy --expected ends.npz").ends(1);
    sum("ends.npz:out.lower").ends(0);
    sum("ends.npz:out.upper").ends(0);
    place.ascertain("check amax self=x.npy dim=0 out=w.npy --expected exact.npz").ends(1);
    place.ascertain("check amax self=x.npy dim=0 out=exact.npz:out.lower").ends(0);
    let none = place.ascertain("check cumprod input=y.npy dim=0 out=y.npy --expected none.npz").ends(2);
    none.warns("no interval");
}

#[test]
fn bad_input_says_what_to_do() {
    let place = Place::with_columns();
    place.npy("swapped.npy", ">f4", false, "(1,)", &[0; 4]);
    place.npy("short.npy", "<f4", false, "(2,)", &[0; 4]);
    place.write("not.npy", "no array");
    place.write("not.npz", "no archive");
    for (arguments, what, help) in [
        ("amx self=x.npy dim=0 out=y.npy", "unknown operator `amx`", "`amax`"),
        ("amax slef=x.npy dim=0 out=y.npy", "unknown argument of amax `slef`", "`self`"),
        ("amax self=x.npy out=y.npy", "amax lacks `dim`", "`dim=[0,1]`: the dimensions"),
        ("amax self=x.npy dim=0", "amax lacks `out`", "`out=FILE`"),
        ("cumprod input=x.npy dim=0", "cumprod lacks `result`", "`out=FILE`"),
        ("add selfRef=x.npy other=x.npy alpha=1 out=x.npy", "add lacks `self`", "`self=FILE`"),
        (
            "add self=x.npy selfRef=x.npy other=x.npy alpha=1 out=x.npy",
            "does not take `selfRef`",
            "`inplace=true`",
        ),
        ("amax self=x.npy self=x.npy dim=0 out=y.npy", "`self` is given twice", "`result=FILE`"),
        ("amax self=x.npy dim=0 out=y.npy result=y.npy", "both `result` and `out`", "`out=FILE`"),
        ("amax self=x.npy dim=first out=y.npy", "`dim` cannot be \"first\"", "`dim=[0,1]`"),
        ("amax self=x.npy dim=0 keepDim=1 out=y.npy", "`keepDim` cannot be 1", "`keepDim=true`"),
        ("cast self=x.npy dtype=flaot32 out=x.npy", "unknown dtype `flaot32`", ""),
        ("adds self=x.npy other=one alpha=1 out=x.npy", "`other` cannot be one", "`other=1.5:f16`"),
        ("adds self=x.npy other=x.npy alpha=1 out=x.npy", "`other` is one number, not 6", "one element"),
        ("amax self=none.npy dim=0 out=y.npy", "cannot read none.npy", "can be read"),
        ("amax self=swapped.npy dim=0 out=y.npy", "elements of >f4", "astype"),
        ("amax self=short.npy dim=0 out=y.npy", "short.npy: 4 bytes of storage", "again"),
        ("amax self=not.npy dim=0 out=y.npy", "not a .npy file", "again"),
        ("amax self=not.npz:x dim=0 out=y.npy", "not.npz:x", "again"),
        ("amax self=x.txt dim=0 out=y.npy", "`x.txt` is not a file of tensors", "FILE.safetensors:NAME"),
        ("amax self=x.npy:x dim=0 out=y.npy", "without a name", "leave out"),
        ("amax x.npy dim=0 out=y.npy", "`x.npy` has no `=`", "NAME=VALUE"),
        ("amax self=x.npy dim=0 out=y.npy --expect order=permuted", "nothing called `order`", "ulp"),
        ("amax self=x.npy dim=0 out=y.npy --profile lattest", "unknown profile `lattest`", "`latest`"),
    ] {
        place.ascertain(&format!("check {arguments}")).ends(2).warns(what).warns(help);
    }
}

#[test]
fn a_standard_judges_beside_the_page() {
    let place = Place::new();
    place.f32s("x.npy", "(2,)", &[1., 2.]);
    // One unit in the last place off a product of two, which the page fails and PyTorch's defaults let through.
    place.f32s("y.npy", "(2,)", &[1., f32::from_bits(2_f32.to_bits() + 1)]);
    let check = "check cumprod input=x.npy dim=0 out=y.npy --standard torch-assert-close";
    place.ascertain(check).ends(1).prints("wrong: ").prints("torch-assert-close: passes: ");
    place.ascertain(&format!("{check} --by-standard")).ends(0);
    place
        .ascertain("check cumprod input=x.npy dim=0 out=y.npy --standard numpy-assert-allclose")
        .prints(": fails: ");
    // One's own, and one that has no rule for the dtype.
    let text = "version = 1\ntitle = \"mine\"\nedition = \"1\"\ncite = []\nreading = \"\"\ngolden = \"rounded\"\nequal-nan = true\n\
                specials = \"equal\"\n[[rule]]\ndtypes = [\"f16\"]\nlimits = [{ atol = 1 }]\n";
    fs::write(place.at("mine.toml"), text).expect("a file of this test");
    let mine = "check cumprod input=x.npy dim=0 out=y.npy --standard mine.toml --by-standard";
    place.ascertain(mine).ends(3).prints("mine.toml: open: ");
    fs::write(place.at("mine.toml"), text.replace("atol", "atoll")).expect("a file of this test");
    let wrong = place.ascertain(mine).ends(2);
    assert!(wrong.err.contains("line 11: ") && wrong.err.contains("did you mean `atol`?"), "{wrong}");
    let unknown = place.ascertain("check cumprod --standard opbase input=x.npy").ends(2);
    assert!(unknown.err.contains("opbase-2026-07"), "{unknown}");
}
