//! Collects the elements of all frames.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The display time of the last frame before the animation restarts, in frame durations.
const LAST_FRAME_STAYS: usize = 3;

/// The layers, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Layer {
    Ground,
    Marks,
    Texts,
    Pieces,
}

/// Elements and the frames that show them. An element that is the same in several frames is stored once.
pub(crate) struct Timeline {
    count: usize,
    /// The frames of each element, by layer and by order within the layer.
    elements: BTreeMap<(Layer, usize, String), Vec<usize>>,
}

impl Timeline {
    pub(crate) const fn new(count: usize) -> Self {
        Self { count, elements: BTreeMap::new() }
    }

    /// Adds an element to a frame. Frames must be added in order.
    pub(crate) fn add(&mut self, frame: usize, layer: Layer, order: usize, element: String) {
        let frames = self.elements.entry((layer, order, element)).or_default();
        if frames.last() != Some(&frame) {
            frames.push(frame);
        }
    }

    pub(crate) fn write(&self, file: &mut String) {
        for ((_, _, element), frames) in &self.elements {
            if frames.len() == self.count {
                let _ = writeln!(file, "{element}");
            } else {
                let animation = self.animation(frames);
                // Viewers without animation show the last position.
                let is_last = frames.last() == Some(&(self.count - 1));
                let seen = visibility(is_last);
                let _ = writeln!(file, "<g visibility=\"{seen}\">{element}{animation}</g>");
            }
        }
    }

    /// An animation that shows an element only in these frames.
    fn animation(&self, frames: &[usize]) -> String {
        let total = self.count - 1 + LAST_FRAME_STAYS;
        let (mut values, mut times) = (String::new(), String::new());
        let mut change = |frame: usize, is_seen: bool| {
            let separator = if values.is_empty() { "" } else { ";" };
            let _ = write!(values, "{separator}{}", visibility(is_seen));
            let (whole, parts) = (frame * 1_000_000 / total, 1_000_000);
            let time = if whole == 0 { "0".into() } else { format!("0.{whole:06}") };
            debug_assert!(whole < parts, "a change comes before the end");
            let _ = write!(times, "{separator}{time}");
        };
        if frames.first() != Some(&0) {
            change(0, false);
        }
        for (index, &frame) in frames.iter().enumerate() {
            if index == 0 || frames[index - 1] + 1 != frame {
                change(frame, true);
            }
            let is_followed = frames.get(index + 1) == Some(&(frame + 1));
            if !is_followed && frame + 1 < self.count {
                change(frame + 1, false);
            }
        }
        format!(
            "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{total}s\" \
             repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>"
        )
    }
}

const fn visibility(is_seen: bool) -> &'static str {
    if is_seen { "visible" } else { "hidden" }
}
