import { expect } from 'chai';
import { type IdentityApp, startIdentityApp } from '../../../support/identity-app.ts';
import { join, signUp, type Visitor } from '../../../support/people.ts';

describe('/developers/team', () => {
  let app: IdentityApp;
  let owner: Visitor;
  let account: string;
  before(async () => {
    app = await startIdentityApp();
    owner = await signUp(app, 'owner@example.com', 'Shoes');
    account = (await app.database.accounts.findOne({ name: 'Shoes' }).lean())!._id;
  });
  after(() => app.close());

  const findMember = async (email: string) => {
    const user = (await app.database.users.findOne({ email }).lean())!;
    return (await app.database.members.findOne({ account, user: user._id }).lean())!;
  };

  it('invites someone, who joins by signing up with that address', async () => {
    const dev = await join(app, owner, 'dev@example.com', 'developer');
    expect((await findMember('dev@example.com')).roles).to.deep.equal(['developer']);
    expect((await dev.get('/developers')).text).to.include('Shoes');
    expect(await app.database.accounts.countDocuments({}), 'no account of their own').to.equal(1);
    expect(await app.database.invitations.countDocuments({}), 'open ones').to.equal(0);
  });

  it('takes an invitation for the address alone that was invited, and once', async () => {
    await owner.submit(
      '/developers/team/invitations',
      { email: 'mer@example.com', role: 'merchant' },
      '/developers/team',
    );
    const invitation = (await app.database.invitations.findOne({ email: 'mer@example.com' }).lean())!;
    const other = await signUp(app, 'other@example.com', 'Other');
    const taken = await other.submit('/developers/accounts/join', { invitation: invitation._id });
    expect(taken.status).to.equal(404);
    const merchant = await signUp(app, 'mer@example.com', 'Mer');
    const joining = () => merchant.submit('/developers/accounts/join', { invitation: invitation._id });
    expect((await joining()).location).to.equal('/developers/accounts?done=joined');
    expect((await joining()).status).to.equal(404);
    expect((await merchant.get('/developers/team')).text).to.include('Members of Shoes');
  });

  it('does not let in whose invitation was withdrawn or is too old', async () => {
    const send = (email: string) =>
      owner.submit('/developers/team/invitations', { email, role: 'merchant' }, '/developers/team');
    const { invitations } = app.database;
    await send('late@example.com');
    const late = (await invitations.findOne({ email: 'late@example.com' }).lean())!;
    await invitations.updateOne({ _id: late._id }, { $set: { until: new Date(0) } });
    await send('gone@example.com');
    const gone = (await invitations.findOne({ email: 'gone@example.com' }).lean())!;
    const withdrawn = await owner.submit(
      `/developers/team/invitations/${gone._id}/withdraw`,
      {},
      '/developers/team',
    );
    expect(withdrawn.location).to.equal('/developers/team?done=withdrawn');
    for (const { email, _id } of [late, gone]) {
      const visitor = await signUp(app, email);
      expect((await visitor.submit('/developers/accounts/join', { invitation: _id })).status).to.equal(404);
    }
  });

  it('changes roles at once, and ends the sessions of that member', async () => {
    const dev = await join(app, owner, 'dev2@example.com', 'developer');
    const { _id } = await findMember('dev2@example.com');
    const changed = await owner.submit(
      `/developers/team/members/${_id}/roles`,
      { role: 'merchant' },
      '/developers/team',
    );
    expect(changed.location).to.equal('/developers/team?done=roles');
    expect((await dev.get('/developers/team')).location).to.match(/^\/sign-in/);
    expect((await findMember('dev2@example.com')).roles).to.deep.equal(['merchant']);
  });

  it('keeps the last owner, whatever two owners do to each other', async () => {
    const mine = await findMember('owner@example.com');
    const leave = await owner.submit(`/developers/team/members/${mine._id}/remove`, {}, '/developers/team');
    expect(leave.status).to.equal(409);
    expect(leave.text).to.include('An account needs an owner');
    const second = await join(app, owner, 'second@example.com', 'owner');
    const theirs = await findMember('second@example.com');
    await Promise.all([
      owner.submit(`/developers/team/members/${theirs._id}/remove`, {}, '/developers/team'),
      second.submit(`/developers/team/members/${mine._id}/remove`, {}, '/developers/team'),
    ]);
    expect(await app.database.members.countDocuments({ account, roles: 'owner' })).to.be.at.least(1);
  });

  it('writes down who changed what, from where, before and after', async () => {
    const entry = await app.database.audit.findOne({ account, action: 'member.roles' }).lean();
    expect(entry).to.deep.include({ before: { roles: ['developer'] }, after: { roles: ['merchant'] } });
    expect(entry!.actor).to.deep.include({ kind: 'person', name: 'owner@example.com' });
    expect(entry!.from).to.include.keys('address', 'requestId');
  });

  it('shows texts of people as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const visitor = await signUp(app, 'xss@example.com', name);
    for (const path of [
      '/developers',
      '/developers/team',
      '/developers/accounts',
      '/developers/audit',
      '/developers/profile',
    ])
      expect((await visitor.get(path)).text, path).not.to.include('<img src=x');
    expect((await visitor.get('/developers/team')).text).to.include('&lt;img src=x');
  });
});
