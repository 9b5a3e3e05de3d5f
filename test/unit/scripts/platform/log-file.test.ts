import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLogFile } from '../../../../scripts/platform/log-file.ts';

describe('a log file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'render-platform-log-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('takes no more than twice its limit and keeps the newest lines', () => {
    const path = join(folder, 'api.log');
    const log = openLogFile(path, 100);
    for (let index = 0; index < 50; index++) log.write(`line ${index}`);
    log.close();
    const size = statSync(path).size + statSync(`${path}.1`).size;
    expect(size).to.be.at.most(2 * 110);
    expect(readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8')).to.match(/line 48\nline 49\n$/);
  });

  it('continues where an earlier start ended', () => {
    const path = join(folder, 'worker.log');
    for (const line of ['first', 'second']) {
      const log = openLogFile(path);
      log.write(line);
      log.close();
    }
    expect(readFileSync(path, 'utf8')).to.equal('first\nsecond\n');
  });

  it('takes a late line after it was closed without failing', () => {
    const log = openLogFile(join(folder, 'late.log'));
    log.close();
    log.write('too late');
    expect(readFileSync(join(folder, 'late.log'), 'utf8')).to.equal('');
  });
});
