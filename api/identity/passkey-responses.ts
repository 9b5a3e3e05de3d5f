import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import Joi from 'joi';

const part = Joi.string().max(16_000);

const toSchema = <Response>(parts: Record<string, Joi.Schema>): Joi.ObjectSchema<Response> =>
  Joi.object({
    id: part.required(),
    rawId: part.required(),
    type: Joi.valid('public-key').required(),
    clientExtensionResults: Joi.object().default({}),
    response: Joi.object({ clientDataJSON: part.required(), ...parts })
      .unknown()
      .required(),
  }).unknown();

const registration = toSchema<RegistrationResponseJSON>({
  attestationObject: part.required(),
  transports: Joi.array().items(Joi.string().max(30)).max(10),
});

const signIn = toSchema<AuthenticationResponseJSON>({
  authenticatorData: part.required(),
  signature: part.required(),
  userHandle: part,
});

/** Reads the response of `navigator.credentials.create` in a form; undefined for another text. */
export const readRegistration = (given: string) => read(registration, given);

/** Reads the response of `navigator.credentials.get` in a form; undefined for another text. */
export const readSignIn = (given: string) => read(signIn, given);

function read<Response>(schema: Joi.ObjectSchema<Response>, given: string): Response | undefined {
  try {
    const { value, error } = schema.validate(JSON.parse(given));
    return error ? undefined : (value as Response);
  } catch {
    return undefined;
  }
}

/** Returns the challenge that a device has signed, as we built it and as the device encoded it. */
export function readChallenge({ response }: { response: { clientDataJSON: string } }): {
  text: string;
  encoded: string;
} {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = clientData as { challenge?: unknown };
    const encoded = typeof challenge === 'string' ? challenge : '';
    return { text: Buffer.from(encoded, 'base64url').toString(), encoded };
  } catch {
    return { text: '', encoded: '' };
  }
}
