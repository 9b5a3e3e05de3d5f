import { expect } from 'chai';
import { createKey, findKey } from '../../../../shared/keys/keys.ts';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { join, readLinkToken, signIn, signUp, testPassword, Visitor } from '../../../support/people.ts';

const profile = '/developers/profile';

describe('/developers/profile', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentityApp();
  });
  after(() => app.close());

  it('changes the password for someone who knows it, and ends all other sessions', async () => {
    const ada = await signUp(app, 'ada@example.com');
    const elsewhere = await signIn(app, 'ada@example.com');
    const chosen = 'another sentence';
    const wrong = await ada.submit(`${profile}/password`, { password: 'wrong password', chosen }, profile);
    expect(wrong.status).to.equal(401);
    const short = await ada.submit(
      `${profile}/password`,
      { password: testPassword, chosen: 'short' },
      profile,
    );
    expect(short.text).to.include('The password is too short: at least 10 characters');
    const changed = await ada.submit(`${profile}/password`, { password: testPassword, chosen }, profile);
    expect(changed.location).to.equal(`${profile}?done=own-password`);
    expect((await elsewhere.get(profile)).status).to.equal(303);
    expect((await ada.get(profile)).status).to.equal(200);
    await signIn(app, 'ada@example.com', chosen);
  });

  it('changes the address once its mailbox has confirmed it, and says the same for one that is taken', async () => {
    const bob = await signUp(app, 'bob@example.com', 'Bob');
    const ask = (email: string) => bob.submit(`${profile}/email`, { email, password: testPassword }, profile);
    const [free, taken] = [await ask('bob2@example.com'), await ask('ada@example.com')];
    expect(free.location).to.equal(taken.location).and.to.equal(`${profile}?done=email`);
    const key = await readLinkToken(app, 'bob2@example.com');
    const page = await bob.get(`${profile}/new-email?token=${key}`);
    expect(page.text).to.include('bob2@example.com').and.include('instead of bob@example.com');
    const other = await signUp(app, 'eve@example.com', 'Eve');
    expect((await other.submit(`${profile}/new-email`, { key }, profile)).status, 'of someone else').to.equal(
      422,
    );
    expect((await bob.submit(`${profile}/new-email`, { key }, profile)).location).to.equal(
      `${profile}?done=email-changed`,
    );
    await signIn(app, 'bob2@example.com');
    expect((await bob.submit(`${profile}/new-email`, { key }, profile)).status, 'the link again').to.equal(
      422,
    );
  });

  it('signs out everywhere else', async () => {
    const cy = await signUp(app, 'cy@example.com', 'Cy');
    const elsewhere = await signIn(app, 'cy@example.com');
    await cy.submit(`${profile}/sessions`, {}, profile);
    expect((await elsewhere.get(profile)).status).to.equal(303);
    expect((await cy.get(profile)).status).to.equal(200);
  });

  it('deletes the user with the sessions, and revokes the keys of an account without others', async () => {
    const di = await signUp(app, 'di@example.com', 'Di');
    const account = (await app.database.accounts.findOne({ name: 'Di' }).lean())!._id;
    const { key } = await createKey(app.database.keys, { account, mode: 'live', name: 'di' });
    const deleted = await di.submit(`${profile}/delete`, { password: testPassword }, profile);
    expect(deleted.location).to.equal('/sign-in?done=deleted');
    expect((await di.get(profile)).status).to.equal(303);
    expect((await findKey(app.database.keys, key))?.revokedAt).to.be.instanceOf(Date);
    expect(await app.database.users.exists({ email: 'di@example.com' })).to.equal(null);
    const again = await new Visitor(app).post('/sign-in', {
      email: 'di@example.com',
      password: testPassword,
    });
    expect(again.status).to.equal(401);
  });

  it('does not delete the only owner of an account with other members', async () => {
    const owner = await signUp(app, 'flo@example.com', 'Flo');
    await join(app, owner, 'gus@example.com', 'developer');
    const refused = await owner.submit(`${profile}/delete`, { password: testPassword }, profile);
    expect(refused.status).to.equal(409);
    expect((await owner.get('/developers/team')).text).to.include('flo@example.com');
  });

  it('refuses a form without the token of the session, or with that of another one', async () => {
    const hal = await signUp(app, 'hal@example.com', 'Hal');
    const ida = await signUp(app, 'ida@example.com', 'Ida');
    expect((await hal.post(`${profile}/sessions`, {})).status).to.equal(403);
    const token = /name="token" value="([^"]+)"/.exec((await ida.get(profile)).text)![1]!;
    expect((await hal.post(`${profile}/sessions`, { token })).status).to.equal(403);
    const own = /name="token" value="([^"]+)"/.exec((await hal.get(profile)).text)![1]!;
    const elsewhere = await hal.post(
      `${profile}/sessions`,
      { token: own },
      { 'sec-fetch-site': 'same-site' },
    );
    expect(elsewhere.status, 'from a subdomain').to.equal(403);
  });
});
