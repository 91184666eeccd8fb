//! Control digits of Russian requisites. They say «сходится», never «существует».
//!
//! Sources: приказ ФНС России № ЕД-7-14/559@ (ИНН), № 163н (ОГРН, ОГРНИП), Банк России 8.7.1997 № 515 (счёт),
//! ISO 3779 (VIN). All functions take bare text without spaces.

/// Digits of a text of exactly `len` ASCII digits.
fn digits(text: &str, len: usize) -> Option<Vec<u32>> {
    let list: Vec<u32> = text.chars().map_while(|c| c.to_digit(10)).collect();
    (text.len() == len && list.len() == len).then_some(list)
}

/// Weighted sum over the common length.
fn weighted(list: &[u32], weights: &[u32]) -> u32 {
    list.iter().zip(weights).map(|(d, w)| d * w).sum()
}

/// Whether an ИНН of 10 (company) or 12 (person) digits has right control digits.
#[must_use]
pub fn inn_ok(text: &str) -> bool {
    if let Some(d) = digits(text, 10) {
        return weighted(&d, &[2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == d[9];
    }
    digits(text, 12).is_some_and(|d| {
        weighted(&d, &[7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == d[10]
            && weighted(&d, &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == d[11]
    })
}

/// Whether an ОГРН (13 digits) or ОГРНИП (15 digits) has a right control digit.
#[must_use]
pub fn ogrn_ok(text: &str) -> bool {
    let modulus = match text.len() {
        13 => 11,
        15 => 13,
        _ => return false,
    };
    let (Some(list), Ok(number)) = (digits(text, text.len()), text.parse::<u64>()) else { return false };
    let last = u64::from(list[list.len() - 1]);
    number / 10 % modulus % 10 == last
}

/// Whether a СНИЛС of 11 digits has a right control number.
#[must_use]
pub fn snils_ok(text: &str) -> bool {
    digits(text, 11).is_some_and(|d| {
        let sum = weighted(&d, &[9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
        sum % 100 == d[9] * 10 + d[10]
    })
}

/// Whether an account of 20 digits agrees with the bank's БИК.
///
/// A correspondent account (it starts with `301`) and a bank whose БИК ends with `000` or `001` use 0 and digits 5–6
/// of the БИК; every other account uses digits 7–9.
#[must_use]
pub fn account_ok(bik: &str, account: &str) -> bool {
    let (Some(b), Some(a)) = (digits(bik, 9), digits(account, 20)) else { return false };
    let settlement = account.starts_with("301") || bik.ends_with("000") || bik.ends_with("001");
    let prefix = if settlement { [0, b[4], b[5]] } else { [b[6], b[7], b[8]] };
    let sum: u32 = prefix.iter().chain(&a).zip([7, 1, 3].iter().cycle()).map(|(d, w)| d * w % 10).sum();
    sum.is_multiple_of(10)
}

/// Whether a text has the shape of a БИК: nine digits.
#[must_use]
pub fn bik_shape(text: &str) -> bool {
    digits(text, 9).is_some()
}

/// Whether a text has the shape of a КПП: four digits, two digits or Latin capitals, three digits.
#[must_use]
pub fn kpp_shape(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 9
        && bytes.iter().enumerate().all(|(i, b)| b.is_ascii_digit() || (i == 4 || i == 5) && b.is_ascii_uppercase())
}

/// Whether a text is seventeen characters that a VIN may have (no I, O, Q).
#[must_use]
pub fn vin_shape(text: &str) -> bool {
    text.len() == 17 && text.bytes().all(|b| vin_value(b).is_some())
}

/// Whether the ninth character of a VIN is its control character. European makers may put anything there.
#[must_use]
pub fn vin_check_digit(text: &str) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    if !vin_shape(text) {
        return false;
    }
    let sum: u32 = text.bytes().zip(WEIGHTS).map(|(b, w)| vin_value(b).unwrap_or(0) * w).sum();
    let expected = match sum % 11 {
        10 => b'X',
        rest => b'0' + u8::try_from(rest).unwrap_or(0),
    };
    text.as_bytes()[8] == expected
}

/// Value of a VIN character; `None` for what a VIN may not have.
fn vin_value(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'H' => byte - b'A' + 1,
        b'J'..=b'N' => byte - b'J' + 1,
        b'P' => 7,
        b'R' => 9,
        b'S'..=b'Z' => byte - b'S' + 2,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text that differs from `text` in exactly one digit.
    fn mutations(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        for (i, old) in text.bytes().enumerate() {
            for new in b'0'..=b'9' {
                if new != old {
                    let mut bytes = text.as_bytes().to_vec();
                    bytes[i] = new;
                    out.push(String::from_utf8(bytes).expect("ascii"));
                }
            }
        }
        out
    }

    #[test]
    fn vectors() {
        assert!(inn_ok("7700000016") && inn_ok("770000010193"));
        assert!(!inn_ok("7700000017") && !inn_ok("770000010194") && !inn_ok("") && !inn_ok("770000001"));
        assert!(!inn_ok("77000000١6"));
        assert!(ogrn_ok("1247700000008") && ogrn_ok("324774600000002"));
        assert!(!ogrn_ok("1247700000009") && !ogrn_ok("324774600000003") && !ogrn_ok("12477000000a8"));
        assert!(snils_ok("11223344595") && !snils_ok("11223344596"));
        assert!(account_ok("049805746", "40602810700000000025"));
        assert!(!account_ok("049805746", "40602810700000000026"));
        assert!(account_ok("049805000", "30101810800000000746"));
        assert!(!account_ok("049805000", "30101810800000000747") && !account_ok("04980500", "30101810800000000746"));
        assert!(vin_check_digit("XTAGFL113M0000001"));
    }

    #[test]
    fn inn_mutations_fail() {
        // 11 → 0 and 10 → 0 share a control digit, so a few mutants of other numbers pass; of these, none.
        for text in ["7700000016", "770000010193"] {
            let passed: Vec<String> = mutations(text).into_iter().filter(|m| inn_ok(m)).collect();
            assert!(passed.is_empty(), "{text}: {passed:?}");
        }
    }

    #[test]
    fn other_mutations() {
        assert!(mutations("11223344595").iter().all(|m| !snils_ok(m)));
        let wrong = mutations("40602810700000000025");
        assert!(wrong.iter().all(|m| !account_ok("049805746", m)));
    }

    #[test]
    fn shapes() {
        assert!(kpp_shape("770001001") && kpp_shape("7700AB001") && !kpp_shape("77000100") && !kpp_shape("АВ0001001"));
        assert!(bik_shape("044525225") && !bik_shape("04452522") && !bik_shape("04452522a"));
        assert!(vin_shape("XW8ZZZCK4KG000001") && !vin_shape("XW8ZZZCK4KG00000O") && !vin_shape("XW8ZZZCK4KG00001"));
        assert!(vin_check_digit("1M8GDM9AXKP042788") && !vin_check_digit("1M8GDM9A1KP042788"));
    }
}
