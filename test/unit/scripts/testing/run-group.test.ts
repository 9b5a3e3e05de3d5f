import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { add, closingWords, nothingRun } from '../../../../scripts/testing/messages.ts';
import { runGroup } from '../../../../scripts/testing/run-group.ts';

const failure = {
  title: 'a render is charged once',
  why: 'AssertionError: expected 2 to equal 1\n    at here',
};

describe('the end of npm test', () => {
  it('is a line with the sums alone, without skipped tests when there are none', () => {
    expect(closingWords({ ...nothingRun, passed: 3 })).to.equal('\n3 passed, 0 failed');
  });

  it('says every failure again before the sums', () => {
    const tally = add({ ...nothingRun, passed: 3, skipped: 2 }, { ...nothingRun, failures: [failure] });
    expect(closingWords(tally).split('\n')).to.deep.equal([
      '',
      '── Failed',
      '',
      '  1) a render is charged once',
      '     AssertionError: expected 2 to equal 1',
      '         at here',
      '',
      '3 passed, 1 failed, 2 skipped',
    ]);
  });

  it('says which tests failed before they passed, and why', () => {
    expect(closingWords({ ...nothingRun, passed: 3, flaky: [failure] })).to.match(
      /^\n── Flaky: .*\n\n {2}1\) a render is charged once\n {5}AssertionError.*\n\n3 passed, 0 failed$/s,
    );
  });

  describe('of a group', () => {
    let dir: string;
    beforeEach(() => {
      mkdirSync('.cache', { recursive: true });
      dir = mkdtempSync(join('.cache', 'closing-words-'));
    });
    afterEach(() => rmSync(dir, { recursive: true }));

    // From sources, as the application that a sample imports: what the bundle of a whole run loads is another one.
    const env = { ...process.env, BUNDLES: '' };
    const run = (source: string) => {
      const file = join(dir, 'sample.test.ts');
      writeFileSync(file, source);
      return runGroup({ name: 'sample', files: [file], env, deadlineMs: 30_000, say: () => {} });
    };

    it('names the tests and hooks that failed, with what was expected', async () => {
      const tally = await run(`
        import assert from 'node:assert/strict';
        describe('sums', () => {
          it('are right', () => { assert.equal(1 + 1, 2); });
          it('are wrong', () => { assert.equal(1 + 1, 3, 'not three'); });
          it.skip('are left out', () => {});
          after(() => { throw new Error('no way out'); });
        });`);
      expect(tally).to.deep.include({ passed: 1, skipped: 1 });
      expect(tally.failures.map(({ title }) => title)).to.deep.equal([
        'sums are wrong',
        'sums "after all" hook for "are left out"',
      ]);
      expect(tally.failures[0]?.why).to.match(/^AssertionError.*: not three\n.*sample\.test\.ts/s);
      expect(tally.failures[1]?.why).to.match(/^Error: no way out/);
    });

    it('names a test that passed when it was tried again apart from one that failed twice', async () => {
      const tally = await run(`
        import assert from 'node:assert/strict';
        describe('focus', () => {
          let tries = 0;
          it('moves late', function () { this.retries(1); tries += 1; assert.equal(tries, 2, 'too early'); });
          it('never moves', function () { this.retries(1); assert.fail('not there'); });
        });`);
      expect(tally.passed).to.equal(1);
      expect(tally.flaky.map(({ title }) => title)).to.deep.equal(['focus moves late']);
      expect(tally.flaky[0]?.why).to.contain('too early');
      expect(tally.failures.map(({ title }) => title)).to.deep.equal(['focus never moves']);
    });

    it('compares the responses that its tests receive with the OpenAPI document', async () => {
      const tally = await run(`
        import { Router } from 'express';
        import supertest from 'supertest';
        import { buildApp } from '../../api/app.ts';
        import { silentLogger } from '../../shared/log.ts';
        import { createRegistry } from '../../shared/metrics/registry.ts';
        it('are compared', async () => {
          const router = Router();
          router.get('/undescribed', (_req, res) => void res.json({}));
          const registry = createRegistry('api');
          await supertest(buildApp({ log: silentLogger(), registry, trustProxy: 0, routers: [router] }))
            .get('/undescribed').expect(200);
        });`);
      expect(tally.failures[0]?.why).to.contain('GET /undescribed 200: it is not described');
    });

    it('names a process that ended before its tests did', async () => {
      const tally = await run(`it('ends everything', () => process.exit(7));`);
      expect(tally.failures[0]).to.include({ title: 'sample' });
      expect(tally.failures[0]?.why).to.match(/^ended with code 7 in: /);
    });
  });
});
