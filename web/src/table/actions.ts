// The actions on chips that have a button each, in their order, with what each does and when it can be done.
import type { TableModel } from '$lib/state/table.svelte';

export type ActionName =
  'slip.undo' | 'slip.clear' | 'slip.double' | 'slip.rebet' | 'slip.replace' | 'auto.open';

export interface Action {
  readonly name: ActionName;
  readonly key: string;
  readonly enabled: boolean;
  readonly act: () => void;
}

/** The key of each button. Rebet and Replace are one button: with accepted bets there is nothing to bet again. */
export const ACTION_KEYS = { undo: 'z', clear: 'x', double: 'd', rebet: 'r', auto: 'a' } as const;

/** The actions at a table, but Confirm. `openAuto` is null where nobody can start Auto. */
export function actionsOf(
  table: TableModel,
  sendAtOnce: boolean,
  auto: { readonly offered: boolean; readonly open: (() => void) | null },
): Action[] {
  const { undo, clear, double, rebet, auto: autoKey } = ACTION_KEYS;
  const again: Action =
    table.staked > 0
      ? {
          name: 'slip.replace',
          key: rebet,
          enabled: table.canReplace,
          act: () => {
            table.confirm(true);
          },
        }
      : {
          name: 'slip.rebet',
          key: rebet,
          enabled: table.betting && table.hasNoWagers && table.seat.lastWagers.length > 0,
          act: () => {
            table.rebet(sendAtOnce);
          },
        };
  const actions: Action[] = [
    {
      name: 'slip.undo',
      key: undo,
      enabled: table.canUndo,
      act: () => {
        table.undo();
      },
    },
    {
      name: 'slip.clear',
      key: clear,
      enabled: table.betting && !table.hasNoWagers,
      act: () => {
        table.clear();
      },
    },
    {
      name: 'slip.double',
      key: double,
      enabled: table.doubling.length > 0,
      act: () => {
        table.double(sendAtOnce);
      },
    },
    again,
  ];
  const { open } = auto;
  return auto.offered
    ? [
        ...actions,
        { name: 'auto.open', key: autoKey, enabled: open !== null, act: open ?? (() => undefined) },
      ]
    : actions;
}
