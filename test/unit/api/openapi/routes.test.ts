import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import { mountRoutes } from '../../../../api/http/mount-routes.ts';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { openApiRoutes, publishDocument } from '../../../../api/openapi/routes.ts';

describe('GET /openapi.json', () => {
  const app = express().use(
    mountRoutes(openApiRoutes, publishDocument(openApiDocument('https://renders.example'))),
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
});
