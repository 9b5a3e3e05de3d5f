import { expect } from 'chai';
import { exchangeCheck } from '../../../support/openapi/check-exchange.ts';
import type { Observed } from '../../../support/openapi/observe.ts';

const unchargedStarts = { used: 0, limit: 20, resetsAt: '2026-11-22T00:00:00.000Z' };
const credits = { account: 'acc_1', granted: 3, available: 1, held: 1, spent: 1, unchargedStarts };

function observed(change: Partial<Omit<Observed, 'body'>> & { body?: unknown } = {}): Observed {
  const { body = credits, ...others } = change;
  return {
    method: 'GET',
    url: '/credits',
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_1' },
    requestType: undefined,
    requestBody: undefined,
    ...others,
    body: Buffer.from(JSON.stringify(body)),
  };
}

const error = (code: string) => ({ error: 'x', code, message: 'x' });
const scene = { sceneImage: 'https://shop.example/a.jpg', products: [{}] };
const visualize = (request: unknown) =>
  observed({
    method: 'POST',
    url: '/visualize',
    requestType: 'application/json',
    requestBody: Buffer.from(JSON.stringify(request)),
    body: { image: 'data:image/png;base64,', products: [], usage: { credits: 1, balance: 1 } },
  });

describe('a response that the tests see', () => {
  const check = exchangeCheck();

  const described: [string, Observed][] = [
    ['as described', observed()],
    ['without regard to case and a last slash', observed({ url: '/Credits/?a=1' })],
    ['with a described error', observed({ status: 401, body: error('UNAUTHORIZED') })],
    [
      'of a method that the path has not',
      observed({ method: 'PATCH', status: 405, body: error('METHOD_NOT_ALLOWED') }),
    ],
    ['of a path that does not exist', observed({ url: '/nothing', status: 404, body: error('NOT_FOUND') })],
    ['of a page', observed({ url: '/docs/api', body: 'text' })],
    ['to a valid request', visualize(scene)],
  ];
  for (const [name, response] of described) {
    it(`passes ${name}`, () => expect(check(response)).to.deep.equal([]));
  }

  const different: [string, Observed, RegExp][] = [
    ['another status', observed({ status: 418 }), /status 418 is not described/],
    ['another field', observed({ body: { ...credits, secret: 1 } }), /additional properties.*secret/],
    ['a missing field', observed({ body: { granted: 1 } }), /must have required property/],
    ['another type', observed({ body: { ...credits, held: '1' } }), /\/held must be integer/],
    [
      'another content type',
      observed({ headers: { 'content-type': 'text/html' } }),
      /content type text\/html/,
    ],
    ['another header', observed({ headers: { ...observed().headers, 'x-new': '1' } }), /headers.*x-new/],
    ['another code', observed({ status: 401, body: error('FORBIDDEN') }), /code FORBIDDEN/],
    ['a route that is not described', observed({ url: '/new' }), /it is not described/],
    [
      'an accepted request that is not described',
      visualize({ ...scene, aspect: '1:1' }),
      /accepted request.*aspect/,
    ],
  ];
  for (const [name, response, problem] of different) {
    it(`fails for ${name}`, () => {
      const problems = check(response);
      expect(problems).to.have.lengthOf(1);
      expect(problems[0]).to.match(problem);
    });
  }
});
