// Which side is asked for: shown by the panel and by the strip alike.
import { t } from '$lib/i18n/t';
import { sideName } from '$lib/state/announce';
import type { AskMark, RoadMap, SideId } from '$lib/wire/messages';

class Asked {
  /** The side whose win the roads show as if it came next. */
  side = $state<SideId | null>(null);
}

export const asked = new Asked();

/** The colour of the mark that an ask would add, in a word. */
function markName(mark: AskMark | null): string {
  return t(`roads.ask.mark.${mark === null ? 'none' : mark.mark === 'r' ? 'r' : 'b'}`);
}

/** The marks that a win of a side would add to the derived roads. */
export function marksText({ ask }: RoadMap, side: SideId): string {
  const { big_eye_boy, small_road, cockroach_pig } = ask[side];
  return t('roads.ask.marks', {
    eye: markName(big_eye_boy),
    small: markName(small_road),
    pig: markName(cockroach_pig),
  });
}

/** What a win of a side would add to all roads. */
export function askText({ ask, big_road }: RoadMap, side: SideId): string {
  const { big_eye_boy, small_road, cockroach_pig } = ask[side];
  const marks = {
    side: sideName(side),
    eye: markName(big_eye_boy),
    small: markName(small_road),
    pig: markName(cockroach_pig),
  };
  const streak = big_road.streaks.at(-1);
  return streak?.side === side
    ? t('roads.ask.grows', { ...marks, count: streak.ties.length + 1 })
    : t('roads.ask.begins', marks);
}
