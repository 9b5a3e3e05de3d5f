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
      new Set([
        'S3_ACCESS_KEY_ID',
        'S3_SECRET_ACCESS_KEY',
        'SECRETS_KEY',
        'REDIS_PASSWORD',
        'MONGO_PASSWORD',
      ]),
    );
    for (const [text, , operator] of secrets) expect(operator, text).to.equal(':?');
    for (const name of ['SECRETS_KEY', 'S3_SECRET_ACCESS_KEY', 'REDIS_PASSWORD', 'MONGO_PASSWORD'])
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

  it('keeps the root of every service read-only', () => {
    expect(top.get('x-confined')).to.contain('read_only: true').and.contain('tmpfs: [/tmp]');
    for (const [name, service] of services) expect(service, name).not.to.match(/read_only|tmpfs/);
  });

  it('requires a login of Redis and MongoDB, and gives it to the platform', () => {
    const environment = top.get('x-environment')!;
    expect(environment).to.match(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379\n/);
    expect(environment).to.match(
      /MONGODB_URI: mongodb:\/\/render:\$\{MONGO_PASSWORD:\?[^}]+\}@mongo:.*authSource=admin\n/,
    );
    expect(services.get('redis')).to.contain('- --requirepass\n      - ${REDIS_PASSWORD:?');
    expect(services.get('mongo'))
      .to.contain('MONGO_INITDB_ROOT_USERNAME: render\n')
      .and.contain('MONGO_INITDB_ROOT_PASSWORD: ${MONGO_PASSWORD:?')
      .and.contain('--keyFile');
  });
});

describe('Dockerfile', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');

  it('runs as a user with a number, which Kubernetes requires with runAsNonRoot', () => {
    expect(dockerfile.match(/^USER .*$/gm)).to.deep.equal(['USER 1000:1000']);
  });

  it('checks a worker at the port that it listens on, also where none is set', () => {
    expect(dockerfile).to.match(/^ {4}WORKER_PORT=3001 \\$/m);
    expect(dockerfile).to.contain('[process.env.PORT || 3000, process.env.WORKER_PORT].map(');
  });
});
