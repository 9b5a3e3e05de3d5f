import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import sharp from 'sharp';
import { connectMcp } from '../../../support/mcp-clients.ts';
import {
  dataUrl,
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualizeBody,
} from '../../../support/platform.ts';

/** A JPEG that hardly compresses. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();

const toolsList = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('POST /mcp', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ env: { MAX_BODY_MIB: '1', READS_PER_KEY: '40', STREAMS_PER_KEY: '2' } });
  });
  after(() => platform.close());

  const post = async (
    key: string | undefined,
    body: unknown,
    headers: Record<string, string> = {},
    path = '/mcp',
  ) => {
    const response = await fetch(platform.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { response, text: await response.text() };
  };
  /** A message whose body never ends. */
  const beginPost = (key: string): ClientRequest => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = httpRequest(`${platform.url}/mcp`, { method: 'POST', headers });
    sent.on('error', () => undefined).write('{"jsonrpc":');
    return sent;
  };
  const spoolFiles = () => readdir(join(platform.config.DATA_DIR, 'spool', String(process.pid)));

  it('rejects a call without a valid key with 401 and WWW-Authenticate', async () => {
    for (const key of [undefined, 'service_live_unknown']) {
      const { response, text } = await post(key, toolsList);
      expect([response.status, JSON.parse(text).code]).to.deep.equal([401, 'UNAUTHORIZED']);
      expect(response.headers.get('www-authenticate')).to.contain('Bearer');
    }
  });

  it('refuses pages of other origins with 403, and accepts its own', async () => {
    const { key } = await platform.account();
    const other = await post(key, toolsList, { origin: 'https://evil.example' });
    expect([other.response.status, JSON.parse(other.text).code]).to.deep.equal([403, 'FORBIDDEN']);
    const own = await post(key, toolsList, { origin: platform.config.BASE_URL });
    expect(own.response.status).to.equal(200);
  });

  it('has no stream of its own and no session', async () => {
    const { key } = await platform.account();
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${platform.url}/mcp`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'POST']);
    }
    const { response } = await post(key, toolsList);
    expect(response.headers.get('mcp-session-id')).to.equal(null);
  });

  it('refuses a batch, a body over MAX_BODY_MIB and an image that is no base64, and keeps no file of them', async () => {
    const { key } = await platform.account();
    const image = dataUrl(Buffer.alloc(900_000, 1));
    const message = { ...toolsList, method: 'tools/call' };
    const getArguments = (sceneImage: string) => ({
      params: { name: 'visualize', arguments: { sceneImage } },
    });
    const bodies: [unknown, RegExp][] = [
      [[toolsList, toolsList], /one JSON-RPC message/],
      [JSON.parse('{"params":{"arguments":{"__proto__":{}}}}'), /^params\.arguments\.__proto__ is not/],
      [Array.from({ length: 10_001 }, () => ({})), /more than 10000 array items and fields/],
      [{ ...message, ...getArguments(image) }, /larger than 1048576 bytes; send images as https URLs/],
      [
        { ...message, ...getArguments(`data:image/png;base64,${'%'.repeat(9000)}`) },
        /params\.arguments\.sceneImage/,
      ],
    ];
    for (const [body, problem] of bodies) {
      const { response, text } = await post(key, body);
      expect([response.status, JSON.parse(text).code], text).to.deep.equal([400, 'INVALID_INPUT']);
      expect(JSON.parse(text).message).to.match(problem);
    }
    await eventually(async () => (await spoolFiles()).length === 0);
  });

  it('brings inline images to the blob storage past Redis, and keeps no file of them', async () => {
    const { key } = await platform.account();
    const client = await connectMcp(platform.url, key);
    // Larger than what is kept in memory.
    const given = await visualizeBody({ sceneImage: dataUrl(await noise(700, 500)) });
    const { structured } = await client.call('visualize', given);
    expect(structured.state).to.equal('succeeded');
    await client.call('unknown_tool', given).catch(() => undefined);
    await client.call('visualize', { ...given, products: [] });
    await client.close();
    const part = String(given.sceneImage).slice(2000, 2060);
    const names = await platform.redis.keys(`${platform.config.QUEUE_PREFIX}*`);
    expect(names.length).to.be.greaterThan(0);
    for (const name of names) {
      const dump = (await platform.redis.dumpBuffer(name)) ?? Buffer.alloc(0);
      expect(dump.includes(part) || dump.includes(key.slice(17)), name).to.equal(false);
    }
    await eventually(async () => (await spoolFiles()).length === 0);
  });

  it('counts renders with those of POST /visualize: the rate and those at once', async () => {
    const slow = await platform.account({ limits: { perMinute: 1 } });
    const client = await connectMcp(platform.url, slow.key);
    await client.call('visualize', await visualizeBody());
    const another = { ...(await visualizeBody()), idempotency_key: 'another' };
    const refused = await client.call('visualize', another);
    expect([refused.isError, refused.text.code]).to.deep.equal([true, 'RATE_LIMITED']);
    expect(refused.text.retry_after).to.be.within(1, 60);
    await client.close();

    const go = hold(platform.cog);
    const narrow = await platform.account({ limits: { concurrent: 1 } });
    const own = await connectMcp(platform.url, narrow.key);
    const first = own.call('visualize', await visualizeBody());
    const places = `${platform.config.QUEUE_PREFIX}:concurrent:${narrow.id}:live`;
    await eventually(async () => (await platform.redis.zcard(places)) === 1);
    const second = await own.call('visualize', await visualizeBody());
    expect(second.text.code).to.equal('RATE_LIMITED');
    go();
    expect((await first).structured.state).to.equal('succeeded');
    await eventually(async () => (await platform.redis.zcard(places)) === 0);
    await own.close();
  });

  it('has a documented status and no trace of code for whatever is sent', async () => {
    const name = fc.constantFrom('visualize', 'get_render', 'get_credits', 'unknown', 7);
    const fields = { sceneImage: fc.anything(), products: fc.anything(), render_id: fc.anything() };
    const given = fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.anything());
    const methods = [
      'tools/call',
      'tools/list',
      'initialize',
      'ping',
      'server/discover',
      'subscriptions/listen',
    ];
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
        method: fc.constantFrom(...methods),
        params: fc.oneof(fc.record({ name, arguments: given }), fc.anything()),
      },
      { requiredKeys: ['method'] },
    );
    const version = fc.constantFrom('2026-07-28', '2025-11-25', '2024-11-05', 'x');
    const send = async (key: string, body: unknown, headers: Record<string, string>) => {
      const { response, text } = await post(key, body, headers);
      expect(response.status, text).to.be.oneOf([200, 202, 400, 404, 429]);
      expect(text).not.to.match(/node_modules|\.m?[jt]s:\d|TypeError|internal (server )?error/i);
    };
    for (let round = 0; round < 3; round += 1) {
      const { key } = await platform.account();
      const property = fc.asyncProperty(fc.oneof(message, fc.jsonValue()), version, (body, sent) =>
        send(key, body, { 'mcp-protocol-version': sent }),
      );
      await fc.assert(property, { numRuns: 30 });
    }
  });

  it('counts messages with the reads of a key', async () => {
    const { key } = await platform.account();
    const statuses: number[] = [];
    for (let count = 0; count < 41; count += 1) statuses.push((await post(key, toolsList)).response.status);
    expect(statuses.indexOf(429)).to.equal(40);
    for (const path of ['/mcp/', '/MCP']) {
      expect((await post(key, toolsList, {}, path)).response.status, path).to.equal(429);
    }
  });

  it('receives at most STREAMS_PER_KEY bodies of a key at once, so that one key cannot fill the disk', async () => {
    const { key } = await platform.account();
    const other = await platform.account();
    const arriving = [beginPost(key), beginPost(key)];
    await eventually(async () => (await post(key, toolsList)).text.includes('More than 2 message bodies'));
    expect((await post(other.key, toolsList)).response.status).to.equal(200);
    for (const sent of arriving) sent.destroy();
    await eventually(async () => (await post(key, toolsList)).response.status === 200);
  });

  it('prepares at most STREAMS_PER_KEY results of a key at once, so that one key cannot fill the memory', async () => {
    const { key } = await platform.account();
    const client = await connectMcp(platform.url, key);
    const { structured } = await client.call('visualize', await visualizeBody());
    const given = { render_id: structured.renderId };
    const results = await Promise.all(Array.from({ length: 20 }, () => client.call('get_render', given)));
    const codes = new Set(results.map(({ isError, text }) => (isError ? text.code : text.state)));
    expect([...codes].sort()).to.deep.equal(['RATE_LIMITED', 'succeeded']);
    expect((await client.call('get_render', given)).structured.state).to.equal('succeeded');
    await client.close();
  });

  it('sends nothing of an unexpected error', async () => {
    const account = await platform.account();
    await platform.database.accounts.collection.updateOne(
      { _id: account.id as never },
      { $unset: { credits: 1 } },
    );
    for (const kind of ['v1', 'v2 modern'] as const) {
      const client = await connectMcp(platform.url, account.key, kind);
      for (const [tool, given] of [
        ['get_credits', {}],
        ['visualize', await visualizeBody()],
      ] as const) {
        const { isError, text } = await client.call(tool, given);
        expect(isError).to.equal(true);
        expect(text).to.deep.equal({
          error: 'Internal error',
          code: 'INTERNAL',
          message: 'An unexpected error occurred on our side. Retry the request.',
        });
      }
      await client.close();
    }
  });

  it('opens no subscription, since nothing that it lists changes', async () => {
    const { key } = await platform.account();
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: envelope };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { text } = await post(key, { ...toolsList, method: 'subscriptions/listen', params }, headers);
    expect(JSON.parse(text).error.message).to.equal('Subscription limit reached');
  });
});
