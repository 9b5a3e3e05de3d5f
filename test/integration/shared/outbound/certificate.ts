import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sequence = 0x30;
const set = 0x31;
const oids = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
};

/** A self-signed certificate for DNS names and IPv4 addresses, generated here so that no key is in the repository. */
export function selfSigned(names: string[]): { key: string; cert: string } {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const algorithm = der(sequence, oid(oids.ecdsaWithSha256));
  const name = der(sequence, der(set, der(sequence, oid(oids.commonName), der(0x0c, Buffer.from('test')))));
  const altNames = der(sequence, ...names.map(altName));
  const extensions = der(
    sequence,
    extension(oids.subjectAltName, altNames),
    extension(oids.basicConstraints, der(sequence, der(1, Buffer.from([0xff])))),
  );
  const body = der(
    sequence,
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    der(sequence, time(-3600), time(3600)),
    name,
    pair.publicKey,
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, createPrivateKey(pair.privateKey));
  const certificate = der(sequence, body, algorithm, der(3, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return { key: pair.privateKey, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(6, Buffer.from(hex, 'hex'));
}

function extension(id: string, value: Buffer): Buffer {
  return der(sequence, oid(id), der(4, value));
}

function altName(name: string): Buffer {
  const octets = name.split('.').map(Number);
  return octets.every(Number.isInteger) ? der(0x87, Buffer.from(octets)) : der(0x82, Buffer.from(name));
}

/** GeneralizedTime, seconds from now. */
function time(offsetSeconds: number): Buffer {
  const stamp = new Date(Date.now() + offsetSeconds * 1000).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(stamp));
}
