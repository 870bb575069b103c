//! Drawings as they are worked on: any names, any order, nothing left out yet.

/// The spots met on the way round, by number; the direction is the same for all lines of a region.
pub type Line = Vec<u16>;
/// The lines at the border of a region.
pub type Region = Vec<Line>;

/// Regions, and how many lives each spot has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sketch {
    /// The lives of each spot that a line may name.
    pub lives: Vec<u8>,
    /// The regions.
    pub regions: Vec<Region>,
}

impl Sketch {
    /// The same without what makes no difference to play.
    pub(super) fn reduced(mut self) -> Sketch {
        let lives = std::mem::take(&mut self.lives);
        for region in &mut self.regions {
            for line in region.iter_mut() {
                line.retain(|s| lives[usize::from(*s)] > 0);
                // Between two visits of the same spot nothing is left: they are one.
                line.dedup();
                while line.len() > 1 && line.first() == line.last() {
                    line.pop();
                }
            }
            region.retain(|line| !line.is_empty());
        }
        self.regions.retain(|region| {
            let mut spots: Vec<u16> = region.iter().flatten().copied().collect();
            spots.sort_unstable();
            spots.dedup();
            // A curve takes two lives.
            spots.iter().map(|s| u32::from(lives[usize::from(*s)])).sum::<u32>() >= 2
        });
        Sketch { lives, ..self }.renumbered()
    }

    /// The same with spots numbered in the order they are met, and none that is not met.
    fn renumbered(mut self) -> Sketch {
        let mut number = vec![u16::MAX; self.lives.len()];
        let mut lives = vec![];
        for spot in self.regions.iter_mut().flatten().flatten() {
            let old = usize::from(*spot);
            if number[old] == u16::MAX {
                number[old] = lives.len() as u16;
                lives.push(self.lives[old]);
            }
            *spot = number[old];
        }
        Sketch { lives, ..self }
    }

    /// The parts that share no spot.
    pub(super) fn lands(self) -> Vec<Sketch> {
        let mut land_of_spot: Vec<usize> = (0..self.lives.len()).collect();
        fn find(of: &mut [usize], mut s: usize) -> usize {
            while of[s] != s {
                of[s] = of[of[s]];
                s = of[s];
            }
            s
        }
        for region in &self.regions {
            let mut spots = region.iter().flatten().map(|s| usize::from(*s));
            let Some(first) = spots.next() else { continue };
            for spot in spots {
                let (a, b) = (find(&mut land_of_spot, first), find(&mut land_of_spot, spot));
                land_of_spot[a] = b;
            }
        }
        let mut lands: Vec<(usize, Sketch)> = vec![];
        for region in self.regions {
            let Some(first) = region.first().and_then(|line| line.first()) else { continue };
            let land = find(&mut land_of_spot, usize::from(*first));
            match lands.iter_mut().find(|(l, _)| *l == land) {
                Some((_, sketch)) => sketch.regions.push(region),
                None => lands.push((land, Sketch { lives: self.lives.clone(), regions: vec![region] })),
            }
        }
        lands.into_iter().map(|(_, sketch)| sketch.renumbered()).collect()
    }

    /// In how many places each spot is met.
    pub fn visits(&self) -> Vec<usize> {
        let mut visits = vec![0; self.lives.len()];
        self.regions.iter().flatten().flatten().for_each(|s| visits[usize::from(*s)] += 1);
        visits
    }
}
