//! Pages as a browser reads them, and what holds for all of them.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, tokenizer::TokenizerOpts};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};

/// An element with its attributes, and the text in it.
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn get(&self, attribute: &str) -> Option<&str> {
        self.attributes.get(attribute).map(String::as_str)
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.get("class").is_some_and(|all| all.split(' ').any(|own| own == class))
    }
}

/// A page as a browser reads it.
pub(crate) struct Page(pub(crate) Vec<Element>);

impl Page {
    /// Reads a page without mistakes.
    pub(crate) fn read(text: &str) -> Self {
        let tokenizer = TokenizerOpts { exact_errors: true, ..TokenizerOpts::default() };
        let options = ParseOpts { tokenizer, ..ParseOpts::default() };
        let dom = html5ever::parse_document(RcDom::default(), options).one(text);
        assert_eq!(*dom.errors.borrow(), Vec::<std::borrow::Cow<'_, str>>::new(), "a mistake in the HTML");
        let mut elements = Vec::new();
        collect(&dom.document, &mut elements);
        Self(elements)
    }

    /// Checks what holds for every page: it needs nothing else, runs no script but its own, and can be read aloud.
    pub(crate) fn check(&self, what: &str) {
        let all: Vec<&str> = self.with("id").collect();
        let ids: HashSet<&str> = all.iter().copied().collect();
        assert_eq!(ids.len(), all.len(), "{what}: an id is there twice");
        for attribute in ["aria-labelledby", "for", "popovertarget"] {
            self.with(attribute).for_each(|id| assert!(ids.contains(id), "{what}: {attribute}={id}"));
        }
        for element in &self.0 {
            assert!(element.attributes.keys().all(|name| !name.starts_with("on") && name != "src"), "{what}");
            match (element.name.as_str(), element.get("href")) {
                ("a", Some(href)) => match href.strip_prefix('#') {
                    Some(id) => assert!(ids.contains(id), "{what}: {href}"),
                    None => assert!(href.starts_with("https://"), "{what}: {href}"),
                },
                (_, Some(href)) => assert_eq!(href, "data:,", "{what}"),
                (_, None) => {}
            }
        }
        let style = self.named("style").next().expect("a style").text.clone();
        assert!(!style.contains("url(") && !style.contains("@import"), "{what}");
        let scripts: Vec<&Element> = self.named("script").collect();
        assert_eq!(scripts.len(), 1, "{what}");
        let digest = format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(&scripts[0].text)));
        assert!(
            self.with("content").any(|content| content.contains(&digest)),
            "{what}: the script cannot run"
        );
        let levels = self.0.iter().filter_map(|element| match element.name.as_str() {
            "h1" => Some(1),
            "h2" => Some(2),
            "h3" => Some(3),
            _ => None,
        });
        let levels: Vec<u32> = levels.collect();
        assert_eq!(levels[0], 1, "{what}");
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1 && pair[1] > 1), "{what}: {levels:?}");
        self.named("th").for_each(|th| assert!(th.get("scope").is_some(), "{what}: {}", th.text));
    }

    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.0.iter().filter(move |element| element.name == name)
    }

    pub(crate) fn with<'a>(&'a self, attribute: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter_map(move |element| element.get(attribute))
    }

    pub(crate) fn text(&self) -> &str {
        &self.named("body").next().expect("a body").text
    }
}

/// All elements below a node, and the text in it.
fn collect(node: &Handle, elements: &mut Vec<Element>) -> String {
    let at = elements.len();
    if let NodeData::Element { name, attrs, .. } = &node.data {
        let attributes = attrs.borrow();
        let attributes = attributes.iter().map(|a| (a.name.local.to_string(), a.value.to_string()));
        let (name, attributes) = (name.local.to_string(), attributes.collect());
        elements.push(Element { name, attributes, text: String::new() });
    }
    let mut text = match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    };
    node.children.borrow().iter().for_each(|child| text.push_str(&collect(child, elements)));
    if matches!(node.data, NodeData::Element { .. }) {
        elements[at].text.clone_from(&text);
    }
    text
}
