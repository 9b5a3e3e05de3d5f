import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

describe('npm run admin -- incident', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
  });
  after(() => platform.close());

  const admin = (...args: string[]) =>
    runAdmin(['incident', ...args, '--json'], getEnvironment(platform.config));

  it('opens, updates and closes an incident, and lists it', async () => {
    const text = ['--text', 'We look into it.'];
    const opened = await admin('open', '--title', 'Slow', '--parts', 'renders, queue', ...text);
    const { incident: id } = JSON.parse(opened.stdout);
    expect((await admin('update', id, '--text', 'The model is back.')).code).to.equal(0);
    expect((await admin('close', id, '--text', 'It is over.')).code).to.equal(0);
    const { incidents } = JSON.parse((await admin('list')).stdout);
    expect(incidents).to.have.lengthOf(1);
    expect(incidents[0]).to.deep.include({ _id: id, title: 'Slow', parts: ['renders', 'queue'] });
    expect(incidents[0].updates.map((update: { text: string }) => update.text)).to.deep.equal([
      ...['We look into it.', 'The model is back.', 'It is over.'],
    ]);
    const late = await admin('update', id, '--text', 'Once more');
    expect([late.code, JSON.parse(late.stderr).error]).to.deep.equal([
      ...[1, 'The incident is closed; open another one.'],
    ]);
    const wrong = await admin('open', '--title', 'Slow', '--parts', 'coffee', ...text);
    expect([wrong.code, JSON.parse(wrong.stderr).error]).to.deep.equal([
      ...[1, 'parts[0] must be one of "api", "renders", "queue", "events".'],
    ]);
  });
});
