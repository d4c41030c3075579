//! `libascertain_aclnn_defects.so`: the same C interface with faults, to test that the suite finds them.
//!
//! The environment variable `ASCERTAIN_ACLNN_DEFECTS` lists faults by name, separated by commas. Most are known
//! differences between the vendor's code and its page:
//!
//! | name | fault |
//! |---|---|
//! | `null-out` | a null out is accepted |
//! | `dtype-mismatch-success` | a dtype that differs from out's gives success and no executor |
//! | `undefined-takes-out` | with dtype undefined, the product is computed in out's dtype |
//! | `empty-in-place` | an empty tensor is accepted in place, whatever the edition |
//! | `empty-in-place-refused` | the other reading: it is refused |
//! | `int64-dim` | dim may be INT64, and is cut to 32 bits |
//! | `wrong-code` | an invalid argument gives the code for null |
//! | `wrong-product` | the last element has a wrong bit |
//!
//! The library proper has none of these. They are other rules, installed when this library is loaded.

use ascertain::backend::Rejection;
use ascertain::call::{Arg, Invocation};
use ascertain::document::{Editions, Status};
use ascertain::{DType, Tensor};
use ascertain_aclnn::rules::Documented;
use ascertain_aclnn::{Decision, Rules, install};
use std::env;

/// The variable that lists the faults.
const VARIABLE: &str = "ASCERTAIN_ACLNN_DEFECTS";

/// Runs when the library is loaded.
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOADED: extern "C" fn() = loaded;

extern "C" fn loaded() {
    install(&Defective);
}

/// The documents' rules with the faults that the environment lists.
#[derive(Debug)]
struct Defective;

fn has(defect: &str) -> bool {
    env::var(VARIABLE).is_ok_and(|list| list.split(',').any(|name| name == defect))
}

impl Rules for Defective {
    fn decide(&self, editions: &Editions, call: &Invocation) -> Decision {
        let empty = matches!(call.get("input"), Arg::Tensor(input) if input.layout().count() == 0);
        let inplace = matches!(call.get("inplace"), Arg::Flag(true));
        if empty && inplace && has("empty-in-place") {
            return Decision::Run;
        }
        if empty && inplace && has("empty-in-place-refused") {
            return Decision::Refuse(rejection("ACLNN_ERR_PARAM_INVALID", "an empty tensor in place"));
        }
        if let (Arg::DType(dtype), Arg::Tensor(out)) = (call.get("dtype"), call.get("out"))
            && *dtype != out.dtype()
            && has("dtype-mismatch-success")
        {
            return Decision::Nothing;
        }
        match Documented.decide(editions, &disguised(call)) {
            Decision::Refuse(refusal) if has("wrong-code") => {
                Decision::Refuse(rejection("ACLNN_ERR_PARAM_NULLPTR", &refusal.message))
            }
            decision => decision,
        }
    }

    fn compute(&self, editions: &Editions, call: &Invocation) -> Result<Vec<Tensor>, Rejection> {
        let nothing_to_write = *call.get("out") == Arg::Null;
        let empty = matches!(call.get("input"), Arg::Tensor(input) if input.layout().count() == 0);
        if nothing_to_write || (empty && has("empty-in-place")) {
            return Ok(Vec::new());
        }
        let mut results = Documented.compute(editions, &disguised(call))?;
        if let Some(tensor) = results.first_mut().filter(|_| has("wrong-product")) {
            let mut elements = tensor.elements().into_owned();
            if let Some(last) = elements.last_mut() {
                *last ^= 1;
            }
            tensor.set_elements(&elements);
        }
        Ok(results)
    }
}

/// The call as a faulty implementation reads it; the documents' rules then apply to that.
fn disguised(call: &Invocation) -> Invocation {
    let mut call = call.clone();
    if *call.get("out") == Arg::Null && has("null-out") {
        call = call.with("out", Arg::Absent);
    }
    if let (Arg::Absent, Arg::Tensor(out)) = (call.get("dtype"), call.get("out"))
        && has("undefined-takes-out")
    {
        let dtype = out.dtype();
        call = call.with("dtype", Arg::DType(dtype));
    }
    if let (Arg::DType(DType::S64), Arg::Int(dim)) = (call.get("dim_dtype"), call.get("dim"))
        && has("int64-dim")
    {
        let cut = i64::from(*dim as i32);
        call = call.with("dim_dtype", Arg::DType(DType::S32)).with("dim", Arg::Int(cut));
    }
    call
}

fn rejection(status: &str, message: &str) -> Rejection {
    let status = Status::from_name(status).map(|status| i64::from(status.number));
    Rejection { status, message: message.to_owned() }
}
