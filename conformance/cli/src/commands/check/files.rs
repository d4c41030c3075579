//! Tensors in files of others: `.npy`, a member of an `.npz`, and a tensor of a `.safetensors`.

use crate::commands::error::Problem;
use ascertain::{DType, Layout, Tensor};
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

/// How the names of files end that hold one tensor, and several.
const NPY: &str = ".npy";
const NPZ: &str = ".npz";
const SAFETENSORS: &str = ".safetensors";

/// How to write a tensor.
pub(super) const FORMS: &str = "FILE.npy, FILE.npz:MEMBER or FILE.safetensors:NAME";

/// The dtype that NumPy describes so, in little-endian order. ml_dtypes' bfloat16 is two bytes of nothing that NumPy knows.
fn described(descr: &str) -> Option<DType> {
    let (letter, size) = descr.strip_prefix(['<', '|', '='])?.split_at_checked(1)?;
    match (letter, size.parse::<usize>().ok()?) {
        ("b", 1) => Some(DType::Bool),
        ("V", 2) => Some(DType::Bf16),
        ("i", size) => DType::from_name(&format!("s{}", size.saturating_mul(8))),
        (letter, size) => DType::from_name(&format!("{letter}{}", size.saturating_mul(8))),
    }
}

/// How NumPy describes a dtype, or its bits if it has none.
fn description(dtype: DType) -> String {
    let name = dtype.name();
    let letter = match dtype {
        DType::Bool => "b",
        DType::Bf16 => "V",
        DType::C32 => "u",
        _ if name.starts_with('s') => "i",
        _ => &name[..1],
    };
    format!("{}{letter}{}", if dtype.size() == 1 { '|' } else { '<' }, dtype.size())
}

/// Whether this names a file with tensors, which may be missing.
pub(super) fn is_named(place: &str) -> bool {
    [NPY, NPZ, SAFETENSORS].into_iter().any(|end| split(place, end).is_some())
}

/// The file and what it names in it, if the file's name ends so.
fn split<'a>(place: &'a str, end: &str) -> Option<(&'a str, Option<&'a str>)> {
    if place.ends_with(end) {
        return Some((place, None));
    }
    let at = place.rfind(&format!("{end}:"))? + end.len();
    Some((&place[..at], Some(&place[at + 1..])))
}

/// The tensor in a file, row-major.
pub(super) fn read(place: &str) -> Result<Tensor, Problem> {
    let read: [(&str, Reader); 3] = [(NPY, whole), (NPZ, member), (SAFETENSORS, named)];
    let found = read.into_iter().find_map(|(end, read)| Some((split(place, end)?, read)));
    let Some(((path, name), read)) = found else {
        let what = format!("`{}` is not a file of tensors", text::word(place));
        return Err(Problem::usage(what, format!("write {FORMS}")));
    };
    let bytes = files::read(Path::new(path), files::limit()).map_err(|error| {
        Problem::usage(format!("cannot read {path}: {error}"), "give the path of a file that can be read")
    })?;
    read(&bytes, name).map_err(|(what, help)| Problem::usage(format!("{}: {what}", text::name(place)), help))
}

/// Reads the tensor with this name from the bytes of a file. An error says what is wrong, and what to do.
type Reader = fn(&[u8], Option<&str>) -> Result<Tensor, (String, String)>;

fn damaged(what: impl std::fmt::Display) -> (String, String) {
    (what.to_string(), "write the file again".to_owned())
}

fn whole(bytes: &[u8], name: Option<&str>) -> Result<Tensor, (String, String)> {
    match name {
        None => npy(bytes),
        Some(_) => {
            Err(("a .npy file has one array, without a name".to_owned(), "leave out `:NAME`".to_owned()))
        }
    }
}

/// The array in the bytes of a `.npy` file: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
fn npy(bytes: &[u8]) -> Result<Tensor, (String, String)> {
    let short = || damaged("it ends within its header, or is not a .npy file");
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(short)?;
    let (version, rest) = rest.split_at_checked(2).ok_or_else(short)?;
    let (length, rest) = match version[0] {
        1 => rest.split_first_chunk().map(|(length, rest)| (u32::from(u16::from_le_bytes(*length)), rest)),
        2 | 3 => rest.split_first_chunk().map(|(length, rest)| (u32::from_le_bytes(*length), rest)),
        other => return Err(damaged(format!("version {other} of the format, where 1 to 3 are known"))),
    }
    .ok_or_else(short)?;
    let (header, elements) = rest.split_at_checked(length as usize).ok_or_else(short)?;
    let header = String::from_utf8_lossy(header);
    let value = |key: &str| header.split_once(&format!("'{key}':")).map(|(_, value)| value.trim_start());
    let (descr, order, shape) = value("descr")
        .zip(value("fortran_order"))
        .zip(value("shape"))
        .map(|((descr, order), shape)| (descr, order, shape))
        .ok_or_else(|| damaged("its header lacks descr, fortran_order or shape"))?;
    let descr =
        descr.strip_prefix('\'').and_then(|descr| descr.split_once('\'')).map_or("a record", |(d, _)| d);
    let dtype = described(descr).ok_or_else(|| {
        let what = format!(
            "elements of {}, which is not a dtype of the pages in little-endian order",
            text::word(descr)
        );
        (what, "save it with another dtype: numpy.save(path, x.astype('<f4'))".to_owned())
    })?;
    let lengths = shape.strip_prefix('(').and_then(|shape| shape.split_once(')')).map(|(lengths, _)| lengths);
    let lengths = lengths.ok_or_else(|| damaged("its shape is not a tuple"))?;
    let lengths = lengths.split(',').map(str::trim).filter(|length| !length.is_empty()).map(str::parse);
    let shape: Vec<usize> =
        lengths.collect::<Result<_, _>>().map_err(|error| damaged(format!("its shape: {error}")))?;
    let bytes = elements.to_vec();
    if !order.starts_with("True") {
        return Tensor::new(dtype, &shape, bytes).map_err(damaged);
    }
    let columns: Vec<usize> = shape.iter().rev().copied().collect();
    let strides: Vec<isize> = Layout::contiguous(&columns).strides().iter().rev().copied().collect();
    let layout = Layout::strided(&shape, &strides, 0).map_err(damaged)?;
    Ok(Tensor::view(dtype, layout, bytes).map_err(damaged)?.to_contiguous())
}

/// The array of a member of an `.npz`, which is a Zip archive of `.npy` files; without a name, of the only one.
fn member(bytes: &[u8], name: Option<&str>) -> Result<Tensor, (String, String)> {
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut members = BTreeMap::new();
    for entry in archive.entries() {
        let entry = entry.map_err(damaged)?;
        let file = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        let name = file.strip_suffix(NPY).unwrap_or(&file).to_owned();
        members.insert(name, (entry.wayfinder(), entry.compression_method()));
    }
    let (way, method) = chosen(&members, name, "member")?;
    let entry = archive.get_entry(*way).map_err(damaged)?;
    let limit = usize::try_from(files::limit()).unwrap_or(usize::MAX);
    let inflated = match *method {
        CompressionMethod::STORE => entry.data().to_vec(),
        CompressionMethod::DEFLATE => {
            miniz_oxide::inflate::decompress_to_vec_with_limit(entry.data(), limit).map_err(damaged)?
        }
        _ => {
            return Err((
                "the member is compressed by a method that numpy.savez does not use".to_owned(),
                "write it with numpy.savez or numpy.savez_compressed".to_owned(),
            ));
        }
    };
    let mut npy_file = Vec::with_capacity(inflated.len());
    entry.verifying_reader(&*inflated).read_to_end(&mut npy_file).map_err(damaged)?;
    npy(&npy_file)
}

/// A tensor of a `.safetensors` file: the length of a JSON object, the object, and bytes.
fn named(bytes: &[u8], name: Option<&str>) -> Result<Tensor, (String, String)> {
    #[derive(Deserialize)]
    struct Entry {
        dtype: String,
        shape: Vec<usize>,
        data_offsets: [usize; 2],
    }
    let short = || damaged("it ends within its header, or is not a .safetensors file");
    let (length, rest) = bytes.split_first_chunk().ok_or_else(short)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| short())?;
    let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
    let mut entries: BTreeMap<String, serde_json::Value> = serde_json::from_slice(header).map_err(damaged)?;
    entries.remove("__metadata__");
    let entry = Entry::deserialize(chosen(&entries, name, "tensor")?).map_err(damaged)?;
    // `F32`, and `I32` for s32.
    let own = entry.dtype.to_lowercase().replace('i', "s");
    let dtype = DType::from_name(&own).ok_or_else(|| {
        let what = format!("elements of {}, which is not a dtype of the pages", text::word(&entry.dtype));
        (what, "convert it to another dtype before you save it".to_owned())
    })?;
    let [start, end] = entry.data_offsets;
    let elements = data.get(start..end).ok_or_else(|| damaged("its bytes are outside the file"))?;
    Tensor::new(dtype, &entry.shape, elements.to_vec()).map_err(damaged)
}

/// What has this name; without one, the only one.
fn chosen<'a, T>(
    all: &'a BTreeMap<String, T>,
    name: Option<&str>,
    what: &str,
) -> Result<&'a T, (String, String)> {
    let names = all.keys().map(|name| text::name(name)).collect::<Vec<_>>().join(", ");
    match (name, all.len()) {
        (Some(name), _) => all
            .get(name)
            .ok_or_else(|| (format!("there is no {what} `{}`", text::word(name)), format!("it has {names}"))),
        (None, 1) => Ok(all.values().next().expect("there is one")),
        (None, _) => {
            Err((format!("it has several {what}s, or none"), format!("add `:NAME`; it has {names}")))
        }
    }
}

/// Writes an `.npz` file of these arrays.
pub(super) fn write(path: &Path, arrays: &[(String, Tensor)]) -> Result<(), Problem> {
    let written = || -> io::Result<()> {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (name, tensor) in arrays {
            let (mut entry, config) =
                archive.new_file(format!("{name}{NPY}")).start().map_err(io::Error::other)?;
            let mut member = config.wrap(&mut entry);
            member.write_all(&npy_file(tensor))?;
            let (_, descriptor) = member.finish().map_err(io::Error::other)?;
            entry.finish(descriptor).map_err(io::Error::other)?;
        }
        archive.finish().map_err(io::Error::other)?;
        fs::write(path, bytes)
    };
    written().map_err(|error| Problem::Report(path.to_owned(), error))
}

/// A tensor as a `.npy` file. A dtype that NumPy does not have is written as its bits.
fn npy_file(tensor: &Tensor) -> Vec<u8> {
    let lengths: String = tensor.shape().iter().map(|length| format!("{length}, ")).collect();
    let descr = description(tensor.dtype());
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({lengths}), }}");
    // The elements begin at a multiple of 64.
    let width = (10 + header.len() + 1).next_multiple_of(64) - 11;
    let length = u16::try_from(width + 1).expect("64 dimensions fit");
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(length.to_le_bytes());
    file.extend(format!("{header:width$}\n").into_bytes());
    file.extend(&*tensor.elements());
    file
}
