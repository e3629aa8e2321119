// Who turns the cards of a round, as frames say it. Pure.
import type { PublicEvent, TableView } from '../wire/messages';

/** Who turns the cards of the round after an event. */
export function squeezeAfter(before: TableView['squeeze'], event: PublicEvent): TableView['squeeze'] {
  if ('squeeze' in event) {
    return event.squeeze;
  }
  const isOther =
    event.type === 'betting_opened' || event.type === 'round_ended' || event.type === 'shoe_opened';
  return isOther ? undefined : before;
}
