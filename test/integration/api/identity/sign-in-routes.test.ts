import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { signIn, signUp, testPassword, Visitor } from '../../../support/people.ts';

describe('signing in', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentityApp();
    await signUp(app, 'ada@example.com');
  });
  after(() => app.close());

  const from = (address: string) => {
    const visitor = new Visitor(app);
    visitor.headers = { 'x-forwarded-for': address };
    return visitor;
  };

  it('says the same, beside the field, for a wrong password and an unknown address', async () => {
    const pages = await Promise.all(
      ['ada@example.com', 'none@example.com'].map((email) =>
        from('192.0.2.1').post('/sign-in', { email, password: 'wrong password' }),
      ),
    );
    const shown = pages.map(({ status, text }) => [
      status,
      text.replace(/(?:value|data-options)="[^"]*"/g, ''),
    ]);
    expect(shown[0]).to.deep.equal(shown[1]);
    expect(pages[0]!.status).to.equal(401);
    expect(pages[0]!.text)
      .to.include('The e-mail address or the password is wrong.')
      .and.include('aria-invalid');
    expect(pages[0]!.text).not.to.include('wrong password"');
  });

  it('names each field that is not right', async () => {
    const { status, text } = await new Visitor(app).post('/sign-in', { email: 'ada', password: '' });
    expect(status).to.equal(422);
    expect(text)
      .to.include('The e-mail address is not complete')
      .and.include('The password must not be empty');
  });

  it('bounds wrong passwords for a user from any number of addresses', async () => {
    await signUp(app, 'bob@example.com', 'Bob');
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const body = { email: 'bob@example.com', password: `wrong password ${guess}` };
      statuses.push((await from(`198.51.100.${guess}`).post('/sign-in', body)).status);
    }
    expect(statuses.filter((status) => status === 401)).to.have.length(10);
    expect(statuses.slice(-4)).to.deep.equal([429, 429, 429, 429]);
    const right = await from('198.51.100.99').post('/sign-in', {
      email: 'bob@example.com',
      password: testPassword,
    });
    expect(right.status, 'the right password too').to.equal(429);
    expect(right.headers.get('retry-after')).to.match(/^\d+$/);
    const known = await new Visitor(app).post('/sign-in', {
      email: 'bob@example.com',
      password: testPassword,
    });
    expect(known.status, 'an address that has signed in before').to.equal(303);
  });

  it('bounds wrong passwords from one address for any number of users', async () => {
    const guess = (number: number) =>
      from('203.0.113.7').post('/sign-in', {
        email: `user${number}@example.com`,
        password: 'wrong password',
      });
    const pages = await Promise.all(Array.from({ length: 34 }, (_, number) => guess(number)));
    expect(pages.filter(({ status }) => status === 401)).to.have.length(30);
    expect(pages.filter(({ status }) => status === 429)).to.have.length(4);
  });

  it('gives the browser another session each time and ends the one before', async () => {
    const ada = await signIn(app, 'ada@example.com');
    const first = new Map(ada.cookies);
    const again = await ada.post('/sign-in', { email: 'ada@example.com', password: testPassword });
    expect(again.status).to.equal(303);
    expect(ada.cookies).not.to.deep.equal(first);
    const former = new Visitor(app);
    for (const [name, value] of first) former.cookies.set(name, value);
    expect((await former.get('/developers')).status).to.equal(303);
    expect((await ada.get('/developers')).status).to.equal(200);
  });

  it('never takes a session over that someone else has chosen', async () => {
    const visitor = new Visitor(app);
    visitor.cookies.set('identity.session_token', 'chosen.by-another-site');
    await visitor.post('/sign-in', { email: 'ada@example.com', password: testPassword });
    expect(visitor.cookies.get('identity.session_token')).not.to.include('chosen');
  });

  it('sets cookies that scripts cannot read and other sites do not send along', async () => {
    const { headers } = await new Visitor(app).post('/sign-in', {
      email: 'ada@example.com',
      password: testPassword,
    });
    for (const cookie of headers.getSetCookie())
      expect(cookie)
        .to.match(/HttpOnly/i)
        .and.match(/SameSite=Lax/i);
  });

  it('leads to the page that was wanted, and never to another site', async () => {
    const lead = async (to: string) =>
      (await new Visitor(app).post('/sign-in', { email: 'ada@example.com', password: testPassword, to }))
        .location;
    expect(await lead('/developers/team')).to.equal('/developers/team');
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/sign-out',
      'javascript:alert(1)',
      '/developers/../..//evil.example',
    ])
      expect(await lead(to), to).to.equal('/developers');
  });

  it('is refused for a form of another site', async () => {
    const body = { email: 'ada@example.com', password: testPassword };
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const from of elsewhere)
      expect((await new Visitor(app).post('/sign-in', body, from)).status, JSON.stringify(from)).to.equal(
        403,
      );
    const old = await new Visitor(app).post('/sign-in', body, { origin: app.url });
    expect(old.status, 'a browser without fetch metadata').to.equal(303);
  });

  it('asks for the second factor, takes each code and recovery code once, and can be undone', async () => {
    const cy = await signUp(app, 'cy@example.com', 'Cy');
    const before = new Map(cy.cookies);
    const setUp = await cy.submit('/developers/profile/second-factor', { password: testPassword });
    const secret = new URL(/otpauth:[^"]+/.exec(setUp.text)![0].replaceAll('&amp;', '&')).searchParams.get(
      'secret',
    )!;
    const codes = [...setUp.text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code!);
    expect(codes.length).to.be.at.least(8);
    const wrong = await cy.submit('/developers/profile/second-factor/confirm', { code: '000000' });
    expect(wrong.status).to.equal(401);
    const on = await cy.submit('/developers/profile/second-factor/confirm', { code: toCode(secret) });
    expect(on.location, on.text).to.equal('/developers/profile?done=second-factor');
    expect(cy.cookies, 'another session').not.to.deep.equal(before);

    const next = new Visitor(app);
    const asked = await next.post('/sign-in', { email: 'cy@example.com', password: testPassword });
    expect(asked.location).to.match(/^\/sign-in\/code/);
    expect((await next.get('/developers')).status, 'not signed in yet').to.equal(303);
    expect((await next.post('/sign-in/code', { code: codes[0]! })).location).to.equal('/developers');

    const replay = new Visitor(app);
    await replay.post('/sign-in', { email: 'cy@example.com', password: testPassword });
    expect((await replay.post('/sign-in/code', { code: codes[0]! })).status, 'the code again').to.equal(401);

    const off = await next.submit('/developers/profile/second-factor/off', { password: testPassword });
    expect(off.location).to.equal('/developers/profile?done=no-second-factor');
    await signIn(app, 'cy@example.com');
  });
});

/** The current code of an authenticator app (RFC 6238). */
function toCode(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1e6).padStart(6, '0');
}
