import { expect } from 'chai';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { PasskeyDevice, readAskOptions } from '../../../support/passkey-device.ts';
import { signIn, signUp, testPassword, Visitor } from '../../../support/people.ts';

const profile = '/developers/profile';
const origin = 'http://localhost:3000';

describe('passkeys', () => {
  let app: IdentityApp;
  let ada: Visitor;
  let device: PasskeyDevice;
  before(async () => {
    app = await startIdentityApp({ env: { BASE_URL: origin } });
    ada = await signUp(app, 'ada@example.com');
    device = new PasskeyDevice(origin);
  });
  after(() => app.close());

  const ask = async (visitor: Visitor, page: string) => readAskOptions((await visitor.get(page)).text);

  async function register(visitor: Visitor, response: string, password = testPassword) {
    return visitor.submit(`${profile}/passkeys`, { name: 'Phone', response, password }, profile);
  }

  async function enter(response: string, visitor = new Visitor(app), to = '') {
    return visitor.post('/sign-in/passkey', { response, to });
  }

  it('are registered with a name by someone who knows the password', async () => {
    const wrong = await register(ada, device.create(await ask(ada, profile)), 'wrong password');
    expect(wrong.status).to.equal(401);
    const unnamed = await ada.submit(
      `${profile}/passkeys`,
      { name: '', response: device.create(await ask(ada, profile)), password: testPassword },
      profile,
    );
    expect(unnamed.status).to.equal(422);
    expect(await app.database.passkeys.countDocuments({})).to.equal(0);
    const done = await register(ada, device.create(await ask(ada, profile)));
    expect(done.location, done.text).to.equal(`${profile}?done=passkey`);
    expect((await ada.get(profile)).text).to.include('Remove Phone');
    const twice = await register(ada, device.create(await ask(ada, profile)));
    expect(twice.status, 'the same passkey again').to.equal(409);
  });

  it('sign in beside the password, to the page that was wanted, with another session each time', async () => {
    const visitor = new Visitor(app);
    const signedIn = await enter(
      device.get(await ask(visitor, '/sign-in')),
      visitor,
      '/developers/team?page=2',
    );
    expect(signedIn.location, signedIn.text).to.equal('/developers/team?page=2');
    const first = new Map(visitor.cookies);
    await enter(device.get(await ask(visitor, '/sign-in')), visitor);
    expect(visitor.cookies).not.to.deep.equal(first);
    expect((await visitor.get(profile)).text).to.include('ada@example.com');
    await signIn(app, 'ada@example.com');
    const away = await enter(device.get(await ask(visitor, '/sign-in')), visitor, 'https://evil.example/');
    expect(away.location).to.equal('/developers');
  });

  it('are two factors: no code is asked for', async () => {
    await app.database.users.updateOne({ email: 'ada@example.com' }, { $set: { twoFactorEnabled: true } });
    const visitor = new Visitor(app);
    const signedIn = await enter(device.get(await ask(visitor, '/sign-in')), visitor);
    expect(signedIn.location).to.equal('/developers');
    await app.database.users.updateOne({ email: 'ada@example.com' }, { $set: { twoFactorEnabled: false } });
  });

  it('take each challenge once, also of two responses at once', async () => {
    const response = device.get(await ask(new Visitor(app), '/sign-in'));
    const pages = await Promise.all([enter(response), enter(response), enter(response)]);
    expect(pages.map(({ status }) => status).sort()).to.deep.equal([303, 401, 401]);
  });

  it('refuse a page of another origin, a person who was not recognized, and a challenge of someone else’s making', async () => {
    const asked = () => ask(new Visitor(app), '/sign-in');
    const refused = {
      'another origin': device.get(await asked(), { origin: 'https://evil.example' }),
      'another port': device.get(await asked(), { origin: 'http://localhost:3001' }),
      'without the fingerprint': device.get(await asked(), { isUnverified: true }),
      'for another site': device.get({ ...(await asked()), rpId: 'evil.example' }),
      'an own challenge': device.get({ ...(await asked()), challenge: 'c29tZSBjaGFsbGVuZ2U' }),
      'a challenge for registering': device.get({
        rpId: 'localhost',
        challenge: (await ask(ada, profile)).challenge,
      }),
      'no response': 'null',
    };
    for (const [why, response] of Object.entries(refused)) {
      const visitor = new Visitor(app);
      visitor.headers = { 'x-forwarded-for': '192.0.2.77' };
      const page = await enter(response, visitor);
      expect(page.status, why).to.equal(401);
      expect(page.text, why).to.include('This passkey does not fit');
      expect(visitor.cookies.size, why).to.equal(0);
    }
  });

  it('refuse a key that was copied, which counts its signatures anew', async () => {
    const copy = device.counter;
    device.counter = 0;
    expect((await enter(device.get(await ask(new Visitor(app), '/sign-in')))).status).to.equal(401);
    device.counter = copy;
    expect((await enter(device.get(await ask(new Visitor(app), '/sign-in')))).status).to.equal(303);
  });

  it('of one person let no other in', async () => {
    const eve = await signUp(app, 'eve@example.com', 'Eve');
    const own = new PasskeyDevice(origin);
    const asked = await ask(ada, profile);
    own.create(await ask(eve, profile));
    const foreign = await register(eve, own.create(asked));
    expect(foreign.status, 'the challenge of another session').to.equal(422);
    // Signed by Eve's device, under the name of Ada's passkey.
    const signed = JSON.parse(own.get(await ask(new Visitor(app), '/sign-in'))) as { id: string };
    signed.id = device.id.toString('base64url');
    expect((await enter(JSON.stringify(signed))).status).to.equal(401);
    const mine = (await app.database.passkeys.findOne({ name: 'Phone' }).lean())!._id;
    const removed = await eve.submit(`${profile}/passkeys/remove`, { passkey: mine }, profile);
    expect(removed.status).to.equal(404);
    expect(await app.database.passkeys.countDocuments({ _id: mine })).to.equal(1);
  });

  it('are removed by their person, unless there is no other way to sign in', async () => {
    const user = (await app.database.users.findOne({ email: 'ada@example.com' }).lean())!;
    const kept = await app.database.credentials.findOneAndDelete({ userId: user._id }).lean();
    const passkey = device.id.toString('base64url');
    const refused = await ada.submit(`${profile}/passkeys/remove`, { passkey }, profile);
    expect(refused.status).to.equal(409);
    expect(refused.text).to.include('your only way to sign in');
    const second = new PasskeyDevice(origin);
    const added = await ada.submit(
      `${profile}/passkeys`,
      { name: 'Laptop', response: second.create(await ask(ada, profile)) },
      profile,
    );
    expect(added.location, 'a fresh session needs no password').to.equal(`${profile}?done=passkey`);
    const both = [passkey, second.id.toString('base64url')];
    await Promise.all(
      both.map((each) => ada.submit(`${profile}/passkeys/remove`, { passkey: each }, profile)),
    );
    expect(await app.database.passkeys.countDocuments({ user: user._id })).to.be.at.least(1);
    await app.database.credentials.create(kept!);
    for (const each of both) await ada.submit(`${profile}/passkeys/remove`, { passkey: each }, profile);
    expect(await app.database.passkeys.countDocuments({ user: user._id })).to.equal(0);
    expect((await enter(device.get(await ask(new Visitor(app), '/sign-in')))).status).to.equal(401);
  });

  it('go with their person', async () => {
    const flo = await signUp(app, 'flo@example.com', 'Flo');
    await register(flo, new PasskeyDevice(origin).create(await ask(flo, profile)));
    await flo.submit(`${profile}/delete`, { password: testPassword }, profile);
    expect(await app.database.passkeys.countDocuments({})).to.equal(0);
  });
});
