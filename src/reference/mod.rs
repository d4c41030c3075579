//! The reference implementation: promotion, `reinterpret_cast_to` and the cumulative product, exactly as the chosen
//! editions say.
//!
//! It works in the two phases of `aclnn`: [`Reference::plan`] checks the arguments by the contract's predicates and sizes
//! the workspace, and [`Plan::run`] computes. Where the documents are silent, [`element`](crate::element) and
//! [`kernel`](crate::kernel) say what it does.

mod formula;
mod reinterpret;

use crate::backend::{Answer, Backend, Description, OperatorSupport, Rejection, Reply};
use crate::call::{Call, Invocation, Promote};
use crate::contract::{ArgumentKind, Contract, Level, OPERATORS, OperatorSpec};
use crate::document::Editions;
use crate::dtype::DType;
use crate::product;
use crate::promote::TABLES;
use crate::tensor::Tensor;

/// The second phase of an operator, which runs after its arguments are checked.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Bytes of workspace that [`Kernel::run`] needs.
    pub workspace: fn(&Contract, &Invocation) -> usize,
    /// Computes the result; the workspace has the size asked for.
    ///
    /// # Errors
    /// A rejection, for a mistake that the contract's predicates do not cover.
    pub run: fn(&Contract, &Invocation, &mut [u8]) -> Result<Tensor, Rejection>,
}

/// The kernel of every operator that has a formula.
pub const FORMULA: Kernel = formula::KERNEL;

/// The reference backend.
#[derive(Clone, Debug)]
pub struct Reference {
    editions: Editions,
    /// The place of the product whose rules it obeys, if one is chosen.
    product: Option<usize>,
    kernels: Vec<(&'static OperatorSpec, Kernel)>,
}

/// A checked call, ready to run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    contract: &'static Contract,
    kernel: Kernel,
    call: &'a Invocation,
}

impl Default for Reference {
    fn default() -> Self {
        Self::new(Editions::default())
    }
}

impl Reference {
    /// The reference for one choice of editions.
    #[must_use]
    pub fn new(editions: Editions) -> Self {
        let kernels = OPERATORS.iter().filter_map(|o| Some((*o, kernel(o)?))).collect();
        Self { editions, product: None, kernels }
    }

    /// The same reference, by the rules of the product at a place of [`PRODUCTS`](crate::product::PRODUCTS) alone, if one is given.
    #[must_use]
    pub fn on(self, product: Option<usize>) -> Self {
        Self { product, ..self }
    }

    /// The same reference, with one more operator.
    #[must_use]
    pub fn with_operator(mut self, operator: &'static OperatorSpec, kernel: Kernel) -> Self {
        self.kernels.push((operator, kernel));
        self
    }

    /// Phase one: checks the arguments against every `must` and `should` of the contract, in the order of the specification.
    ///
    /// # Errors
    /// The first broken requirement, with its status and its statement.
    pub fn plan<'a>(&self, call: &'a Invocation) -> Result<Plan<'a>, Rejection> {
        let args = call.args();
        let found = self.kernels.iter().find(|(o, _)| core::ptr::eq(*o, call.operator));
        let Some((operator, kernel)) = found else {
            return Err(Rejection {
                status: None,
                message: format!("the reference has no operator {}", call.operator.name),
            });
        };
        let contract = operator.contract(&self.editions);
        let missing = operator.arguments.iter().enumerate().find(|(i, a)| !a.optional && !args.present(*i));
        if let Some((_, argument)) = missing {
            return Err(Rejection {
                status: None,
                message: format!("argument {} is missing", argument.name),
            });
        }
        // Null pointers come first: other predicates have no value for them.
        let refuses = |level| matches!(level, Level::Must | Level::Should);
        let broken = contract.broken_by(args).filter(|r| refuses(r.level) || r.reference_refuses);
        match broken.min_by_key(|r| r.status.is_none_or(|name| !name.ends_with("NULLPTR"))) {
            Some(r) => {
                let message = match r.message {
                    Some(message) => message.to_owned(),
                    None => format!("{}: {}", r.id, r.says),
                };
                Err(Rejection { status: r.status_number.map(i64::from), message })
            }
            None => Ok(Plan { contract, kernel: *kernel, call }),
        }
    }

    fn promote(&self, call: &Promote) -> Reply {
        match call.table.cell(&self.editions, call.row, call.column) {
            Some(cell) => match cell.result {
                Some(dtype) => Reply::Answer(Answer::DType(dtype)),
                None => Reply::Rejected(Rejection {
                    status: None,
                    message: format!("{} and {} do not promote", call.row, call.column),
                }),
            },
            None => Reply::Unsupported(format!(
                "table {} has no cell for {} and {}",
                call.table.id, call.row, call.column
            )),
        }
    }

    fn operate(&self, call: &Invocation) -> Reply {
        let answer = self.plan(call).and_then(|plan| {
            if plan.contract.formulas_of(call.args()).count() > 1 {
                return formula::results(plan.contract, call).map(Answer::Tensors);
            }
            let mut workspace = vec![0; plan.workspace_size()];
            plan.run(&mut workspace).map(Answer::Tensor)
        });
        match answer {
            Ok(answer) => Reply::Answer(answer),
            Err(rejection) => Reply::Rejected(rejection),
        }
    }
}

impl Plan<'_> {
    /// Bytes of workspace that [`Plan::run`] needs.
    #[must_use]
    pub fn workspace_size(&self) -> usize {
        (self.kernel.workspace)(self.contract, self.call)
    }

    /// Phase two. The answer is a new tensor. If the call passed storage to write to, it is a copy of that storage with
    /// the result in it.
    ///
    /// # Errors
    /// If the workspace is too small, or for a mistake that the contract's predicates do not cover.
    pub fn run(&self, workspace: &mut [u8]) -> Result<Tensor, Rejection> {
        let need = self.workspace_size();
        if workspace.len() < need {
            let message = format!("the workspace has {} bytes, and {need} are needed", workspace.len());
            return Err(Rejection { status: None, message });
        }
        (self.kernel.run)(self.contract, self.call, workspace)
    }
}

impl Backend for Reference {
    fn describe(&mut self) -> Result<Description, String> {
        let support = |operator: &OperatorSpec| OperatorSupport {
            name: operator.name.to_owned(),
            dtypes: DType::ALL.into_iter().collect(),
            max_rank: None,
            flags: operator
                .arguments
                .iter()
                .filter(|a| a.kind == ArgumentKind::Flag)
                .map(|a| a.name.into())
                .collect(),
            strided: true,
            without: Vec::new(),
            declared: Vec::new(),
        };
        Ok(Description {
            name: "reference".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            interfaces: vec!["aclnn".into()],
            tables: TABLES.iter().map(|t| t.id.into()).collect(),
            operators: self.kernels.iter().map(|(o, _)| support(o)).collect(),
        })
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match call {
            Call::Promote(call) => self.promote(call),
            Call::Operate(call) => match self.product {
                Some(product) => product::evaluate(product, true, || self.operate(call)).0,
                None => self.operate(call),
            },
        }
    }
}

/// The kernel of an operator of this crate's specification, in any edition of it. None if it has no formula either.
#[must_use]
pub fn kernel(operator: &OperatorSpec) -> Option<Kernel> {
    match operator.name {
        "reinterpret" => Some(reinterpret::KERNEL),
        _ => operator.contracts.iter().any(|contract| !contract.formulas.is_empty()).then_some(FORMULA),
    }
}
