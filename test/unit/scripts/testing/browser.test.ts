import { expect } from 'chai';
import { browsers, browserVariables, locateBrowser } from '../../../../scripts/testing/browser.ts';

describe('the browsers of the tests', () => {
  for (const which of ['chromium', 'firefox', 'webkit'] as const) {
    const { name, variable } = browsers[which];

    it(`name the reason why there is no ${name}`, () => {
      expect(locateBrowser({ PATH: '/nowhere' }, which)).to.deep.equal({
        missing: `there is no ${name} on PATH`,
      });
      const path = '/nowhere/browser';
      expect(locateBrowser({ [variable]: path }, which)).to.deep.equal({
        missing: `${variable}=${path} cannot be run`,
      });
    });

    it(`take ${name} from ${variable}`, () => {
      expect(locateBrowser({ [variable]: process.execPath }, which)).to.deep.equal({
        path: process.execPath,
      });
    });
  }

  it('print why tests are skipped', async () => {
    const lines: string[] = [];
    const before = process.env.FIREFOX_PATH;
    process.env.FIREFOX_PATH = '/nowhere/firefox';
    try {
      const variables = await browserVariables('firefox', true, (line) => lines.push(line));
      expect(variables).to.deep.equal({ FIREFOX_MISSING: 'FIREFOX_PATH=/nowhere/firefox cannot be run' });
    } finally {
      if (before === undefined) delete process.env.FIREFOX_PATH;
      else process.env.FIREFOX_PATH = before;
    }
    expect(lines).to.deep.equal([
      'The tests in Firefox are skipped: FIREFOX_PATH=/nowhere/firefox cannot be run.',
    ]);
  });
});
