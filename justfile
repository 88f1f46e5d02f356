# Short names for the common commands; `just` lists them.

_default:
    @just --list --unsorted

# Build and start: the menu in a terminal, one whole game otherwise
run *ARGS:
    cargo run --release -- {{ARGS}}

# Run the tests of one crate, or of the workspace: `just test rival-othello`
test CRATE="" *ARGS:
    cargo test {{ if CRATE == "" { "--workspace --exclude benches" } else { "-p " + CRATE } }} {{ARGS}}

# Run format, lints and the checks of the tree
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- -D warnings
    cargo test -p integration-tests --test laws

# Run the fuzz targets for a minute each
fuzz:
    RIVAL_DEEP=1 cargo test --release -p fuzz

# Build the guides as a searchable site in target/book (needs mdbook), and the API documentation
docs:
    mdbook build docs
    cargo doc --workspace --no-deps

# Run everything, as continuous integration does
all:
    tests/run

# Build the packages of a release in target/dist and test them (as root, with debootstrap and buildah)
dist:
    packaging/dist
    packaging/image
    packaging/check
