import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import { getContext, requestContext } from '../../../../api/http/request-context.ts';
import { silentLogger } from '../../../../shared/log.ts';

describe('the context of a request', () => {
  const seen = async (followTraces: boolean | undefined, headers: Record<string, string>) => {
    const app = express()
      .use(requestContext(silentLogger(), { followTraces }))
      .get('/', (_req, res) => {
        const { requestId, traceparent } = getContext(res);
        res.json({ requestId, traceparent });
      });
    return (await request(app).get('/').set(headers)).body as { requestId: string; traceparent?: string };
  };
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('has the request id of the caller, or one of its own', async () => {
    expect((await seen(undefined, { 'x-request-id': 'mine-1' })).requestId).to.equal('mine-1');
    expect((await seen(undefined, { 'x-request-id': 'no spaces' })).requestId).to.match(/^req_/);
  });

  it('has the trace of the caller only where traces are followed', async () => {
    expect((await seen(true, { traceparent })).traceparent).to.equal(traceparent);
    expect((await seen(undefined, { traceparent })).traceparent).to.equal(undefined);
  });

  for (const [title, header] of [
    ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span of zeros', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['another version', traceparent.replace('00-', '01-')],
    ['upper case', traceparent.toUpperCase()],
    ['more behind it', `${traceparent}-x`],
  ] as const) {
    it(`has no trace of a header with ${title}`, async () => {
      expect((await seen(true, { traceparent: header })).traceparent).to.equal(undefined);
    });
  }
});
