import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { mongo } from 'mongoose';
import sinon from 'sinon';
import type { Logger } from '../../../../shared/log.ts';
import { logOutages } from '../../../../shared/mongodb/outage-log.ts';

describe('the log of a lost database', () => {
  let clock: sinon.SinonFakeTimers;
  let lines: [level: string, fields: Record<string, unknown>, message: string][];
  let client: EventEmitter;
  let watch: { close(): void };

  beforeEach(() => {
    clock = sinon.useFakeTimers();
    lines = [];
    client = new EventEmitter();
    const write = (level: string) => (fields: Record<string, unknown>, message: string) =>
      lines.push([level, fields, message]);
    const log = { error: write('error'), info: write('info') } as unknown as Logger;
    watch = logOutages(client as mongo.MongoClient, log);
  });
  afterEach(() => {
    watch.close();
    clock.restore();
  });

  const servers = (type: string) => {
    const error = type === 'Unknown' ? new Error('connect ECONNREFUSED') : null;
    const newDescription = { servers: new Map([['db:27017', { address: 'db:27017', type, error }]]) };
    client.emit('topologyDescriptionChanged', { newDescription });
  };

  it('has one line at once and one every 30 s, with what it waits for, and one at the return', () => {
    servers('Standalone');
    for (let check = 0; check < 70; check++) {
      servers('Unknown');
      clock.tick(1000);
    }
    expect(lines.map(([level, { seconds }]) => [level, seconds])).to.deep.equal([
      ['error', 0],
      ['error', 30],
      ['error', 60],
    ]);
    expect(lines[0]![1]).to.deep.include({ servers: ['db:27017'], reason: 'connect ECONNREFUSED' });
    servers('RSPrimary');
    clock.tick(60_000);
    expect(lines.at(-1)).to.deep.equal(['info', { seconds: 70 }, 'MongoDB accepts writes again']);
    expect(lines).to.have.length(4);
  });

  it('counts a replica set without a primary as lost', () => {
    servers('RSPrimary');
    servers('RSSecondary');
    expect(lines).to.have.length(1);
  });

  it('has no line when nothing is lost, nor after it was closed', () => {
    servers('Standalone');
    expect(lines).to.deep.equal([]);
    watch.close();
    servers('Unknown');
    clock.tick(60_000);
    expect(lines).to.deep.equal([]);
  });
});
