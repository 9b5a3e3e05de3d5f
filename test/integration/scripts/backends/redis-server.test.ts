import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { onPath } from '../../../../scripts/backends/on-path.ts';
import { startRedisServer } from '../../../../scripts/backends/redis-server.ts';

describe('the Redis of npm start', () => {
  it('accepts only its random password and keeps its files for its user', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'render-platform-redis-'));
    const binary = onPath(['redis-server', 'valkey-server'])!;
    const server = await startRedisServer({ binary, dir, durable: true });
    try {
      await server.ready;
      const { port, password } = new URL(server.url);
      expect(password).to.match(/^[0-9a-f]{48}$/);
      expect(server.what).not.to.contain(password);

      const without = new Redis(Number(port), '127.0.0.1');
      without.on('error', () => undefined);
      const refused = await without.get('key').catch((error: Error) => error.message);
      without.disconnect();
      expect(refused).to.match(/^NOAUTH/);

      const client = new Redis(server.url);
      expect(await client.set('key', 'value')).to.equal('OK');
      client.disconnect();
      expect(statSync(join(dir, 'redis.conf')).mode & 0o777).to.equal(0o600);
      expect(statSync(join(dir, 'appendonlydir')).mode & 0o077).to.equal(0);
    } finally {
      await server.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('is asked many times on a slow machine, without a warning of a leak', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'render-platform-redis-'));
    const binary = join(dir, 'slow-redis');
    const server = onPath(['redis-server', 'valkey-server'])!;
    writeFileSync(binary, `#!/bin/sh\nsleep 0.5\nexec ${server} "$@"\n`, { mode: 0o755 });
    const warnings: string[] = [];
    const warn = ({ message }: Error) => warnings.push(message);
    process.on('warning', warn);
    const slow = await startRedisServer({ binary, dir, durable: false });
    try {
      await slow.ready;
      expect(warnings).to.deep.equal([]);
    } finally {
      process.off('warning', warn);
      await slow.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
