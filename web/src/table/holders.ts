// Who turns the cards of each side of a round, in words.
import { t } from '$lib/i18n/t';
import { sideName } from '$lib/state/announce';
import type { SideId, SqueezeView } from '$lib/wire/messages';

/** Who turns the cards of each side, a sentence each. */
export function holderTexts(squeeze: SqueezeView | undefined, own: SideId | null = null): string[] {
  const sides: readonly SideId[] = ['player', 'banker'];
  return sides.flatMap((id) => {
    const holder = squeeze?.[id] ?? null;
    const side = sideName(id);
    if (holder === null) {
      return [];
    }
    if (own === id) {
      return [t('squeeze.you', { side })];
    }
    const name = holder.nickname;
    return [name === null ? t('squeeze.somebody', { side }) : t('squeeze.named', { name, side })];
  });
}
