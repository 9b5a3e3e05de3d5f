import { expect } from 'chai';
import { type Access, accessRules } from '../../../../api/http/access.ts';
import { sessionCookie } from '../../../../api/openapi/security.ts';
import { routes } from '../../../../api/routes.ts';
import { join, readToken, signIn, signUp, type Visitor } from '../../../support/people.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

const roles = ['owner', 'developer', 'merchant', 'operator'] as const;
type Role = (typeof roles)[number];

/** Who passes each row of the access rules for people. */
const allowed: Partial<Record<Access, readonly Role[]>> = {
  person: roles,
  member: ['owner', 'developer', 'merchant'],
  owner: ['owner'],
  developer: ['owner', 'developer'],
  merchant: ['owner', 'merchant'],
  'merchant of the store': ['owner', 'merchant'],
  operator: ['operator'],
};

/** Ends the session that the other routes are tried with. */
const excluded = ['POST /sign-out'];

describe('the routes for people', () => {
  let platform: TestPlatform;
  let people: Record<Role, Visitor>;
  let ids: { member: string; invitation: string };
  let other: Visitor;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    const { database } = platform;
    const owner = await signUp(platform, 'owner@example.com', 'Shoes');
    const developer = await join(platform, owner, 'developer@example.com', 'developer');
    const merchant = await join(platform, owner, 'merchant@example.com', 'merchant');
    await signUp(platform, 'operator@example.com', 'Ops');
    const ops = await database.users.findOneAndUpdate(
      { email: 'operator@example.com' },
      { $set: { isOperator: true } },
    );
    await database.members.deleteMany({ user: ops!._id });
    const operator = await signIn(platform, 'operator@example.com');
    other = await signUp(platform, 'other@example.com', 'Other');
    people = { owner, developer, merchant, operator };
    await owner.submit('/developers/team/invitations', { email: 'open@example.com', role: 'merchant' });
    const member = await database.members.findOne({ roles: 'merchant' }).lean();
    const invitation = await database.invitations.findOne({}).lean();
    ids = { member: member!._id, invitation: invitation!._id };
  });
  after(() => platform.close());

  const forPeople = routes.filter(
    ({ access, method, path }) => allowed[access] && !excluded.includes(`${method.toUpperCase()} ${path}`),
  );

  /** A path with the ids of the account of the owner. */
  const fill = (path: string) =>
    path.replace(/:\w+/g, () =>
      path.includes('/members/') ? ids.member : path.includes('/invitations/') ? ids.invitation : 'none',
    );

  async function open(
    visitor: Visitor,
    method: string,
    path: string,
  ): Promise<'let in' | 'refused' | 'signed out'> {
    const token = readToken((await visitor.get('/developers/accounts')).text);
    const { status, location } =
      method === 'get' ? await visitor.get(path) : await visitor.post(path, { token });
    if (location?.startsWith('/sign-in')) return 'signed out';
    return status === 403 ? 'refused' : 'let in';
  }

  it('each have a row that says which roles pass', () => {
    const rows = Object.entries(accessRules).filter(([, { security }]) => security === sessionCookie);
    expect(rows.map(([name]) => name)).to.have.members(Object.keys(allowed));
    expect(forPeople.length).to.be.greaterThan(20);
  });

  it('lead whoever is not signed in to where that is done', async () => {
    for (const { method, path } of forPeople) {
      const init = {
        method: method.toUpperCase(),
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
      } as const;
      const { status, headers } = await fetch(platform.url + fill(path), init);
      expect(status, `${method} ${path}`).to.equal(303);
      expect(headers.get('location'), path).to.match(/^\/sign-in/);
    }
  });

  for (const role of roles)
    it(`let the ${role} into what the table names, and into nothing else`, async () => {
      const found: string[] = [];
      const expected: string[] = [];
      for (const { method, path, access } of forPeople) {
        // What is let in is tried with the ids of nothing, so that each role finds the same.
        const isAllowed = allowed[access]!.includes(role);
        const shown = `${method} ${path}: `;
        expected.push(shown + (isAllowed ? 'let in' : 'refused'));
        const where = isAllowed ? path.replace(/:\w+/g, 'none') : fill(path);
        found.push(shown + (await open(people[role], method, where)));
      }
      expect(found).to.deep.equal(expected);
    });

  it('find nothing of another account', async () => {
    const ofAccount = forPeople.filter(
      ({ path, method, access }) => path.includes(':') && method === 'post' && access !== 'operator',
    );
    expect(ofAccount.length).to.be.at.least(3);
    for (const { path } of ofAccount) {
      const token = readToken((await other.get('/developers/accounts')).text);
      const { status } = await other.post(fill(path), { token, role: 'owner', attempt: 'a'.repeat(20) });
      expect(status, path).to.equal(404);
    }
    const [member, invitation] = await Promise.all([
      platform.database.members.findOne({ _id: ids.member }).lean(),
      platform.database.invitations.findOne({ _id: ids.invitation }).lean(),
    ]);
    expect(member!.roles).to.deep.equal(['merchant']);
    expect(invitation).not.to.equal(null);
    const account = (await platform.database.accounts.findOne({ name: 'Shoes' }).lean())!._id;
    const switched = await other.submit('/developers/accounts/switch', { account });
    expect(switched.status).to.equal(404);
  });
});
