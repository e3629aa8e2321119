// Passkeys in the browser (WebAuthn): makes one, and answers challenges with one. What went wrong becomes an `ApiError`
// with a code of its own, so that forms explain it as they explain the server's refusals.
import { ApiError } from '$lib/net/http';
import type {
  AnsweredChallenge,
  AnsweredPasskey,
  MadePasskey,
  PasskeyChallenge,
  PasskeyCreation,
} from '$lib/wire/messages';

/** Codes by the name of the browser's exception; others mean that it stopped. */
const CODES: Readonly<Record<string, string>> = {
  InvalidStateError: 'passkey_known',
  SecurityError: 'passkey_unsupported',
  NotSupportedError: 'passkey_unsupported',
};

/** Whether this browser can use passkeys at this address, which needs a name: passkeys are bound to it. */
export function canUsePasskeys(): boolean {
  const hasName = !/^[\d.]+$|^\[/.test(location.hostname);
  return (
    hasName &&
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Has the browser make a passkey. */
export async function makePasskey(options: PasskeyCreation): Promise<MadePasskey> {
  return asked(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey });
  }) as Promise<MadePasskey>;
}

/** Has the browser answer a challenge with a passkey. */
export async function answerChallenge({
  challenge_id,
  options,
}: PasskeyChallenge): Promise<AnsweredChallenge> {
  const credential = await asked(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    );
    return navigator.credentials.get({ publicKey });
  });
  return { challenge_id, credential: credential as AnsweredPasskey };
}

/** The JSON of the credential that the browser gives. */
async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  if (!canUsePasskeys()) {
    throw trouble('passkey_unsupported');
  }
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    throw trouble(CODES[error instanceof DOMException ? error.name : ''] ?? 'passkey_stopped');
  }
  if (!(credential instanceof PublicKeyCredential)) {
    throw trouble('passkey_stopped');
  }
  return credential.toJSON();
}

function trouble(code: string): ApiError {
  return new ApiError({ code, message: '' });
}
