import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import mongoose from 'mongoose';
import { installGauges } from '../processes/gauges.ts';

/**
 * The baseline of the platform's event intake: parses JSON and inserts one document, with the same write concern. It
 * queries no store and checks, counts and forwards nothing.
 */
const client = new mongoose.mongo.MongoClient(process.env.MONGODB_URI ?? '', {
  writeConcern: { w: 'majority', journal: true },
  maxPoolSize: 50,
});
await client.connect();
const events = client.db(process.env.BARE_DATABASE).collection('events');

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
app.post('/api/events', express.json(), async (req, res) => {
  await events.insertOne(req.body as Record<string, unknown>);
  res.status(202).json({ accepted: 1, duplicates: 0 });
});

const server = createServer(app);
server.listen({ host: '127.0.0.1', port: 0 });
await once(server, 'listening');

process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
installGauges();
process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
