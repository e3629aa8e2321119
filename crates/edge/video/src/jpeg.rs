//! Whether bytes are a JPEG as far as its markers tell, and no larger than a camera in a shoe makes one. It decodes
//! nothing.

/// The most pixels of a side. A browser needs memory for all of them, however few bytes they take.
const LONGEST_SIDE: u16 = 4_096;

/// Whether these bytes are a JPEG (ITU-T T.81) with a frame and a scan, and nothing behind its end.
pub fn is_jpeg(bytes: &[u8]) -> bool {
    let body = bytes.strip_prefix(&[0xff, 0xd8]).and_then(|rest| rest.strip_suffix(&[0xff, 0xd9]));
    body.is_some_and(has_frame_and_scan)
}

/// Whether segments follow each other up to the first scan, and one of them is a frame of some size.
fn has_frame_and_scan(mut rest: &[u8]) -> bool {
    let mut has_frame = false;
    while let [0xff, marker, high, low, after @ ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let Some((content, next)) = length.checked_sub(2).and_then(|length| after.split_at_checked(length))
        else {
            return false;
        };
        match marker {
            // Frames, without the tables that share their numbers.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                if has_frame || !has_size(content) {
                    return false;
                }
                has_frame = true;
            }
            // The scan: what follows is not in segments.
            0xda => return has_frame && !next.is_empty(),
            0xc4 | 0xcc | 0xdb..=0xdf | 0xe0..=0xef | 0xfe => {}
            _ => return false,
        }
        rest = next;
    }
    false
}

/// Whether a frame says a height and a width that a page can show.
fn has_size(frame: &[u8]) -> bool {
    let [_, first, second, third, fourth, ..] = frame else { return false };
    let sides = [[*first, *second], [*third, *fourth]].map(u16::from_be_bytes);
    sides.iter().all(|side| (1..=LONGEST_SIDE).contains(side))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A grey picture of 8 by 8 pixels, as libjpeg writes it without an application segment.
    fn picture(height: u16, width: u16) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8, 0xff, 0xdb, 0, 67, 0];
        bytes.extend([1; 64]);
        bytes.extend([0xff, 0xc0, 0, 11, 8]);
        bytes.extend(height.to_be_bytes());
        bytes.extend(width.to_be_bytes());
        bytes.extend([1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x2a, 0xff, 0xd9]);
        bytes
    }

    #[test]
    fn a_jpeg_is_known_by_its_markers() {
        let good = picture(8, 8);
        assert!(is_jpeg(&good));
        for length in 0..good.len() {
            assert!(!is_jpeg(&good[..length]), "cut off after {length}");
        }
        assert!(!is_jpeg(&[&good[..], b"<script>"].concat()), "something stands behind its end");
        assert!(!is_jpeg(b"\x89PNG\r\n\x1a\n"));
        assert!(!is_jpeg(b"\xff\xd8\xff\xd9"), "nothing is in it");
        assert!(!is_jpeg(b"\xff\xd8<script>alert(1)</script>\xff\xd9"));
    }

    #[test]
    fn a_picture_that_a_page_could_not_hold_is_refused() {
        for (height, width, is_one) in
            [(4_096, 4_096, true), (4_097, 8, false), (8, 65_535, false), (0, 8, false), (8, 0, false)]
        {
            assert_eq!(is_jpeg(&picture(height, width)), is_one, "{height} by {width}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_judged(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = is_jpeg(&bytes);
            let _ = is_jpeg(&[&[0xff, 0xd8, 0xff][..], &bytes, &[0xff, 0xd9]].concat());
        }
    }
}
