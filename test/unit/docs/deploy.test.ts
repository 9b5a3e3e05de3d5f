import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { registerQueueMetrics } from '../../../api/ops/queue-metrics.ts';
import { allocator } from '../../../scripts/processes/allocator.ts';
import { variables } from '../../../shared/config/variables.ts';

const page = readFileSync('docs/deploy.md', 'utf8');
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml!);
const compose = readFileSync('docker-compose.yml', 'utf8');
const manifest = readFileSync('deploy/kubernetes/render-platform.yml', 'utf8');

/** Names in capitals that are set for a container, `NAME: value` or `name: NAME, value: …`. */
const namesIn = (yaml: string) =>
  [...yaml.matchAll(/^ +([A-Z][A-Z0-9_]+): |name: ([A-Z][A-Z0-9_]+),/gm)].map(
    ([, one, other]) => one ?? other!,
  );

const seconds = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, value]) => Number(value));

const dockerfile = readFileSync('Dockerfile', 'utf8');

/** Ends with what the image's HEALTHCHECK says of a server with that status; 0 is healthy. */
async function healthcheck(status: number): Promise<number> {
  const server = createServer((_req, res) => void res.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const [program, ...args] = JSON.parse(/HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[];
  const child = spawn(program!, args, { env: { ...process.env, PORT: port, WORKER_PORT: '1' } });
  const [code] = await once(child, 'exit');
  server.close();
  return code;
}

describe('deployment', () => {
  it('has an image whose health check follows the process', async () => {
    expect(await healthcheck(200)).to.equal(0);
    expect(await healthcheck(503)).to.equal(1);
  });

  it('has the same allocator settings in the image, the page and npm start', () => {
    const places = [dockerfile, page];
    for (const [name, value] of Object.entries(allocator)) {
      for (const text of places) {
        const values = [...text.matchAll(new RegExp(`${name}=(\\w+)`, 'g'))].map(([, set]) => set);
        expect(values, name).to.not.be.empty;
        expect(new Set(values), name).to.deep.equal(new Set([value]));
      }
    }
  });

  it('sets only variables that exist', () => {
    // Of the backends' images.
    const mongo = ['MONGO_INITDB_ROOT_USERNAME', 'MONGO_INITDB_ROOT_PASSWORD'];
    const foreign = ['NODE_ENV', 'HOME', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD', 'REDISCLI_AUTH', ...mongo];
    const names = [compose, manifest, ...blocks].flatMap(namesIn);
    expect(names.length).to.be.greaterThan(40);
    const unknown = names.filter((name) => !Object.hasOwn(variables, name) && !foreign.includes(name));
    expect(unknown).to.deep.equal([]);
  });

  it('hands every variable of .env to the containers of docker-compose.yml, not only those it names', () => {
    const platform = /^x-platform: &platform\n((?: .*\n)+)/m.exec(compose)![1]!;
    expect(platform).to.include('  env_file: .env\n');
    for (const service of ['api', 'worker']) {
      expect(compose).to.match(new RegExp(`^  ${service}:\n    <<: \\*platform\n`, 'm'));
    }
  });

  it('has in Kubernetes the commands, ports and user of the image', () => {
    const commands = (text: string) =>
      [...text.matchAll(/command: (\['node', 'dist[^\]]*\])/g)].map(([, found]) => found);
    expect(commands(manifest)).to.deep.equal(commands(compose).slice(0, 2));
    for (const port of [3000, 3001, 9464]) {
      expect(manifest).to.contain(`containerPort: ${port}`).and.to.contain(`port: ${port}`);
      expect(manifest).to.match(new RegExp(`_?PORT, value: '${port}'`));
    }
    expect(dockerfile).to.match(/^USER \d+:\d+$/m);
    expect(manifest.match(/runAsNonRoot: true/g)).to.have.length(2);
    expect(manifest.match(/readOnlyRootFilesystem: true/g)).to.have.length(2);
  });

  it('gives .env.example only variables that exist', () => {
    const names = [...readFileSync('.env.example', 'utf8').matchAll(/^#? *([A-Z][A-Z0-9_]+)=/gm)];
    const unknown = names.map(([, name]) => name!).filter((name) => !Object.hasOwn(variables, name));
    // Of docker-compose.yml itself.
    const passwords = ['REDIS_PASSWORD', 'MONGO_PASSWORD'];
    const memory = ['API_MEMORY', 'WORKER_MEMORY', 'REDIS_MEMORY', 'MONGO_MEMORY', 'S3_MEMORY'];
    expect(unknown).to.deep.equal(['WORKERS', ...memory, ...passwords]);
    for (const name of ['WORKERS', ...memory]) expect(compose).to.contain(`\${${name}:-`);
    for (const name of passwords) expect(compose).to.contain(`\${${name}:?`);
  });

  it('scales on metrics that the API reports', async () => {
    const registry = new Registry();
    registerQueueMetrics(registry, []);
    const reported = registry.getMetricsAsArray().map(({ name }) => name);
    const queries = [...page.matchAll(/query: max\((\w+)\{queue="render(?:-cog)?"\}\)/g)];
    expect(queries).to.have.length(4);
    for (const [, metric] of queries) expect(reported).to.include(metric);
  });

  it('scales in proportion to a wait: an average would take workers away from a queue that grows', () => {
    const triggers = page.split('- type: prometheus').filter((text) => text.includes('threshold:'));
    const onWait = triggers.filter((text) => text.includes('render_platform_queue_oldest_wait_seconds{'));
    for (const trigger of onWait) expect(trigger).to.match(/^\n +metricType: Value/);
  });

  it('lets a stopping process end its work before it is killed', () => {
    for (const yaml of [compose, manifest, ...blocks]) {
      const given = seconds(yaml, /SHUTDOWN_SECONDS(?:: |, value: )'?(\d+)/g);
      const graces = seconds(yaml, /(?:stop_grace_period|terminationGracePeriodSeconds): (\d+)/g);
      expect(graces).to.have.length(given.length);
      for (const [index, shutdown] of given.sort((a, b) => a - b).entries()) {
        expect(graces.sort((a, b) => a - b)[index]).to.be.greaterThan(shutdown);
      }
    }
  });
});
