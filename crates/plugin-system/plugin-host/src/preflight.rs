//! Checks a file's bytes before any of its code runs.
//!
//! The system's loader trusts its input: a truncated library kills the process with SIGBUS during loading. A file that
//! passes is built for this machine, carries a stamp, and contains all its segments and sections. The bytes alone can't
//! reveal damage within the sections or malicious code.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use memchr::memmem;
use object::elf::{EM_AARCH64, EM_RISCV, EM_X86_64, ET_DYN, PT_LOAD, SHN_UNDEF, SHT_DYNSYM};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{Endianness, elf};
use plugin_abi::{
    C_INTERFACE, C_INTERFACE_FIRST, C_STAMP_SYMBOL, INTERFACE, STAMP_BYTES, STAMP_SYMBOL, Stamp,
};

use crate::error::{FILE_BYTES_MAX, PluginError};

type Header = elf::FileHeader64<Endianness>;

/// The kind of library that this program can load; `None` on systems that can't load plugins.
const MACHINE: Option<elf::Machine> = if cfg!(target_arch = "x86_64") {
    Some(EM_X86_64)
} else if cfg!(target_arch = "aarch64") {
    Some(EM_AARCH64)
} else if cfg!(target_arch = "riscv64") {
    Some(EM_RISCV)
} else {
    None
};

/// Reads the file.
///
/// # Errors
/// [`PluginError`] if the file is not a regular file, is too large or can't be read. Other kinds of files are not
/// opened, because opening them could block or have side effects.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, PluginError> {
    let unreadable = |error: io::Error| PluginError::Unreadable { file: file.into(), error };
    let metadata = fs::metadata(file).map_err(unreadable)?;
    if !metadata.is_file() {
        let what = describe(metadata.file_type());
        return Err(PluginError::NotAFile { file: file.into(), what });
    }
    let too_large = |bytes| PluginError::TooLarge { file: file.into(), bytes };
    if metadata.len() > FILE_BYTES_MAX {
        return Err(too_large(metadata.len()));
    }
    let mut content = Vec::new();
    let opened = File::open(file).map_err(unreadable)?;
    let bytes = opened.take(FILE_BYTES_MAX + 1).read_to_end(&mut content).map_err(unreadable)?;
    match u64::try_from(bytes) {
        Ok(0..=FILE_BYTES_MAX) => Ok(content),
        _ => Err(too_large(metadata.len())),
    }
}

fn describe(kind: fs::FileType) -> &'static str {
    match () {
        () if kind.is_dir() => "a folder",
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

/// Returns `true` if the content claims to be a plugin, complete or not.
pub(crate) fn claims_to_be_a_plugin(content: &[u8]) -> bool {
    // After a later match, even fewer bytes would remain.
    memmem::find(content, &Stamp::MAGIC).is_some_and(|at| content.len() - at >= STAMP_BYTES)
}

/// Returns `true` if a file that begins with these bytes is a 64-bit ELF file for this machine.
pub(crate) fn is_for_this_machine(head: &[u8]) -> bool {
    let Ok(header) = Header::parse(head) else { return false };
    let endian = header.endian().unwrap_or_default();
    Some(header.e_machine(endian)) == MACHINE && endian == Endianness::default()
}

/// Checks the content of `file` without running any of its code.
///
/// # Errors
/// [`PluginError`] if it is not a complete dynamic library for this machine with this interface's stamp.
pub(crate) fn check(file: &Path, content: &[u8]) -> Result<(), PluginError> {
    let file = || file.to_path_buf();
    if !content.starts_with(&elf::ELFMAG) {
        return Err(PluginError::NotALibrary { file: file() });
    }
    let header = match Header::parse(content) {
        Ok(header) => header,
        Err(_) if content.len() < size_of::<Header>() => {
            return Err(PluginError::Damaged { file: file() });
        }
        Err(_) => return Err(PluginError::Architecture { file: file() }),
    };
    let damaged = || PluginError::Damaged { file: file() };
    let endian = header.endian().ok().ok_or_else(damaged)?;
    if Some(header.e_machine(endian)) != MACHINE || endian != Endianness::default() {
        return Err(PluginError::Architecture { file: file() });
    }
    if header.e_type(endian) != ET_DYN {
        return Err(PluginError::NotALibrary { file: file() });
    }
    let library = Library { header, endian, content };
    library.check_extent().ok_or_else(damaged)?;
    let stamp = |symbol| library.stamp(symbol).ok().ok_or_else(damaged);
    let refused = |stamp: Stamp, supported, kit| PluginError::Interface {
        file: file(),
        found: stamp.interface(),
        supported,
        kit,
        made_with: stamp.sdk_version(),
    };
    match (stamp(STAMP_SYMBOL)?, stamp(C_STAMP_SYMBOL)?) {
        (Some(stamp), _) if stamp.interface() == INTERFACE => Ok(()),
        (Some(stamp), _) => Err(refused(stamp, INTERFACE, "plugin-sdk")),
        (None, Some(stamp)) if (C_INTERFACE_FIRST..=C_INTERFACE).contains(&stamp.interface()) => {
            Ok(())
        }
        (None, Some(stamp)) => Err(refused(stamp, C_INTERFACE, "rival_plugin.h")),
        (None, None) => Err(PluginError::NoStamp { file: file() }),
    }
}

/// A library's bytes and their parsed form.
struct Library<'a> {
    header: &'a Header,
    endian: Endianness,
    content: &'a [u8],
}

impl Library<'_> {
    /// Checks the extent of segments and sections. `None` if one of them extends beyond the file.
    fn check_extent(&self) -> Option<()> {
        for segment in self.header.program_headers(self.endian, self.content).ok()? {
            segment.data(self.endian, self.content).ok()?;
        }
        for section in self.header.section_headers(self.endian, self.content).ok()? {
            section.data(self.endian, self.content).ok()?;
        }
        Some(())
    }

    /// The stamp that the library exports as this symbol, if any.
    fn stamp(&self, name: &str) -> object::Result<Option<Stamp>> {
        let sections = self.header.sections(self.endian, self.content)?;
        let symbols = sections.symbols(self.endian, self.content, SHT_DYNSYM)?;
        let exported = symbols.iter().find(|symbol| {
            symbol.st_shndx(self.endian) != SHN_UNDEF
                && symbol.name(self.endian, symbols.strings()) == Ok(name.as_bytes())
        });
        let bytes = exported
            .and_then(|symbol| self.bytes_at(symbol.st_value(self.endian), STAMP_BYTES as u64));
        Ok(bytes.and_then(Stamp::from_bytes))
    }

    /// The part of the file to be loaded at this address.
    fn bytes_at(&self, address: u64, count: u64) -> Option<&[u8]> {
        let segments = self.header.program_headers(self.endian, self.content).ok()?;
        let mut loaded = segments.iter().filter(|segment| segment.p_type(self.endian) == PT_LOAD);
        loaded.find_map(|segment| {
            segment.data_range(self.endian, self.content, address, count).ok().flatten()
        })
    }
}
