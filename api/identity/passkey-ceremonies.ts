import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeyDoc, PasskeyModel } from '../../shared/identity/passkey-model.ts';
import { notePasskeyUse } from '../../shared/identity/passkeys.ts';
import type { Logger } from '../../shared/log.ts';
import { minuteMs } from '../../shared/time.ts';
import type { Challenges } from './challenges.ts';
import { readChallenge, readRegistration, readSignIn } from './passkey-responses.ts';
import type { Person } from './person.ts';

/**
 * Registers passkeys and signs in with them (WebAuthn). The device checks a fingerprint, a face or a PIN each time, so
 * that a passkey is two factors: no code is asked for.
 */
export interface PasskeyCeremonies {
  /** Returns what a browser creates a passkey with. */
  askToRegister(
    person: Person,
    known: readonly PasskeyDoc[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Returns the passkey of a response; undefined when it does not fit. */
  register(person: Person, response: string): Promise<NewPasskey | undefined>;
  /** Returns what a browser signs with any passkey that it has for the service. */
  askToSignIn(): PublicKeyCredentialRequestOptionsJSON;
  /** Returns the user of a response; undefined when it does not fit. */
  signIn(response: string): Promise<string | undefined>;
}

type NewPasskey = Pick<PasskeyDoc, '_id' | 'publicKey' | 'counter' | 'transports'>;

interface CeremonyOptions {
  /** The only origin whose pages may ask devices. */
  baseUrl: string;
  challenges: Challenges;
  passkeys: PasskeyModel;
  log: Logger;
}

const timeoutMs = 5 * minuteMs;
const loadLibrary = () => import('@simplewebauthn/server');

export function createPasskeyCeremonies(options: CeremonyOptions): PasskeyCeremonies {
  const { baseUrl, challenges } = options;
  const { hostname: rpId } = new URL(baseUrl);
  return {
    askToRegister: async (person, known) => {
      const { generateRegistrationOptions } = await loadLibrary();
      return generateRegistrationOptions({
        rpName: 'Render platform',
        rpID: rpId,
        userID: toBytes(person.user.id),
        userName: person.user.email,
        userDisplayName: person.user.name,
        challenge: toBytes(challenges.build(toPurpose(person))),
        timeout: timeoutMs,
        excludeCredentials: known.map(({ _id: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    register: (person, response) => register(options, person, response),
    askToSignIn: () => ({
      challenge: Buffer.from(challenges.build('sign-in')).toString('base64url'),
      rpId,
      timeout: timeoutMs,
      userVerification: 'required',
    }),
    signIn: (response) => signIn(options, response),
  };
}

/** A challenge of one session does not register a passkey in another. */
const toPurpose = ({ session }: Person) => `passkey of ${session.id}`;

const toBytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));

async function register(
  { baseUrl, challenges, log }: CeremonyOptions,
  person: Person,
  given: string,
): Promise<NewPasskey | undefined> {
  const response = readRegistration(given);
  if (!response || !(await challenges.take(readChallenge(response).text, toPurpose(person))))
    return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  const found = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    ...toExpectation(baseUrl, readChallenge(response).encoded),
  }).catch(refuse(log));
  if (!found?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential;
  return { _id: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

async function signIn(
  { baseUrl, challenges, passkeys, log }: CeremonyOptions,
  given: string,
): Promise<string | undefined> {
  const response = readSignIn(given);
  if (!response || !(await challenges.take(readChallenge(response).text, 'sign-in'))) return undefined;
  const passkey = await passkeys.findOne({ _id: response.id }).lean<PasskeyDoc>();
  if (!passkey || !isFor(passkey.user, response)) return undefined;
  const { _id: id, publicKey, counter, transports } = passkey;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const found = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    ...toExpectation(baseUrl, readChallenge(response).encoded),
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter, transports },
  }).catch(refuse(log));
  if (!found?.verified) return undefined;
  const isNoted = await notePasskeyUse(passkeys, passkey, found.authenticationInfo.newCounter);
  return isNoted ? passkey.user : undefined;
}

function toExpectation(baseUrl: string, expectedChallenge: string) {
  const { origin, hostname } = new URL(baseUrl);
  return {
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  };
}

/** The device names the user too for whom it made the passkey. */
function isFor(user: string, { response }: Pick<AuthenticationResponseJSON, 'response'>): boolean {
  const { userHandle } = response;
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === user;
}

const refuse = (log: Logger) => (error: unknown) => {
  log.info({ err: error }, 'a passkey was refused');
  return undefined;
};
