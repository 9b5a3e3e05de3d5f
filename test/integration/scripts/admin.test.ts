import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../scripts/typescript/arguments.ts';
import { type Ran, runAdmin } from '../../support/admin.ts';
import { freshDatabase, redisUrl } from '../../support/backends.ts';

const run = promisify(execFile);

describe('npm run admin', () => {
  let env: NodeJS.ProcessEnv;
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    env = {
      ...process.env,
      MONGODB_URI: await freshDatabase(),
      REDIS_URL: await redisUrl(),
      DATA_DIR: dataDir,
    };
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  const admin = (...args: string[]) => runAdmin(args, env);
  // biome-ignore lint/suspicious/noExplicitAny: each command prints another shape.
  async function json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await admin(...args, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout);
  }

  it('makes an account with credits and a key, lists and revokes it', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Acme', '--credits', '100');
    expect(await json('credits', 'show', '--account', accountId)).to.deep.equal({
      granted: 100,
      available: 100,
      held: 0,
      spent: 0,
    });
    const { key, keyId } = await json('key', 'create', '--account', accountId, '--mode', 'test');
    expect(key).to.match(/^service_test_/);
    const { keys } = await json('key', 'list', '--account', accountId);
    expect(keys).to.have.length(1);
    expect(keys[0]).to.include({ keyId, mode: 'test' });
    expect(JSON.stringify(keys)).not.to.contain(key);
    expect(await json('key', 'revoke', '--key', keyId)).to.deep.equal({ keyId, revoked: true });
    expect((await json('key', 'list', '--account', accountId)).keys[0].revokedAt).to.be.a('string');
  });

  it('grants once per id, so that a failed call can be retried', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Twice');
    const grant = [
      'credits',
      'grant',
      '--account',
      accountId,
      '--amount',
      '5',
      '--id',
      `invoice-${accountId}`,
    ];
    expect(await json(...grant)).to.include({ granted: 5 });
    expect(await json(...grant)).to.include({ granted: 5 });
    const other = await admin(...grant.map((part) => (part === '5' ? '6' : part)), '--json');
    expect(other.code).to.equal(1);
    expect(JSON.parse(other.stderr).error).to.match(
      /^--id invoice-\S+ is already the id of a grant of 5 credits/,
    );
    expect(await json('credits', 'show', '--account', accountId)).to.include({ granted: 5 });
  });

  it('prints errors as JSON with --json, those of wrong options too', async () => {
    const unknown = await admin('key', 'create', '--account', 'acc_unknown', '--json');
    expect(JSON.parse(unknown.stderr).error).to.contain('There is no account acc_unknown');
    const incomplete = await admin('key', 'create', '--json');
    expect(incomplete.code).to.equal(1);
    expect(JSON.parse(incomplete.stderr).error).to.contain("'--account <id>' not specified");
  });

  it('verifies the whole database, and names what is wrong with exit code 2', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Sound', '--credits', '3');
    expect(await json('credits', 'verify', '--at-rest')).to.deep.include({ ok: true, problems: [] });
    const { openDatabase } = await import('../../../shared/database/database.ts');
    const { silentLogger } = await import('../../../shared/log.ts');
    const database = await openDatabase({ uri: env.MONGODB_URI!, log: silentLogger(), selectionMs: 3000 });
    await database.accounts.updateOne({ _id: accountId }, { $inc: { 'credits.available': 1 } });
    const { code, stdout } = await admin('credits', 'verify', '--at-rest', '--json');
    await database.accounts.updateOne({ _id: accountId }, { $inc: { 'credits.available': -1 } });
    await database.close();
    const { ok, problems } = JSON.parse(stdout);
    expect([code, ok]).to.deep.equal([2, false]);
    expect(problems.map((problem: { invariant: string }) => problem.invariant)).to.deep.equal(['I1', 'I12']);
    expect(problems[0].offender).to.equal(accountId);
  });

  for (const [name, args, complaint] of [
    ['an unknown account', ['key', 'create', '--account', 'unknown'], 'There is no account unknown'],
    [
      'a wrong number',
      ['account', 'create', '--name', 'x', '--credits', 'many'],
      '--credits must be a whole number',
    ],
    ['a wrong mode', ['key', 'create', '--account', 'x', '--mode', 'both'], '--mode must be live or test'],
    ['a missing option', ['account', 'create'], "required option '--name <name>' not specified"],
    ['an unknown command', ['account', 'destroy'], 'unknown command'],
  ] as const) {
    it(`says in one line what to do about ${name}`, async () => {
      const { code, stderr, stdout } = await admin(...args);
      expect(code).not.to.equal(0);
      expect(stderr)
        .to.contain(complaint)
        .and.not.match(/^\s+at /m);
      expect(stdout).to.equal('');
    });
  }

  it('finds no store without a running platform, and says how to name one', async () => {
    const bare: NodeJS.ProcessEnv = { ...env, DATA_DIR: join(dataDir, 'empty') };
    delete bare.MONGODB_URI;
    const failed = await run(
      process.execPath,
      [...typeScriptArguments, 'scripts/admin.ts', 'account', 'list'],
      {
        env: bare,
      },
    ).catch((error: Ran) => error);
    expect((failed as Ran).stderr).to.contain('set MONGODB_URI, or run npm start');
  });
});
