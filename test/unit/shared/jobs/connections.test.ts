import { expect } from 'chai';
import { newId } from '../../../../shared/ids.ts';
import { reconnectDelay } from '../../../../shared/jobs/connections.ts';
import { renderIdOfJob, renderJob, renderJobId } from '../../../../shared/jobs/render-job.ts';
import { throttledErrorLog } from '../../../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../../../shared/log.ts';

describe('the job id of a render', () => {
  it('leads back to the render, whatever the delivery', () => {
    const renderId = newId('render');
    for (const attempt of [1, 2, 37])
      expect(renderIdOfJob(renderJobId(renderId, attempt))).to.equal(renderId);
  });

  it('differs for each delivery and has no colon, which BullMQ refuses', () => {
    const ids = [1, 2, 3].map((attempt) => renderJobId('render_a', attempt));
    expect(new Set(ids).size).to.equal(3);
    expect(ids.join('')).not.to.include(':');
  });

  it('returns an id of another form unchanged', () => {
    expect(renderIdOfJob('17')).to.equal('17');
  });
});

describe('the data of a render job', () => {
  const good = { renderId: newId('render') };
  const refused: [string, unknown][] = [
    ['nothing', undefined],
    ['no render id', {}],
    ['an id with a space', { ...good, renderId: 'a b' }],
    ['an id of 65 characters', { ...good, renderId: 'a'.repeat(65) }],
    ['an unknown field', { ...good, scene: 'data:image/png;base64,AAAA' }],
  ];
  const check = (data: unknown) => renderJob.schema.validate(data, { convert: false }).error;

  it('is accepted with an id, and with the deadline that the previous release added', () => {
    expect(check(good)).to.equal(undefined);
    expect(check({ ...good, deadlineAt: 1_900_000_000_000 })).to.equal(undefined);
  });

  for (const [says, data] of refused) {
    it(`is refused with ${says}`, () => {
      expect(check(data)).to.be.instanceOf(Error);
    });
  }
});

describe('the delay before a reconnect', () => {
  it('doubles from 50 ms to 2 s, less at most a fifth', () => {
    const longest = [1, 2, 3, 7, 40].map((times) => reconnectDelay(times, () => 0));
    expect(longest).to.deep.equal([50, 100, 200, 2000, 2000]);
    expect(reconnectDelay(40, () => 1)).to.equal(1600);
  });
});

describe('the throttled error log', () => {
  it('writes one line in ten seconds and counts the omitted errors', () => {
    let now = 0;
    const written: unknown[] = [];
    const log = { warn: (fields: unknown) => written.push(fields) } as unknown as Logger;
    const report = throttledErrorLog(log, 'Redis', () => now);
    for (now = 0; now <= 10_000; now += 1000) report(new Error(`at ${now}`));
    expect(written).to.deep.equal([
      { reason: 'at 0', omitted: 0 },
      { reason: 'at 10000', omitted: 9 },
    ]);
  });
});
