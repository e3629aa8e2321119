// Logs somebody in with a passkey: a challenge of the server, the browser's answer, a session.
import { passkeysApi } from '$lib/net/passkeys';
import { deviceName } from '$lib/state/device';
import type { SessionStarted } from '$lib/wire/messages';
import { answerChallenge } from './webauthn';

/** Starts a session with a passkey. The name helps authenticators that find none without it; it may be empty. */
export async function logInWithPasskey(name: string, staff: boolean): Promise<SessionStarted> {
  const challenge = await passkeysApi.beginLogIn(name === '' ? {} : { name }, staff);
  const passkey = await answerChallenge(challenge);
  return passkeysApi.logIn({ passkey, label: deviceName(navigator.userAgent), cookie: true }, staff);
}
