import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const file = readFileSync('docker-compose.yml', 'utf8');
const environment = readFileSync('.env.example', 'utf8');

/** The lines of each block that begins in that column: `x-…` at 0, services at 2. */
function blocks(text: string, column: number): Map<string, string> {
  const head = new RegExp(`^ {${column}}([\\w-]+):`, 'gm');
  const starts = [...text.matchAll(head)].map((match) => ({ name: match[1]!, at: match.index }));
  return new Map(starts.map(({ name, at }, index) => [name, text.slice(at, starts[index + 1]?.at)]));
}

describe('docker-compose.yml', () => {
  const top = blocks(file, 0);
  const services = blocks(top.get('services')!, 2);

  it('has no default for a secret, and says how to make it', () => {
    const secrets = [...file.matchAll(/\$\{(\w*(?:KEY|PASSWORD|SECRET|TOKEN)\w*)(:?.)/g)];
    expect(new Set(secrets.map(([, name]) => name))).to.deep.equal(
      new Set(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'SECRETS_KEY']),
    );
    for (const [text, , operator] of secrets) expect(operator, text).to.equal(':?');
    for (const name of ['SECRETS_KEY', 'S3_SECRET_ACCESS_KEY'])
      expect(environment).to.match(new RegExp(`^${name}=$`, 'm'));
  });

  it('gives each service a memory limit, no capabilities and no new privileges', () => {
    expect(top.get('x-confined'))
      .to.contain('cap_drop: [ALL]')
      .and.contain("security_opt: ['no-new-privileges:true']");
    expect(top.get('x-platform')).to.contain('<<: *confined');
    expect([...services.keys()]).to.deep.equal([
      'api',
      'worker',
      'indexes',
      'redis',
      'mongo',
      's3',
      'bucket',
    ]);
    for (const [name, service] of services) {
      expect(service, name).to.match(/^ {4}<<: \*(confined|platform)$/m);
      expect(service, name).to.match(/^ {4}mem_limit: \S+$/m);
    }
  });

  it('keeps the root of what reads untrusted input read-only', () => {
    expect(top.get('x-platform')).to.contain('read_only: true').and.contain('tmpfs: [/tmp]');
    expect(services.get('redis')).to.contain('read_only: true');
  });
});
