//! The wording of facts: taken from an edition that has the same fact, or else plain default words.

use crate::facts::{Gives, RuleFact};
use crate::reader::TableChoice;
use ascertain_spec::model::{Contract, Function, OperatorSpec, Spec, Table, TableReading};

/// The wording of a document's editions.
pub(super) struct Wording<'a> {
    pub(super) spec: &'a Spec,
    document: &'a str,
    /// The edition whose wording is preferred.
    edition: Option<&'a str>,
    operator: Option<&'a OperatorSpec>,
    /// The operator in every edition, the preferred one first.
    contracts: Vec<&'a Contract>,
    /// Whether that edition was read from the same page, so that its headings apply.
    same_page: bool,
    /// For a document without editions: the naming scheme of its dtypes, and its functions, each with its role.
    names: &'a str,
    roles: Vec<(String, FunctionRole)>,
    /// How its table is read.
    table: Option<&'a TableChoice>,
}

/// The phase and variant of a function, and the function that follows it.
#[derive(Clone)]
pub(super) struct FunctionRole {
    pub(super) phase: u32,
    pub(super) variant: Option<String>,
    pub(super) then: Option<String>,
    pub(super) place: String,
}

/// The name of a dtype, or of a kind of number, in a naming scheme.
pub(super) fn name_in(spec: &Spec, short: &str, scheme: &str) -> String {
    let dtype = spec.dtypes.iter().find(|dtype| dtype.name == short);
    dtype.and_then(|dtype| dtype.name_in(scheme)).unwrap_or(short).to_owned()
}

impl<'a> Wording<'a> {
    pub(super) fn new(spec: &'a Spec, document: &'a str, edition: Option<&'a str>, same_page: bool) -> Self {
        let operator = spec.operator_of(document);
        let mut contracts: Vec<&Contract> =
            operator.iter().flat_map(|operator| &operator.contracts).collect();
        contracts.sort_by_key(|contract| Some(contract.edition.as_str()) != edition);
        Self {
            spec,
            document,
            edition,
            operator,
            contracts,
            same_page,
            names: "",
            roles: Vec::new(),
            table: None,
        }
    }

    /// The plain words for a document without editions, whose dtypes have names of this scheme and whose functions have
    /// these roles.
    pub(super) fn of_new(
        spec: &'a Spec,
        document: &'a str,
        names: &'a str,
        roles: Vec<(String, FunctionRole)>,
    ) -> Self {
        Self { names, roles, ..Self::new(spec, document, None, false) }
    }

    /// The plain words for a document without editions, whose table is read by a choice.
    pub(super) fn of_new_table(spec: &'a Spec, document: &'a str, choice: &'a TableChoice) -> Self {
        Self { table: Some(choice), ..Self::new(spec, document, None, false) }
    }

    /// How its table is read, if by a choice.
    pub(super) fn reading(&self) -> Option<&TableReading> {
        self.table.map(|choice| &choice.reading)
    }

    /// What the axes of its table stand for.
    pub(super) fn axes(&self) -> [&str; 2] {
        self.table.map_or(["lhs", "rhs"], TableChoice::axes)
    }

    /// What a table with names of a scheme calls a dtype, or a kind of number.
    pub(super) fn printed(&self, short: &str, scheme: &str) -> String {
        let names = self.table.iter().flat_map(|choice| &choice.names);
        let own = names.into_iter().find(|(_, of)| of == short).map(|(printed, _)| printed.clone());
        own.unwrap_or_else(|| name_in(self.spec, short, scheme))
    }

    /// The document's own naming scheme, if it has one.
    pub(super) fn scheme(&self) -> Option<&'a str> {
        let scheme = self.spec.schemes.iter().find(|scheme| scheme.cite.document == self.document);
        scheme.map(|scheme| scheme.name.as_str())
    }

    pub(super) fn table(&self, id: &str) -> Option<&'a Table> {
        self.spec.table(id)
    }

    pub(super) fn table_place(&self, id: &str) -> String {
        let editions = self.table(id).map_or(&[][..], |table| &table.editions);
        let own = editions.iter().find(|edition| Some(edition.edition.as_str()) == self.edition);
        let place = own.or(editions.first()).map(|edition| edition.printed.cite.place.as_str());
        place.unwrap_or("promotion table").to_owned()
    }

    /// Id, wording and place of a rule.
    pub(super) fn rule(&self, table: &str, rule: &RuleFact) -> (String, String, String) {
        let short = |dtype: &ascertain_spec::model::DTypeId| self.spec.dtype_of(*dtype).name.as_str();
        let rules = self.table(table).into_iter().flat_map(|t| &t.editions).flat_map(|e| &e.rules);
        let mut same = rules.filter(|known| {
            short(&known.operand) == rule.operand
                && known.only == rule.only
                && known.gives == rule.gives
                && known.partners.iter().map(short).eq(rule.partners.iter().map(String::as_str))
        });
        if let Some(known) = same.next() {
            return (known.id.clone(), known.says.clone(), known.cite.place.clone());
        }
        let list = rule.partners.join(", ");
        let (id, with) = match (rule.only, rule.partners.as_slice()) {
            (true, [only]) if *only == rule.operand => ("itself".to_owned(), "itself".to_owned()),
            (true, partners) => (partners.join("-"), list),
            (false, partners) => (format!("all-but-{}", partners.join("-")), format!("any dtype but {list}")),
        };
        let gives = match rule.gives {
            Gives::Partner => "gives that dtype".to_owned(),
            Gives::Operand => format!("gives {}", rule.operand),
            Gives::Nothing => "has no promotion".to_owned(),
        };
        let operand = &rule.operand;
        (
            format!("{operand}-with-{id}"),
            format!("{operand} with {with} {gives}"),
            "rules in prose".to_owned(),
        )
    }

    pub(super) fn contract(&self) -> Option<&'a Contract> {
        self.contracts.first().copied()
    }

    /// The naming scheme of the dtypes that the operator lists.
    pub(super) fn dtype_names(&self) -> &'a str {
        self.contract().and_then(|contract| contract.names.as_deref()).unwrap_or(self.names)
    }

    /// A function in every edition that has it.
    fn functions(&self, name: &str) -> impl Iterator<Item = &'a Function> {
        let functions = self.contracts.iter().flat_map(|contract| &contract.functions);
        functions.filter(move |function| function.name == name)
    }

    pub(super) fn function(&self, name: &str) -> FunctionRole {
        // The only variant of an operator has its name.
        let named = |variant: &&String| self.operator.is_some_and(|operator| operator.name != **variant);
        if let Some(known) = self.functions(name).next() {
            return FunctionRole {
                phase: known.phase,
                variant: Some(&known.variant).filter(named).cloned(),
                then: known.then.clone(),
                place: known.cite.place.clone(),
            };
        }
        if let Some((_, role)) = self.roles.iter().find(|(known, _)| known == name) {
            return role.clone();
        }
        let runs = name.strip_suffix("GetWorkspaceSize");
        let variants = self.contract().map_or(&[][..], |contract| &contract.variants);
        let variant = match variants {
            [only] => Some(&only.name).filter(named).cloned(),
            _ => None,
        };
        FunctionRole {
            phase: if runs.is_some() || !name.starts_with("aclnn") { 1 } else { 2 },
            variant,
            then: runs.map(str::to_owned),
            place: "prototypes".to_owned(),
        }
    }

    /// Wording and place of a parameter.
    pub(super) fn parameter(&self, function: &str, name: &str) -> (String, String) {
        let mut parameters = self.functions(function).flat_map(|function| &function.parameters);
        match parameters.find(|parameter| parameter.name == name) {
            Some(known) => (known.says.clone(), known.cite.place.clone()),
            None => (format!("parameter {name}"), format!("{function}, {name}")),
        }
    }

    /// Wording and place of a type that is not a dtype.
    pub(super) fn other(&self, name: &str) -> (String, String) {
        let lists = self.spec.type_lists.iter().filter(|list| list.document == self.document);
        let known = lists.flat_map(|list| &list.others).find(|other| other.name == name);
        let says = known.map_or("a type that is not a dtype", |other| other.says.as_str());
        let place = known.filter(|_| self.same_page).map(|other| other.cite.place.clone());
        (says.to_owned(), place.unwrap_or_else(|| format!("types, {name}")))
    }

    /// The place where a dtype is listed.
    pub(super) fn type_place(&self, name: &str) -> String {
        let lists = self.spec.type_lists.iter().filter(|list| list.document == self.document);
        let known = lists.flat_map(|list| &list.types).find(|ty| ty.name == name);
        let place = known.filter(|_| self.same_page).map(|ty| ty.cite.place.clone());
        place.unwrap_or_else(|| format!("types, {name}"))
    }
}
