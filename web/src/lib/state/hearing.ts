// Who hears every message of the server as it arrives, before it is shown: the checks of shoes, once they are loaded.
import type { ServerMessage } from '../wire/messages';

export const hearing: { by: ((message: ServerMessage) => void) | null } = { by: null };
