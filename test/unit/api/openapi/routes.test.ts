import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import { mountRoutes } from '../../../../api/http/mount-routes.ts';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { openApiRoutes, publishDocuments } from '../../../../api/openapi/routes.ts';

describe('GET /openapi.json', () => {
  const app = express().use(
    mountRoutes(openApiRoutes, {
      publishedDocuments: publishDocuments((tags) => openApiDocument('https://renders.example', tags)),
    }),
  );

  it('sends the document with the URL of this deployment, to tools on any origin', async () => {
    const { status, headers, body } = await request(app).get('/openapi.json');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.match(/^application\/json/);
    expect(headers['access-control-allow-origin']).to.equal('*');
    expect(body.info.version).to.equal('1.0.0');
    expect(body.servers[0].url).to.equal('https://renders.example');
  });

  it('sends 304 to a client that has it', async () => {
    const { headers } = await request(app).get('/openapi.json');
    const again = await request(app).get('/openapi.json').set('If-None-Match', headers.etag!);
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('sends the operations of some tags, with no more than they refer to', async () => {
    const { body } = await request(app).get('/openapi.json?tags=renders,Credits');
    const operations = Object.values(body.paths as Record<string, Record<string, { tags?: string[] }>>);
    const tags = operations.flatMap((path) => Object.values(path).flatMap(({ tags = [] }) => tags));
    expect([...new Set(tags)]).to.have.members(['Renders', 'Credits']);
    expect(body.webhooks).to.deep.equal({});
    expect(Object.keys(body.components.schemas)).to.include('RenderRequest').and.not.include('TrackPayload');
  });

  it('refuses a tag that it does not have', async () => {
    const { status, text } = await request(app).get('/openapi.json?tags=render');
    expect(status).to.equal(400);
    expect(text).to.contain('tags must be a list of these, separated by commas: renders, credits');
  });
});
