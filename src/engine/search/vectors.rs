//! Vectors of meaning: unit length, one signed byte per dimension, and the nearest of many.
//!
//! A byte per dimension keeps a hundred thousand passages in memory; the loss is far below what tells passages apart.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Dimensions that a model may have.
pub const MOST_DIMENSIONS: usize = 8192;

/// A vector brought to unit length and to bytes; `None` for one without direction, or with what is no number.
#[must_use]
pub fn quantized(vector: &[f32]) -> Option<Vec<i8>> {
    let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    if vector.is_empty() || vector.len() > MOST_DIMENSIONS || !length.is_finite() || length == 0.0 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounded and within ±127")]
    let byte = |x: &f32| (f64::from(*x) / length * 127.0).round() as i8;
    Some(vector.iter().map(byte).collect())
}

/// Vectors of one model, in one block.
#[derive(Debug, Default)]
pub struct Vectors {
    dimensions: usize,
    ids: Vec<i64>,
    data: Vec<i8>,
}

impl Vectors {
    /// Adds a vector; one of another size than the first is left out and `false` comes back.
    pub fn push(&mut self, id: i64, vector: &[i8]) -> bool {
        if self.ids.is_empty() {
            self.dimensions = vector.len();
        }
        if vector.is_empty() || vector.len() != self.dimensions {
            return false;
        }
        self.ids.push(id);
        self.data.extend_from_slice(vector);
        true
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The nearest to a question, best first, with their cosines; ties by id. Only those that `wanted` takes.
    #[must_use]
    pub fn nearest(&self, asked: &[i8], most: usize, wanted: impl Fn(i64) -> bool) -> Vec<(i64, f64)> {
        if asked.len() != self.dimensions || most == 0 {
            return Vec::new();
        }
        let mut best: BinaryHeap<Reverse<(i32, Reverse<i64>)>> = BinaryHeap::with_capacity(most + 1);
        for (id, vector) in self.ids.iter().zip(self.data.chunks_exact(self.dimensions)) {
            if !wanted(*id) {
                continue;
            }
            let near = Reverse((dot(asked, vector), Reverse(*id)));
            if best.len() < most {
                best.push(near);
            } else if best.peek().is_some_and(|worst| near.cmp(worst) == Ordering::Less) {
                best.pop();
                best.push(near);
            }
        }
        let found = best.into_sorted_vec();
        found.into_iter().map(|Reverse((dot, Reverse(id)))| (id, f64::from(dot) / (127.0 * 127.0))).collect()
    }
}

fn dot(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first_and_only_the_wanted() {
        let vector = |x: f32, y: f32| quantized(&[x, y]).expect("a vector");
        let mut all = Vectors::default();
        for (id, x, y) in [(1, 1.0, 0.0), (2, 0.9, 0.1), (3, 0.0, 1.0), (4, -1.0, 0.0), (5, 1.0, 0.0)] {
            assert!(all.push(id, &vector(x, y)));
        }
        assert!(!all.push(6, &[1, 2, 3]), "another size");
        let near = all.nearest(&vector(2.0, 0.0), 3, |_| true);
        assert_eq!(near.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [1, 5, 2]);
        assert!((near[0].1 - 1.0).abs() < 1e-9 && near[2].1 < 1.0);
        let odd = all.nearest(&vector(2.0, 0.0), 2, |id| id != 1);
        assert_eq!(odd.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [5, 2]);
        assert_eq!(all.nearest(&[1, 2, 3], 2, |_| true), []);
    }

    #[test]
    fn what_has_no_direction_is_no_vector() {
        for bad in [vec![], vec![0.0, 0.0], vec![f32::NAN, 1.0], vec![f32::INFINITY]] {
            assert_eq!(quantized(&bad), None);
        }
        assert_eq!(quantized(&[3.0, -4.0]), Some(vec![76, -102]));
    }
}
