import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { webBuildFolder } from '../../../../api/assets/web-build.ts';
import { openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { runAdmin } from '../../../support/admin.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('npm run admin -- store snippet', () => {
  let env: NodeJS.ProcessEnv;
  before(async () => {
    const uri = await freshDatabase();
    env = { ...process.env, NODE_ENV: 'test', MONGODB_URI: uri, EMBED_HOST: 'embed.example' };
    const database = await openDatabase({ uri, log: silentLogger(), selectionMs: 3000 });
    await createStore(database.stores, { account: 'acc_1', slug: 'acme', hosts: ['shop.example'] });
    await database.close();
  });

  const snippet = (...args: string[]) => runAdmin(['store', 'snippet', ...args], env);

  it('prints the script tag of the store', async () => {
    const { stdout } = await snippet('--store', 'acme');
    expect(stdout.split('\n')[0]).to.equal(
      '<script async src="https://embed.example/service-embed.js" data-service-subdomain="acme"></script>',
    );
  });

  it('prints a tag of this version whose hash is that of the file', async () => {
    const { stdout } = await snippet('--store', 'acme', '--json');
    const { pinnedHtml, contentSecurityPolicy } = JSON.parse(stdout) as Record<string, string>;
    const file = await readFile(join(webBuildFolder, 'service-embed.js'));
    expect(pinnedHtml)
      .to.include(`integrity="sha384-${createHash('sha384').update(file).digest('base64')}"`)
      .and.match(/src="https:\/\/embed\.example\/service-embed@[0-9a-f]{12}\.js"/);
    expect(contentSecurityPolicy).to.equal(
      'script-src https://embed.example; frame-src https://embed.example',
    );
  });

  it('fails for a store that does not exist', async () => {
    const failure = await snippet('--store', 'none');
    expect(failure.code).to.equal(1);
    expect(failure.stderr).to.equal('There is no store none; see store list.\n');
  });
});
