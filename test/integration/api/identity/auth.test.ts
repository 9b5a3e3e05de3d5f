import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { startApi } from '../../../../api/start-api.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { signIn, signUp, testPassword, type Visitor } from '../../../support/people.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const newKey = () => randomBytes(32).toString('base64');

describe('sessions', () => {
  const former = newKey();
  let platform: TestPlatform;
  let ada: Visitor;
  before(async () => {
    const env = { BASE_URL: 'https://api.example', SECRETS_KEY: former };
    platform = await startPlatform({ workers: 0, env });
    ada = await signUp(platform, 'ada@example.com');
  });
  after(() => platform.close());

  /** Runs something beside another API process with these keys. */
  async function withKeys<T>(keys: string[], act: (app: { url: string }) => Promise<T>): Promise<T> {
    const api = await startApi({ ...platform.config, SECRETS_KEY: keys }, silentLogger());
    return act({ url: `http://127.0.0.1:${api.port}` }).finally(() => api.close(5000));
  }

  /** Returns the status of the overview for someone with the cookies of `visitor`. */
  async function visit({ url }: { url: string }, { cookies }: Visitor): Promise<number> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return (await fetch(`${url}/developers`, { headers: { cookie }, redirect: 'manual' })).status;
  }

  it('have cookies that no other host can set and no script can read, over https', async () => {
    const response = await ada.post('/sign-in', { email: 'ada@example.com', password: 'wrong as can be' });
    expect(response.headers.getSetCookie()).to.deep.equal([]);
    const visitor = await signIn(platform, 'ada@example.com');
    expect([...visitor.cookies.keys()]).to.include('__Host-identity.session_token');
    const fields = { email: 'ada@example.com', password: testPassword };
    const cookies = (await visitor.post('/sign-in', fields)).headers.getSetCookie();
    const session = cookies.find((line) => line.startsWith('__Host-identity.session_token='));
    expect(session)
      .to.match(/; Path=\/(;|$)/i)
      .and.match(/; Secure(;|$)/i)
      .and.match(/; HttpOnly(;|$)/i)
      .and.match(/; SameSite=Lax(;|$)/i)
      .and.not.match(/Domain/i);
  });

  it('end with a rotation of SECRETS_KEY, after which second factors work while the former key is listed', async () => {
    const shown = await ada.submit(
      '/developers/profile/second-factor',
      { password: testPassword },
      '/developers/profile',
    );
    const secret = /secret=([A-Z2-7]+)/.exec(shown.text)![1]!;
    const confirm = '/developers/profile/second-factor/confirm';
    const confirmed = await ada.submit(confirm, { code: toCode(secret) }, '/developers/profile');
    expect(confirmed.location, confirmed.text).to.equal('/developers/profile?done=second-factor');

    const enter = async (app: { url: string }) => {
      const visitor = await signIn(app, 'ada@example.com');
      await visitor.post('/sign-in/code', { code: toCode(secret) });
      return visit(app, visitor);
    };
    const next = newKey();
    expect(await withKeys([former], (app) => visit(app, ada))).to.equal(200);
    expect(await withKeys([next, former], (app) => visit(app, ada))).to.equal(303);
    expect(await withKeys([next, former], enter)).to.equal(200);
    expect(await withKeys([next], enter)).to.equal(303);
  });
});

/** Returns the code of now for a secret in base32 (RFC 6238). */
function toCode(secret: string): string {
  const bits = [...secret].map((digit) => base32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = mac[19]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
