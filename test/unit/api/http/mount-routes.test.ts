import { expect } from 'chai';
import express from 'express';
import Joi from 'joi';
import request from 'supertest';
import { errorResponse } from '../../../../api/http/error-response.ts';
import { mountRoutes } from '../../../../api/http/mount-routes.ts';
import { requestContext } from '../../../../api/http/request-context.ts';
import { defineRoute } from '../../../../api/http/route.ts';
import { json } from '../../../../api/openapi/operation.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { ApiKeyModel } from '../../../../shared/keys/key-model.ts';
import { silentLogger } from '../../../../shared/log.ts';

interface Dependencies {
  seen: string[];
  /** Requests that the limit refuses. */
  isFull: boolean;
}

const facts = { summary: 'A thing', responses: { 200: { description: 'It.', content: json({}) } } };

const limit = (dependencies: Dependencies) => async () => {
  dependencies.seen.push('limit');
  if (dependencies.isFull) throw new ApiError('RATE_LIMITED', 'Too many.');
};

const save = defineRoute({
  ...facts,
  id: 'save',
  method: 'put',
  path: '/things/:name',
  access: 'anyone',
  limit,
  query: Joi.object<{ mode?: string }>({ mode: Joi.string().valid('fast') }),
  body: { name: 'Thing', schema: Joi.object<{ size: number }>({ size: Joi.number().required() }) },
  cache: 'no-store',
  handle: ({ seen }: Dependencies, { params, query, body, res }) => {
    seen.push('handler');
    if (body.size === 0) throw new ApiError('CONFLICT', 'Has no size.');
    if (body.size > 10) res.status(201);
    return { name: params.name, mode: query.mode ?? null, size: body.size };
  },
});

const remove = defineRoute({
  ...facts,
  id: 'remove',
  method: 'delete',
  path: '/things/:name',
  access: 'anyone',
  responses: { 204: { description: 'Removed.' } },
  handle: ({ seen }: Dependencies) => void seen.push('removed'),
});

const list = defineRoute({
  ...facts,
  id: 'list',
  method: 'get',
  path: '/things',
  access: 'key',
  query: Joi.object<object>({}),
  cache: 'private, max-age=10',
  handle: () => [],
});

const fail = defineRoute({
  ...facts,
  id: 'fail',
  method: 'get',
  path: '/broken',
  access: 'anyone',
  toFailure: (error) => new ApiError('MODEL_ERROR', String(error)),
  handle: () => {
    throw new Error('broken');
  },
});

describe('the routes of a definition', () => {
  const dependencies = { keys: {} as ApiKeyModel, seen: [] as string[], isFull: false };
  const app = express()
    .use(requestContext(silentLogger()), mountRoutes([save, remove, list, fail], dependencies))
    .use(errorResponse());
  beforeEach(() => Object.assign(dependencies, { seen: [], isFull: false }));
  const put = (body: object, query = '') => request(app).put(`/things/lamp${query}`).send(body);

  it('pass what the request says to the handler, checked, and send what it returns', async () => {
    const { status, body, headers } = await put({ size: 2 }, '?mode=fast');
    expect([status, body]).to.deep.equal([200, { name: 'lamp', mode: 'fast', size: 2 }]);
    expect(headers['cache-control']).to.equal('no-store');
    expect(dependencies.seen).to.deep.equal(['limit', 'handler']);
  });

  it('send the status that the handler sets, and no body where none is described', async () => {
    expect((await put({ size: 11 })).status).to.equal(201);
    const { status, text } = await request(app).delete('/things/lamp');
    expect([status, text, dependencies.seen]).to.deep.equal([204, '', ['limit', 'handler', 'removed']]);
  });

  it('check the limit, then the query, then the body', async () => {
    dependencies.isFull = true;
    expect((await put({}, '?mode=slow')).body.code).to.equal('RATE_LIMITED');
    dependencies.isFull = false;
    expect((await put({}, '?mode=slow')).body.message).to.equal('mode must be "fast".');
    expect((await put({})).body.message).to.equal('size is required.');
    expect(dependencies.seen).not.to.include('handler');
  });

  it('check the credentials before the query', async () => {
    const { status } = await request(app).get('/things?size=1');
    expect(status).to.equal(401);
  });

  it('refuse a query parameter that the route does not know', async () => {
    const { status, body, headers } = await put({ size: 1 }, '?fast=1');
    expect([status, body.message]).to.deep.equal([400, 'fast is not a known query parameter; use mode.']);
    expect(headers['x-error-field']).to.equal('fast');
  });

  it('keep errors out of caches as well', async () => {
    const { status, headers } = await put({ size: 0 });
    expect([status, headers['cache-control']]).to.deep.equal([409, 'no-store']);
  });

  it('report an error as the route says', async () => {
    const { body } = await request(app).get('/broken');
    expect(body.code).to.equal('MODEL_ERROR');
  });

  it('respond to other methods with 405 and those that the path has', async () => {
    const { status, headers } = await request(app).patch('/things/lamp');
    expect([status, headers.allow]).to.deep.equal([405, 'PUT, DELETE']);
    expect(dependencies.seen).to.deep.equal([]);
  });

  it('says of a deprecated route since when, until when and where its replacement is named, in errors too', async () => {
    const old = defineRoute({
      ...facts,
      id: 'old',
      method: 'get',
      path: '/old',
      access: 'anyone',
      limit,
      deprecated: { since: '2026-11-23', sunset: '2027-06-01', section: 'old' },
      handle: () => ({}),
    });
    for (const isFull of [false, true]) {
      const app = express().use(mountRoutes([old], { seen: [], isFull }));
      const { headers } = await request(app.use(errorResponse())).get('/old');
      expect(headers).to.include({
        deprecation: '@1795392000',
        sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
        link: '</docs/changelog#old>; rel="deprecation"; type="text/html"',
      });
    }
  });
});
