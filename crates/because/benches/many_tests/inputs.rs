//! What makes the inputs of the programs whose failing tests alone say little: many expressions would repair them.

use std::fmt::Write as _;

use super::Random;

pub(super) fn parcels(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 5) {
        let weight = match random.between(0, 9) {
            0 => random.one(&[0, 500, 501, 2000, 2001, 10_000, 10_001, 31_500, 31_501]),
            _ => random.between(1, 15_000),
        };
        let [length, width, height] = [0; 3].map(|_| random.between(5, 75));
        let (zone, express) = (random.between(0, 9) % 4, random.between(0, 1));
        let cover = random.one(&[0, 0, 100, 500, 501, 650, 1200, 4999, 5200]);
        let _ = writeln!(
            text,
            "{weight} {length} {width} {height} {zone} {express} {cover}"
        );
    }
    text
}

pub(super) fn romans(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 4) {
        let number = random.between(1, 4000);
        match random.between(0, 3) {
            0 => drop(writeln!(text, "{number}")),
            1 => {
                let letters =
                    (0..random.between(1, 5)).map(|_| random.one(&['M', 'D', 'C', 'L', 'X', 'V', 'I']));
                let word: String = letters.collect();
                text.push_str(&word);
                text.push('\n');
            }
            2 => drop(writeln!(text, "{}", random.between(0, 60) * 100)),
            _ => {
                let word = random.one(&[
                    "XIV", "MCMXCIX", "IIII", "VX", "DCC", "XLII", "MMXXVI", "ABC", "CDXC",
                ]);
                text.push_str(word);
                text.push('\n');
            }
        }
    }
    text
}

pub(super) fn bowling(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 3) {
        for _ in 0..random.between(2, 11) {
            let first = random.one(&[10, 10, 0, 3, 5, 7, 9]);
            let _ = write!(text, "{first} ");
            if first < 10 {
                let second = match random.between(0, 2) {
                    0 => 10 - first,
                    _ => random.between(0, 10 - first),
                };
                let _ = write!(text, "{second} ");
            }
        }
        if random.between(0, 7) == 0 {
            text.push_str("12 ");
        }
        text.push_str("-1\n");
    }
    text
}

pub(super) fn hours(random: &mut Random) -> String {
    let mut text = format!("{}\n", random.one(&[10, 12, 15, 20, 33]));
    for _ in 0..random.between(1, 6) {
        let from = match random.between(0, 4) {
            0 => random.one(&[540, 541, 1320, 1319]),
            _ => random.between(300, 1380),
        };
        let length = match random.between(0, 3) {
            0 => random.one(&[0, 360, 361, 480, 510, 540, 541]),
            _ => random.between(60, 720),
        };
        let to = (from + length) % 1440;
        let _ = writeln!(
            text,
            "{} {}:{:02} {}:{:02}",
            random.between(0, 7),
            from / 60,
            from % 60,
            to / 60,
            to % 60
        );
    }
    text
}
