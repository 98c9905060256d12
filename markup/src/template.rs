//! From parsed nodes to a template and the statements that fill its holes.
//!
//! A template has one token a line; the first character says what the rest of the line is.

use proc_macro2::TokenStream;
use quote::quote;
use rstml::node::{KeyedAttribute, KeyedAttributeValue, Node, NodeAttribute, NodeElement};
use syn::spanned::Spanned;
use syn::{Error, Result};

/// Elements of SVG that the page draws with; they are made in a namespace of their own.
const SVG: [&str; 8] = [
    "circle", "g", "line", "path", "polygon", "polyline", "rect", "svg",
];

/// The expression of a view.
pub(crate) fn view(nodes: &[Node]) -> Result<TokenStream> {
    let mut template = Template::default();
    for node in nodes {
        template.node(node)?;
    }
    let Template { lines, fills } = template;
    let text = lines.join("\n");
    Ok(quote! {{
        #[allow(unused_mut, reason = "a view may have no hole")]
        let mut view = crate::ui::markup::View::new(#text);
        #(#fills)*
        view
    }})
}

#[derive(Default)]
struct Template {
    lines: Vec<String>,
    fills: Vec<TokenStream>,
}

impl Template {
    fn line(&mut self, kind: char, text: &str) {
        self.lines.push(format!("{kind}{text}"));
    }

    fn node(&mut self, node: &Node) -> Result<()> {
        match node {
            Node::Element(element) if is_component(element) => {
                let component = component(element)?;
                self.line('{', "");
                self.fills.push(quote! {
                    crate::ui::markup::component(#component, &mut view);
                });
            }
            Node::Element(element) => self.element(element)?,
            Node::Fragment(fragment) => {
                for child in &fragment.children {
                    self.node(child)?;
                }
            }
            Node::Text(text) => {
                let words = text.value_string();
                one_line(&words, node)?;
                self.line('"', &words);
            }
            Node::Block(block) => {
                self.line('{', "");
                self.fills.push(quote! {
                    #[allow(unused_braces, reason = "the block of the view")]
                    crate::ui::markup::Child::fill(#block, &mut view);
                });
            }
            Node::Comment(_) => {}
            other => {
                return Err(Error::new(
                    other.span(),
                    "not known to the views of the page",
                ));
            }
        }
        Ok(())
    }

    fn element(&mut self, element: &NodeElement<rstml::Infallible>) -> Result<()> {
        let tag = element.name().to_string();
        let kind = if SVG.contains(&tag.as_str()) {
            '%'
        } else {
            '<'
        };
        self.line(kind, &tag);
        let attributes: Vec<&KeyedAttribute> = element
            .attributes()
            .iter()
            .map(|attribute| match attribute {
                NodeAttribute::Attribute(attribute) => Ok(attribute),
                NodeAttribute::Block(block) => Err(Error::new(block.span(), "no spreads here")),
            })
            .collect::<Result<_>>()?;
        // A whole `class` would drop the classes that were set one by one.
        let whole = |attribute: &&&KeyedAttribute| attribute.key.to_string() == "class";
        for attribute in attributes.iter().filter(whole) {
            self.attribute(attribute)?;
        }
        for attribute in attributes.iter().filter(|attribute| !whole(attribute)) {
            self.attribute(attribute)?;
        }
        for child in &element.children {
            self.node(child)?;
        }
        self.line('/', "");
        Ok(())
    }

    fn attribute(&mut self, attribute: &KeyedAttribute) -> Result<()> {
        let name = attribute.key.to_string();
        let Some(value) = attribute.value() else {
            self.line('=', &format!("{name} "));
            return Ok(());
        };
        let (kind, name) = match name.split_once(':') {
            None => ('?', name.as_str()),
            Some(("class", name)) => ('.', name),
            Some(("prop", name)) => (':', name),
            Some(("on", name)) => {
                let event = syn::Ident::new(name, attribute.key.span());
                self.line('@', name);
                self.fills
                    .push(quote! { view.on(::leptos::ev::#event, #value); });
                return Ok(());
            }
            Some(_) => return Err(Error::new(attribute.key.span(), "no such attribute here")),
        };
        if let (Some(text), '?') = (attribute.value_literal_string(), kind) {
            one_line(&text, attribute)?;
            self.line('=', &format!("{name} {text}"));
            return Ok(());
        }
        self.line(if name == "style" { '~' } else { kind }, name);
        self.fills
            .push(quote! { crate::ui::markup::Value::fill(#value, &mut view); });
        Ok(())
    }
}

/// Texts end with their line.
fn one_line(text: &str, at: &impl Spanned) -> Result<()> {
    if text.contains('\n') {
        return Err(Error::new(at.span(), "a text of a view has one line"));
    }
    Ok(())
}

fn is_component(element: &NodeElement<rstml::Infallible>) -> bool {
    let name = element.name().to_string();
    let last = name.rsplit("::").next().unwrap_or(&name);
    last.starts_with(|first: char| first.is_ascii_uppercase())
}

/// A call of a component, with its properties by name.
fn component(element: &NodeElement<rstml::Infallible>) -> Result<TokenStream> {
    let name = element.name();
    let mut properties = TokenStream::new();
    let mut bound = None;
    for attribute in element.attributes() {
        let NodeAttribute::Attribute(attribute) = attribute else {
            return Err(Error::new(attribute.span(), "no spreads here"));
        };
        let key = &attribute.key;
        match &attribute.possible_value {
            KeyedAttributeValue::Binding(binding) => bound = Some(&binding.inputs),
            _ => match attribute.value() {
                Some(value) => properties.extend(quote! { .#key({ #value }) }),
                None => properties.extend(quote! { .#key(#key) }),
            },
        }
    }
    if !element.children.is_empty() {
        let children = view(&element.children)?;
        properties.extend(match bound {
            Some(inputs) => quote! { .children(move |#inputs| #children) },
            None => quote! {
                .children(::leptos::children::ToChildren::to_children(move || #children))
            },
        });
    }
    Ok(quote! {
        ::leptos::component::component_view(
            &#name,
            ::leptos::component::component_props_builder(&#name) #properties .build(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::view;
    use proc_macro2::TokenStream;
    use rstml::{Parser, ParserConfig};

    fn expanded(source: &str) -> Result<String, String> {
        let tokens: TokenStream = source.parse().map_err(|_| "no tokens".to_owned())?;
        let parser = Parser::new(ParserConfig::default().recover_block(true));
        let (nodes, _) = parser.parse_recoverable(tokens).split_vec();
        view(&nodes)
            .map(|tokens| tokens.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn what_stays_is_in_the_template_and_the_rest_in_holes() {
        let text = expanded(
            "<p id=\"a\" class:wide=wide class=\"soft\" on:click=act>\"Hi \" {name} <Card offer /></p>",
        )
        .unwrap_or_default();
        let template = r#"new ("<p\n=class soft\n=id a\n.wide\n@click\n\"Hi \n{\n{\n/")"#;
        assert!(text.contains(template), "{text}");
        let holes = ["wide", "act", "name", "Card"].map(|hole| text.find(hole));
        assert!(
            holes.is_sorted() && holes.iter().all(Option::is_some),
            "{text}"
        );
    }

    #[test]
    fn shapes_have_their_namespace() {
        let text = expanded("<svg><path d=\"M0 0\" /></svg>").unwrap_or_default();
        assert!(text.contains(r#""%svg\n%path\n=d M0 0\n/\n/""#), "{text}");
    }

    #[test]
    fn what_the_page_cannot_build_is_refused() {
        for source in ["<p>\"a\nb\"</p>", "<p {..spread}></p>", "<p use:it=x></p>"] {
            assert!(expanded(source).is_err(), "{source}");
        }
    }
}
