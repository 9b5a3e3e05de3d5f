import { expect } from 'chai';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { type OpenIdIssuer, startOpenIdIssuer } from '../../../support/openid-issuer.ts';
import { type Page, signIn, signUp, Visitor } from '../../../support/people.ts';

const origin = 'http://localhost:3000';

describe('sign-in of the operator’s staff', () => {
  let issuer: OpenIdIssuer;
  let app: IdentityApp;
  let linking: IdentityApp;
  before(async () => {
    issuer = await startOpenIdIssuer(`${origin}/sign-in/staff/callback`);
    const env = { BASE_URL: origin, ...issuer.env };
    app = await startIdentityApp({
      env: { ...env, OIDC_ALLOWED_DOMAINS: 'Example.com,example.org', OIDC_ALLOWED_GROUPS: 'render-ops' },
    });
    linking = await startIdentityApp({
      env: { ...env, OIDC_ALLOWED_DOMAINS: 'example.com', OIDC_LINK_USERS: 'true' },
    });
  });
  after(() => Promise.all([app.close(), linking.close(), issuer.close()]));

  const staff = (email: string) => ({ email, email_verified: true, name: 'Ada', groups: ['render-ops'] });

  /** Goes to the issuer and comes back; returns the path to which the issuer has sent the browser. */
  async function goToIssuer(
    visitor: Visitor,
    { to = '', change = (_url: URL) => {} }: { to?: string; change?: (url: URL) => void } = {},
  ): Promise<string> {
    const begun = await visitor.get(`/sign-in/staff?${new URLSearchParams({ to })}`);
    const url = new URL(begun.location!);
    change(url);
    const cookies = new Map<string, string>();
    let next = url.href;
    for (let hop = 0; hop < 8 && !next.startsWith(origin); hop += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]!.split('=');
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${response.status} ${await response.text()}`);
      next = new URL(location, next).href;
    }
    return next.slice(origin.length);
  }

  async function enter(visitor = new Visitor(app), to = ''): Promise<Page> {
    return visitor.get(await goToIssuer(visitor, { to }));
  }

  function assertRefused(page: Page, visitor: Visitor, why: string, text = 'did not succeed'): void {
    expect(page.status, why).to.equal(403);
    expect(page.text, why).to.include(text);
    expect(visitor.cookies.has('identity.session_token'), why).to.equal(false);
  }

  it('is on the page only where an issuer is set', async () => {
    expect((await new Visitor(app).get('/sign-in')).text).to.include('Sign in with Example');
    const plain = await startIdentityApp();
    try {
      expect((await new Visitor(plain).get('/sign-in')).text).not.to.include('/sign-in/staff');
      expect((await new Visitor(plain).get('/sign-in/staff')).status).to.equal(404);
    } finally {
      await plain.close();
    }
  });

  it('makes a person of the domain and the group an operator, the same one each time', async () => {
    issuer.signInAs('ada', staff('Ada@Example.com'));
    const visitor = new Visitor(app);
    const page = await enter(visitor, '/ops/renders?state=failed');
    expect(page.location, page.text).to.equal('/ops/renders?state=failed');
    const user = await app.database.users.findOne({ email: 'ada@example.com' }).lean();
    expect(user).to.include({ isOperator: true, emailVerified: true, name: 'Ada' });
    issuer.signInAs('ada', staff('renamed@example.com'));
    expect((await enter()).location).to.equal('/ops');
    expect(await app.database.users.countDocuments({})).to.equal(1);
  });

  it('asks the issuer with PKCE, state and nonce, for a response to the browser that asked', async () => {
    const { location } = await new Visitor(app).get('/sign-in/staff');
    const query = Object.fromEntries(new URL(location!).searchParams);
    expect(query).to.include({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/sign-in/staff/callback`,
    });
    expect(query.state).to.have.length.greaterThan(40);
    expect(query.nonce).to.have.length(43).and.not.equal(query.code_challenge);
  });

  it('refuses a state that was used, is of another browser, or was made elsewhere', async () => {
    issuer.signInAs('ada', staff('ada@example.com'));
    const visitor = new Visitor(app);
    const back = await goToIssuer(visitor);
    const cookies = new Map(visitor.cookies);
    const elsewhere = new Visitor(app);
    assertRefused(await elsewhere.get(back), elsewhere, 'without the cookie');
    expect((await visitor.get(back)).status).to.equal(303);
    const replay = new Visitor(app);
    for (const [name, value] of cookies) replay.cookies.set(name, value);
    assertRefused(await replay.get(back), replay, 'again');
    const forged = new Visitor(app);
    forged.cookies.set('staff-sign-in', encodeURIComponent('state=abc.def.ghi&to='));
    assertRefused(await forged.get('/sign-in/staff/callback?code=x&state=abc.def.ghi'), forged, 'made up');
  });

  it('refuses an ID token with another nonce, audience, issuer or signature, or one that is too old', async () => {
    issuer.signInAs('ada', staff('ada@example.com'));
    const past = Math.floor(Date.now() / 1000) - 3600;
    const forgeries: [string, () => void, ((url: URL) => void)?][] = [
      ['another nonce', () => {}, (url) => url.searchParams.set('nonce', 'of-another-sign-in')],
      ['no nonce', () => {}, (url) => url.searchParams.delete('nonce')],
      ['another audience', () => issuer.forge({ aud: 'another-client' })],
      ['another issuer', () => issuer.forge({ iss: 'https://evil.example' })],
      ['an unknown key', () => issuer.forge({}, true)],
      ['expired', () => issuer.forge({ iat: past - 60, exp: past })],
      ['another person’s', () => issuer.forge({ sub: 'eve' })],
    ];
    for (const [why, forge, change = () => {}] of forgeries) {
      const visitor = new Visitor(app);
      visitor.headers = { 'x-forwarded-for': '192.0.2.88' };
      const back = await goToIssuer(visitor, { change });
      forge();
      assertRefused(await visitor.get(back), visitor, why);
    }
  });

  it('refuses a code whose verifier is another one', async () => {
    issuer.signInAs('ada', staff('ada@example.com'));
    const visitor = new Visitor(app);
    const other = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const back = await goToIssuer(visitor, {
      change: (url) => url.searchParams.set('code_challenge', other),
    });
    assertRefused(await visitor.get(back), visitor, 'PKCE');
  });

  it('refuses another domain or group, and an address that is not confirmed', async () => {
    const { name: _, ...ada } = staff('new@example.com');
    const others = {
      'another domain': { ...ada, email: 'new@evil.example' },
      'a domain that ends alike': { ...ada, email: 'new@notexample.com' },
      'a domain within': { ...ada, email: 'new@example.com.evil.example' },
      'not confirmed': { ...ada, email_verified: false },
      'confirmed in words': { ...ada, email_verified: 'true' },
      'no address': { groups: ada.groups },
      'another group': { ...ada, groups: ['render-ops-readers'] },
      'no groups': { ...ada, groups: undefined },
    };
    for (const [why, claims] of Object.entries(others)) {
      issuer.signInAs(`sub of ${why}`, claims);
      const visitor = new Visitor(app);
      visitor.headers = { 'x-forwarded-for': '192.0.2.99' };
      assertRefused(await enter(visitor), visitor, why, 'is for the staff of this service');
    }
    expect(await app.database.users.countDocuments({ email: /new@/ })).to.equal(0);
  });

  it('ends the work of an operator who has left the group', async () => {
    issuer.signInAs('bob', staff('bob@example.org'));
    const bob = new Visitor(app);
    expect((await enter(bob)).location).to.equal('/ops');
    issuer.signInAs('bob', { ...staff('bob@example.org'), groups: [] });
    const again = new Visitor(app);
    assertRefused(await enter(again), again, 'left', 'is for the staff of this service');
    expect(await app.database.users.findOne({ email: 'bob@example.org' }).lean()).to.include({
      isOperator: false,
    });
    expect((await bob.get('/developers/profile')).location).to.match(/^\/sign-in/);
  });

  it('takes no user over who has the address already', async () => {
    await signUp(app, 'cy@example.com', 'Cy');
    issuer.signInAs('cy', staff('cy@example.com'));
    const visitor = new Visitor(app);
    assertRefused(await enter(visitor), visitor, 'a local user', 'has a user here already');
    const user = await app.database.users.findOne({ email: 'cy@example.com' }).lean();
    expect(user!.isOperator ?? false).to.equal(false);
  });

  it('joins that user where it is set to, without the password of someone who never had the mailbox', async () => {
    await signUp(linking, 'di@example.com', 'Di');
    issuer.signInAs('di', staff('di@example.com'));
    expect((await enter(new Visitor(linking))).location).to.equal('/developers');
    expect(await linking.database.users.findOne({ email: 'di@example.com' }).lean()).to.include({
      isOperator: true,
    });
    await signIn(linking, 'di@example.com');

    const eve = new Visitor(linking);
    const taken = { name: 'Eve', email: 'flo@example.com', password: 'the password of Eve' };
    await eve.post('/sign-up', taken);
    issuer.signInAs('flo', staff('flo@example.com'));
    expect((await enter(new Visitor(linking))).location).to.equal('/ops');
    expect((await eve.post('/sign-in', taken)).status).to.equal(401);
  });

  it('says so when the issuer does not respond', async () => {
    const away = await startIdentityApp({
      env: {
        BASE_URL: origin,
        ...issuer.env,
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_ALLOWED_DOMAINS: 'example.com',
      },
    });
    try {
      const page = await new Visitor(away).get('/sign-in/staff');
      expect(page.status).to.equal(503);
      expect(page.text).to.include('Example does not respond');
    } finally {
      await away.close();
    }
  });
});
