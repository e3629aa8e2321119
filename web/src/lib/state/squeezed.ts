// Who turns the cards of a round, as frames say it. Pure.
import type { PublicEvent, TableView } from '../wire/messages';

/** Who turns the cards of the round after an event. */
export function squeezeAfter(before: TableView['squeeze'], event: PublicEvent): TableView['squeeze'] {
  switch (event.type) {
    case 'betting_closed':
    case 'card_face_down':
    case 'cards_revealed':
      return event.squeeze;
    case 'shoe_opened':
    case 'betting_opened':
    case 'round_ended':
      return undefined;
    default:
      return before;
  }
}
