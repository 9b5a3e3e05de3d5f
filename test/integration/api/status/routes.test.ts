import { expect } from 'chai';
import { call, eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';

describe('/status', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
  });
  after(() => platform.close());

  const readText = async () => {
    const response = await fetch(`${platform.url}/status`);
    expect([response.status, response.headers.get('cache-control')]).to.deep.equal([
      200,
      'public, max-age=60',
    ]);
    return (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  };

  it('says how the service is now, and counts the calls of the days that were measured', async () => {
    const { key } = await platform.account();
    await call(platform, 'GET', '/credits', key);
    await eventually(async () => (await platform.database.requests.countDocuments()) === 1);
    expect(await readText())
      .to.include('Renders do not start at the moment')
      .and.include('100% of 1 call on 1 of 90 days; there is no data for the others.')
      .and.include('There is no data for the last 90 days.')
      .and.include('There is no record for the last 90 days.')
      .and.include('0 wait to be forwarded now.');
  });
});
