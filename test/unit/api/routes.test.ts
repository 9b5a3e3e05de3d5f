import { expect } from 'chai';
import type { Access } from '../../../api/http/access.ts';
import { routes } from '../../../api/routes.ts';

/** Who may call each route. A new route needs a row; a row is changed only on purpose. */
const permissions: Record<string, Access> = {
  'GET /credits': 'key',
  'GET /credits/ledger': 'live key',
};

describe('the routes of the API', () => {
  it('may be called by those that the table of permissions names, and by no one else', () => {
    const found = routes.map(({ method, path, access }) => [`${method.toUpperCase()} ${path}`, access]);
    expect(Object.fromEntries(found)).to.deep.equal(permissions);
    expect(found).to.have.lengthOf(Object.keys(permissions).length);
  });
});
