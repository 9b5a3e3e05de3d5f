import { BarChart } from '../../web/design/components/bar-chart.tsx';
import { ButtonLink } from '../../web/design/components/button.tsx';
import { Card, Facts, Stat, Stats as StatList } from '../../web/design/components/card.tsx';
import { CodeBlock, CodeTabs } from '../../web/design/components/code-block.tsx';
import { LineChart } from '../../web/design/components/line-chart.tsx';
import { Notice } from '../../web/design/components/notice.tsx';
import { Skeleton } from '../../web/design/components/skeleton.tsx';
import { Badge, Banner, Status, type Tone } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Tabs } from '../../web/design/components/tabs.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { CircleDashed } from '../../web/design/icons.ts';

const tones: readonly Tone[] = ['success', 'warning', 'danger', 'info', 'neutral'];

interface Key {
  name: string;
  note?: string;
  tone: Tone;
  state: string;
  createdAt: Date;
  renders: number;
}

const keys: readonly Key[] = [
  {
    name: 'Production server',
    note: 'service_live_4f…',
    tone: 'success',
    state: 'active',
    createdAt: new Date(0),
    renders: 12_480,
  },
  { name: 'Staging', tone: 'warning', state: 'expires soon', createdAt: new Date(864e5), renders: 96 },
  {
    name: 'Schlafzimmerkommodenaufsatzkonfigurator',
    tone: 'neutral',
    state: 'revoked',
    createdAt: new Date(1728e5),
    renders: 0,
  },
];

const columns: readonly Column<Key>[] = [
  {
    heading: 'Key',
    kind: 'long',
    cell: ({ name, note }) => (
      <>
        <a href="#table">{name}</a>
        {note && <CellNote>{note}</CellNote>}
      </>
    ),
  },
  { heading: 'State', cell: ({ tone, state }) => <Status tone={tone}>{state}</Status> },
  { heading: 'Created (UTC)', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { heading: 'Renders', kind: 'number', cell: ({ renders }) => renders.toLocaleString('en') },
];

export const Tables = () => (
  <>
    <Table label="Keys" columns={columns} rows={keys} linksRows more={<a href="#table">Show 20 more</a>} />
    <Table label="Keys that load" columns={columns} rows={[]} loading={2} />
    <Table
      label="No keys"
      columns={columns}
      rows={[]}
      empty="There are no keys. Create one to send a request."
    />
  </>
);

export const Stats = () => (
  <>
    <StatList label="Samples">
      <Stat
        label="Sessions"
        value="1,204"
        note="last 30 days"
        about="Visits of a browser tab with the try-on open"
      />
      <Stat
        label="Conversion"
        value="3.4%"
        change={{ text: '0.6 points more', direction: 'up', effect: 'better' }}
      />
      <Stat
        label="Error rate"
        value="2.1%"
        change={{ text: '1.2 points more', direction: 'up', effect: 'worse' }}
      />
      <Stat label="Average render" value="–" note="no renders" />
    </StatList>
    <Card>
      <Facts
        facts={[
          ['Account', <code>acc_1</code>],
          ['Created', <Time at={new Date(0)} />],
          ['Webhook', 'https://shop.example/hooks/renders?source=render-platform&environment=production'],
        ]}
      />
    </Card>
  </>
);

export const Statuses = () => (
  <>
    <p class="sample-row">
      {tones.map((tone) => (
        <Status key={tone} tone={tone}>
          {tone}
        </Status>
      ))}
    </p>
    <p class="sample-row">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </p>
    {tones.map((tone) => (
      <Banner key={tone} tone={tone}>
        <b>Endpoint URL.</b> The last 12 deliveries failed; the next is at 14:05.
      </Banner>
    ))}
  </>
);

export const TabLists = () => (
  <Tabs
    label="Render"
    current="#tabs"
    tabs={[
      { href: '#tabs', title: 'Overview' },
      { href: '#table', title: 'Deliveries' },
      { href: '#button', title: 'Settings' },
    ]}
  />
);

const curl = 'curl https://api.example/credits \\\n  -H "Authorization: Bearer $API_KEY"';

export const CodeBlocks = () => (
  <>
    <CodeBlock code={'{ "credits": 12, "held": 1, "mode": "live" }'} language="json" label="Response 200" />
    <CodeTabs
      group="design-sample"
      samples={[
        { language: 'sh', code: curl },
        {
          language: 'ts',
          code: "const credits = await client.credits(); // 12\nif (credits < 1) throw new Error('empty');",
        },
        { language: 'python', code: 'print(client.credits())  # 12' },
      ]}
    />
  </>
);

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const succeeded = [120, 132, 101, 134, 90, 230, 210];
const failed = [0, 2, 1, 14, 0, 3, 1];

export const BarCharts = () => (
  <>
    <BarChart
      label="Renders of the last week"
      pointName="Day"
      points={days}
      series={[
        { name: 'failed', color: 'danger', values: failed },
        { name: 'succeeded', color: 'success', values: succeeded },
      ]}
      note="Renders by day (UTC)."
    />
    <BarChart
      label="Renders of a new account"
      pointName="Day"
      points={days}
      series={[{ name: 'succeeded', color: 'success', values: days.map(() => 0) }]}
      note="No render has ended yet."
    />
  </>
);

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });

export const LineCharts = () => (
  <>
    <LineChart
      label="Revenue of the last week"
      pointName="Day"
      points={days}
      series={[{ name: 'revenue', color: 1, values: [820, 932, 901, 934, 1290, 1330, 1320] }]}
      format={(value) => money.format(value)}
      note="Revenue credited to looks, by day (UTC)."
    />
    <LineChart
      label="Sessions of the last week by source"
      pointName="Day"
      points={days}
      series={([1, 2, 3, 4, 5] as const).map((color) => ({
        name: `source ${color}`,
        color,
        values: succeeded.map((value, day) => (value * color) / 2 + day * 10),
      }))}
      note="Sessions by day (UTC)."
    />
  </>
);

export const Notices = () => (
  <>
    <Notice
      icon={CircleDashed}
      title="No integrations"
      text="Send what shoppers do in the try-on to your analytics."
    >
      <ButtonLink kind="primary" href="#notice-and-skeleton">
        Add an integration
      </ButtonLink>
    </Notice>
    <Skeleton />
  </>
);
