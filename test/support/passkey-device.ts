import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Options as a page contains them. */
interface AskOptions {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

interface Deviation {
  /** Of the page that asks. */
  origin?: string;
  /** The person was not recognized by the device. */
  isUnverified?: boolean;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** A device with one passkey (ES256, no attestation), which responds as browsers do: WebAuthn, sections 5.1 and 6. */
export class PasskeyDevice {
  readonly id = randomBytes(32);
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  #userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  /** Returns the response of `navigator.credentials.create`. */
  create(options: AskOptions, deviation: Deviation = {}): string {
    this.#userHandle = options.user!.id;
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    const authData = this.#authData(options.rp!.id, deviation, attested);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return this.#respond({
      clientDataJSON: encode(this.#clientData('webauthn.create', options, deviation)),
      attestationObject: encode(attestationObject),
      transports: ['internal'],
    });
  }

  /** Returns the response of `navigator.credentials.get`. */
  get(options: AskOptions, deviation: Deviation = {}): string {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', options, deviation);
    const authData = this.#authData(options.rpId!, deviation);
    const signature = createSign('sha256').update(authData).update(sha256(clientData)).sign(this.#key);
    return this.#respond({
      clientDataJSON: encode(clientData),
      authenticatorData: encode(authData),
      signature: encode(signature),
      userHandle: this.#userHandle,
    });
  }

  #respond(response: object): string {
    const id = encode(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, { challenge }: AskOptions, { origin = this.#origin }: Deviation): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #authData(rpId: string, { isUnverified = false }: Deviation, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    // The person was present (1) and recognized (4); what is attested follows (64).
    const flags = 1 | (isUnverified ? 0 : 4) | (attested ? 64 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...(attested ? [attested] : [])]);
  }

  /** In COSE: kty EC2, alg ES256, crv P-256, x, y. */
  #publicKey(): Buffer {
    const { x, y } = this.#point;
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(x),
      Buffer.from([0x22]),
      cborBytes(y),
    ]);
  }
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** Reads the options that a page asks devices with. */
export function readAskOptions(html: string): AskOptions {
  const attribute = /data-options="([^"]+)"/.exec(html)?.[1] ?? '';
  return JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as AskOptions;
}
