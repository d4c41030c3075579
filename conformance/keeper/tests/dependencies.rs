//! Checks the program's dependencies against `deny.toml`, as `cargo deny check licenses sources bans` does, for
//! machines without cargo-deny.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde::Deserialize;
use serde::de::DeserializeOwned;
use spdx::{Expression, ParseMode};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
    sources: Sources,
    bans: Bans,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    #[serde(rename = "crate")]
    package: String,
    reason: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

/// What cargo prints for these arguments.
fn cargo(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO")).current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn rules() -> Rules {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn json<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}

/// The packages of the program on all platforms. `cargo metadata` says what a package is, and `cargo tree` which ones
/// the features of the program need.
fn packages() -> (Vec<Package>, Vec<String>) {
    let metadata: Metadata = json(&cargo(&["metadata", "--locked", "--format-version", "1"]));
    let tree = ["--locked", "--edges", "normal,build", "--target", "all", "--prefix", "none"];
    let tree = cargo(&[&["tree", "--format", "{p}"], &tree[..]].concat());
    let linked: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let packages = metadata.packages.into_iter();
    let packages = packages.filter(|p| linked.contains(&(p.name.as_str(), p.version.as_str()))).collect();
    (packages, metadata.workspace_members)
}

/// Every package that breaks a rule, and every rule that no package needs.
fn findings(rules: &Rules, packages: &[Package], members: &[String]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut unused: BTreeSet<&str> = rules.licenses.allow.iter().map(String::as_str).collect();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let Package { id, name, version, license, source } = package;
        versions.entry(name).or_default().insert(version);
        let expression =
            license.as_deref().and_then(|text| Expression::parse_mode(text, ParseMode::LAX).ok());
        let allowed = expression.is_some_and(|expression| {
            expression.requirements().for_each(|part| _ = unused.remove(part.req.to_string().as_str()));
            expression.evaluate(|part| rules.licenses.allow.contains(&part.to_string()))
        });
        if !allowed {
            findings.push(format!("{name} {version} has the license {license:?}, which is not allowed"));
        }
        let known = match source.as_deref() {
            None => members.contains(id),
            Some(source) => {
                rules.sources.allow_registry.iter().any(|url| source == format!("registry+{url}"))
            }
        };
        if !known {
            findings.push(format!("{name} {version} comes from {source:?}, which is not allowed"));
        }
    }
    findings.extend(unused.into_iter().map(|license| format!("no package has the license {license}")));
    for Skip { package, reason } in &rules.bans.skip {
        if reason.is_empty() {
            findings.push(format!("{package} is skipped without a reason"));
        }
        let (name, major) = package.split_once('@').unwrap();
        let own = |version: &&str| *version == major || version.starts_with(&format!("{major}."));
        match versions.get_mut(name) {
            Some(found) if found.len() > 1 && found.iter().any(own) => found.retain(|version| !own(version)),
            _ => findings.push(format!("{package} is skipped, and there is one version of it or none")),
        }
    }
    let twice = versions.iter().filter(|(_, versions)| versions.len() > 1);
    findings.extend(twice.map(|(name, versions)| format!("{name} has the versions {versions:?}")));
    findings
}

#[test]
#[ignore = "needs the packages of all platforms; scripts/dependencies.sh runs it"]
fn licenses_sources_and_versions_are_allowed() {
    let (packages, members) = packages();
    assert!(packages.len() > members.len(), "{} packages", packages.len());
    assert_eq!(findings(&rules(), &packages, &members), [""; 0]);
}

#[test]
fn what_is_not_allowed_is_found() {
    let package = |name: &str, version: &str, license: &str, source: &str| Package {
        id: format!("{name} {version}"),
        name: name.to_owned(),
        version: version.to_owned(),
        license: Some(license.to_owned()).filter(|license| !license.is_empty()),
        source: Some(source.to_owned()).filter(|source| !source.is_empty()),
    };
    let mut rules = rules();
    let registry = format!("registry+{}", rules.sources.allow_registry[0]);
    rules.licenses.allow = ["MIT", "ISC", "Zlib"].map(str::to_owned).to_vec();
    let skip = |package: &str, reason: &str| Skip { package: package.to_owned(), reason: reason.to_owned() };
    rules.bans.skip = vec![skip("twice@1", ""), skip("once@1", "a reason")];
    let packages = [
        package("own", "0.1.0", "MIT", ""),
        package("either", "1.0.0", "MIT/GPL-3.0-only", &registry),
        package("both", "1.0.0", "MIT AND GPL-3.0-only", &registry),
        package("none", "1.0.0", "", &registry),
        package("git", "1.0.0", "MIT", "git+https://example.org/git"),
        package("path", "1.0.0", "MIT", ""),
        package("twice", "1.2.0", "ISC", &registry),
        package("twice", "2.0.0", "ISC", &registry),
        package("once", "1.0.0", "MIT", &registry),
        package("thrice", "1.0.0", "MIT", &registry),
        package("thrice", "2.0.0", "MIT", &registry),
    ];
    let findings = findings(&rules, &packages, &["own 0.1.0".to_owned()]);
    let subjects: Vec<&str> = findings.iter().filter_map(|finding| finding.split(' ').next()).collect();
    assert_eq!(
        subjects,
        ["both", "none", "git", "path", "no", "twice@1", "once@1", "thrice"],
        "{findings:?}"
    );
}
