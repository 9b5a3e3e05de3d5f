import { expect } from 'chai';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { signIn, signUp, Visitor } from '../../../support/people.ts';

describe('signing up', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentityApp();
  });
  after(() => app.close());

  it('creates a user, an account and its owner once the address is confirmed', async () => {
    const ada = await signUp(app, 'ada@example.com', 'Ada');
    const page = await ada.get('/developers');
    expect(page.status).to.equal(200);
    const account = (await app.database.accounts.findOne({ name: 'Ada' }).lean())!;
    expect(page.text).to.include(account._id).and.include('Overview');
    expect(await app.database.members.findOne({ account: account._id }).lean()).to.deep.include({
      roles: ['owner'],
    });
  });

  it('is followed by signing in and out', async () => {
    await signUp(app, 'bea@example.com', 'Bea');
    const bea = await signIn(app, 'bea@example.com');
    expect((await bea.submit('/sign-out', {}, '/developers')).location).to.equal('/sign-in?done=out');
    expect((await bea.get('/developers')).location).to.equal('/sign-in?to=%2Fdevelopers');
  });

  it('is needed for the pages of /developers', async () => {
    const visitor = new Visitor(app);
    expect(await visitor.get('/developers')).to.include({
      status: 303,
      location: '/sign-in?to=%2Fdevelopers',
    });
  });
});
