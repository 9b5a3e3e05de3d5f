import { expect } from 'chai';
import { errorStatuses } from '../../../../shared/client/error-statuses.ts';
import { errorCatalogue } from '../../../../shared/errors.ts';

describe('The client’s statuses of errors', () => {
  it('are those of the catalogue', () => {
    const statuses = Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]);
    expect(errorStatuses).to.deep.equal(Object.fromEntries(statuses));
  });
});
