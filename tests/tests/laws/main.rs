//! Properties of the whole tree that the compiler doesn't check. Each law is a function from a small input to its
//! violations. One test shows that the law can be broken. Another test checks the tree.

mod book;
mod circles;
mod code;
mod commands;
mod english;
mod features;
mod layers;
mod licenses;
mod manifests;
mod pages;
mod quotes;
mod shape;
mod targets;
mod weights;
mod words;
