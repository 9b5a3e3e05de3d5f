import { expect } from 'chai';
import { signInOperator, type Visitor } from '../../../support/people.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';

const hostile = '<img src=x onerror=alert(1)>';
const given = { title: 'Renders are slow', 'part-renders': 'yes', text: 'We look into it.' };

describe('incidents', () => {
  let platform: TestPlatform;
  let operator: Visitor;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    operator = await signInOperator(platform);
  });
  beforeEach(() => platform.database.incidents.deleteMany({}));
  after(() => platform.close());

  const submit = (path: string, fields: Record<string, string>) =>
    operator.submit(path, fields, '/ops/incidents');
  const openOne = async (change: Record<string, string> = {}) =>
    (await submit('/ops/incidents', { ...given, ...change })).location!.split('?')[0]!;
  /** The page of people, once it is as expected: it is read at most once a second. */
  const readStatus = async (isRight: (html: string) => boolean) => {
    let html = '';
    await eventually(async () => {
      html = await (await fetch(`${platform.url}/status`)).text();
      return isRight(html);
    });
    return html;
  };

  it('are opened, updated and closed, with an audit entry each, and read at /status beside what is measured', async () => {
    const path = await openOne();
    expect((await submit(`${path}/updates`, { text: `The model is back ${hostile}` })).location).to.equal(
      `${path}?done=incident-updated`,
    );
    const open = await readStatus((html) => html.includes('The model is back'));
    expect(open)
      .to.include('Renders do not start at the moment')
      .and.include('Renders are slow')
      .and.include('The model is back &lt;img')
      .and.not.include('<img src=x');
    expect(open.indexOf('The model is back')).to.be.lessThan(open.indexOf('We look into it.'));
    await submit(`${path}/updates`, { text: 'It is over.', closes: 'true' });
    const closed = await readStatus((html) => html.includes('It is over.'));
    expect(closed.indexOf('Renders are slow')).to.be.greaterThan(closed.indexOf('Past incidents'));
    const audited = await platform.database.audit.find({ 'subject.kind': 'incident' }).sort({ at: 1 }).lean();
    expect(audited.map(({ action }) => action)).to.deep.equal([
      'incident.open',
      'incident.update',
      'incident.close',
    ]);
    expect((await operator.get(path)).text)
      .to.include('Closed')
      .and.not.include('Post update');
    expect((await submit(`${path}/updates`, { text: 'Once more' })).status).to.equal(409);
  });

  it('are made once by a form that is sent twice', async () => {
    const { text } = await operator.get('/ops/incidents');
    const attempt = /name="attempt" value="(\w+)"/.exec(text)![1]!;
    const paths = [await openOne({ attempt }), await openOne({ attempt })];
    expect(new Set(paths).size).to.equal(1);
    for (let times = 0; times < 2; times += 1) await submit(`${paths[0]}/updates`, { text: 'Again' });
    const incidents = await platform.database.incidents.find().lean();
    expect(incidents.map(({ updates }) => updates.map((update) => update.text))).to.deep.equal([
      ['We look into it.', 'Again'],
    ]);
  });

  for (const fields of [
    { ...given, title: ' ' },
    { title: 'Slow', text: 'We look into it.' },
    { ...given, text: 'x'.repeat(2_001) },
  ])
    it(`are not opened by ${JSON.stringify(fields).slice(0, 60)}: the form says why`, async () => {
      const page = await submit('/ops/incidents', fields);
      expect(page.status).to.equal(422);
      expect(page.text).to.include('field-error');
      expect(await platform.database.incidents.countDocuments()).to.equal(0);
    });

  it('that do not exist are not found', async () => {
    expect((await operator.get('/ops/incidents/inc_none')).status).to.equal(404);
    expect((await submit('/ops/incidents/inc_none/updates', { text: 'x' })).status).to.equal(404);
  });
});
