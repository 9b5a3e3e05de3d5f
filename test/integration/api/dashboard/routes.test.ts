import { expect } from 'chai';
import { dashboardRoutes } from '../../../../api/dashboard/routes.ts';
import type { MemberRole } from '../../../../shared/identity/roles.ts';
import { keepProduct } from '../../../support/catalog/catalog-store.ts';
import { addStore, type Merchant, signUpMember } from '../../../support/merchants.ts';
import { Visitor } from '../../../support/people.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

const hostile = `"><img src=x onerror=alert(1)>'</script><script>alert(2)</script>`;

describe('the pages of /dashboard', () => {
  let platform: TestPlatform;
  let merchant: Merchant;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    merchant = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    const { account } = merchant;
    const { _id } = await addStore(platform, { account, slug: 'acme', name: hostile });
    await platform.database.catalogImports.create({
      ...{ _id: 'imp_1', store: _id, source: { from: hostile }, state: 'failed', fence: 1, problem: hostile },
      ...{
        rejected: [{ row: 1, productId: hostile, reason: hostile }],
        reasons: [{ reason: hostile, count: 1 }],
      },
      ...{ createdAt: new Date(), keepUntil: new Date(Date.now() + 3_600_000) },
    });
    await keepProduct(platform, _id, { productId: 'sofa', handle: hostile, title: hostile });
    const rival = await platform.account();
    await addStore(platform, { account: rival.id, slug: 'rival', name: 'Rival' });
  });
  after(() => platform.close());

  const call = (visitor: Visitor, method: string, path: string, fields = {}) =>
    method === 'get' ? visitor.get(path) : visitor.submit(path, fields, '/dashboard');
  const toPaths = (slug: string) =>
    dashboardRoutes.map(({ method, path }) => {
      const query = path.endsWith('/product') ? '?id=sofa' : '';
      return [method, path.replace(':slug', slug).replace(':id', 'imp_1') + query] as const;
    });

  it('lead those who are not signed in to where that is done', async () => {
    for (const [method, path] of toPaths('acme')) {
      const page = await call(new Visitor(platform), method, path);
      expect(page.status, `${method} ${path}`).to.equal(303);
      const query = method === 'get' ? `?${new URLSearchParams({ to: path })}` : '';
      expect(page.location, `${method} ${path}`).to.equal(`/sign-in${query}`);
    }
  });

  const roles: [MemberRole, boolean][] = [
    ['owner', true],
    ['merchant', true],
    ['developer', false],
  ];
  for (const [role, isLetIn] of roles) {
    it(`are ${isLetIn ? 'open' : 'closed'} to someone who is ${role}`, async () => {
      const { account } = merchant;
      const person = await signUpMember(platform, { name: `The-${role}`, roles: [role], account });
      for (const [method, path] of toPaths('acme')) {
        if (method === 'get')
          expect((await person.visitor.get(path)).status, path).to.equal(
            isLetIn ? (path.endsWith('/image') ? 404 : 200) : 403,
          );
        else if (!isLetIn) {
          const page = await person.visitor.submit(path, {}, '/developers');
          expect(page.status, path).to.equal(403);
        }
      }
    });
  }

  it('report a store of another account as one that does not exist', async () => {
    for (const slug of ['rival', 'nowhere']) {
      for (const [method, path] of toPaths(slug).filter(([, path]) => path.includes(slug)))
        expect((await call(merchant.visitor, method, path)).status, `${method} ${path}`).to.equal(404);
    }
  });

  it('refuse forms of other sites, and forms without the token of the session', async () => {
    for (const [method, path] of toPaths('acme').filter(([method]) => method === 'post')) {
      const withoutToken = await merchant.visitor.post(path, {});
      expect(withoutToken.status, `${method} ${path}`).to.equal(403);
      const fromElsewhere = await merchant.visitor.post(path, {}, { 'sec-fetch-site': 'cross-site' });
      expect(fromElsewhere.status, `${method} ${path}`).to.equal(403);
    }
  });

  it('escape what merchants write, wherever it is shown', async () => {
    const endpoint = `https://analytics.example/${hostile}`;
    await platform.database.stores.updateOne(
      { slug: 'acme' },
      {
        $set: {
          'integration.endpoint': endpoint,
          'integration.reason': hostile,
          hosts: ['acme.example', hostile],
        },
      },
    );
    for (const [method, path] of toPaths('acme').filter(
      ([method, path]) => method === 'get' && !path.endsWith('/image'),
    )) {
      const { text, headers } = await call(merchant.visitor, method, path);
      expect(text, path).not.to.include('<img src=x').and.not.include('<script>alert');
      if (headers.get('content-type')?.startsWith('text/html'))
        expect(text, path).to.include('&lt;img src=x');
    }
  });

  it('run no code but that of the service, and are kept by no cache', async () => {
    const { headers } = await merchant.visitor.get('/dashboard');
    expect(headers.get('content-security-policy')).to.include("script-src 'self'").and.not.include('unsafe');
    expect(headers.get('cache-control')).to.equal('no-store');
  });
});
