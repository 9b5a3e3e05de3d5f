import { expect } from 'chai';
import { createAccount } from '../../../../shared/accounts/accounts.ts';
import { runAdmin } from '../../../support/admin.ts';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { signIn, Visitor } from '../../../support/people.ts';

describe('npm run admin -- person', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentityApp();
  });
  after(() => app.close());

  const admin = (...args: string[]) =>
    runAdmin(['person', ...args, '--json'], { MONGODB_URI: app.mongoUri, BASE_URL: app.url });

  it('makes an operator, and an owner of an account, who choose a password by the link, once', async () => {
    const { _id: account } = await createAccount(app.database.accounts, { name: 'Shoes' });
    const added = await admin('add', '--email', 'Ops@example.com', '--operator', '--account', account);
    const { link, userId } = JSON.parse(added.stdout);
    const key = new URL(link).searchParams.get('token')!;
    const chosen = { key, password: 'a sentence of an operator' };
    const visitor = new Visitor(app);
    const first = await visitor.post('/sign-in/new-password', chosen);
    expect(first.location, first.text).to.equal('/sign-in?done=password');
    expect((await visitor.post('/sign-in/new-password', chosen)).status, 'the link again').to.equal(422);
    const ops = await signIn(app, 'ops@example.com', chosen.password);
    expect((await ops.get('/developers/team')).text).to.include('Members of Shoes');
    expect(await app.database.users.findOne({ _id: userId }).lean()).to.include({ isOperator: true });
    const { members } = JSON.parse((await admin('list', '--account', account)).stdout);
    expect(members).to.deep.equal([
      { userId, email: 'ops@example.com', name: 'Ops@example.com', roles: ['owner'] },
    ]);
  });

  it('says what is missing', async () => {
    expect((await admin('add', '--email', 'ada@example.com')).stderr).to.include(
      'Give --operator, --account or both',
    );
    const none = await admin('add', '--email', 'ada@example.com', '--account', 'acc_none');
    expect(none.stderr).to.include('There is no account acc_none');
  });
});
