import { type HourOutcomes, type OutcomeSum, outcomeHours, sumOutcomes } from './outcomes.ts';
import { formatCount, renderTable } from './page-frame.ts';

interface Level {
  /** Up to this error rate. */
  upTo: number;
  text: string;
  status: 'ok' | 'pending' | 'error';
}

const levels: Level[] = [
  { upTo: 0.02, text: 'Yes', status: 'ok' },
  { upTo: 0.2, text: 'Mostly', status: 'pending' },
  { upTo: 1, text: 'No', status: 'error' },
];

/** Whether customers receive pictures: the last two hours in words, and the last day by hour. */
export function outcomeSection(hours: readonly HourOutcomes[] | undefined): string {
  return `<section aria-labelledby="outcomes">
<h2 id="outcomes">Are customers getting pictures?</h2>
${hours ? verdict(hours) + chart(hours) : '<p class="card">The outcomes of renders could not be read.</p>'}
</section>`;
}

function verdict(hours: readonly HourOutcomes[]): string {
  const recent = hours.slice(-2);
  const since = `${clock(recent[0]!.hour)} UTC`;
  const sum = sumOutcomes(recent);
  const { errorRate } = sum;
  if (errorRate === undefined)
    return `<p class="verdict"><b>Unknown</b> No render of a live key has ended since ${since}.</p>`;
  const { text, status } = levels.find(({ upTo }) => errorRate <= upTo)!;
  return `<p class="verdict"><span class="dot ${status}" aria-hidden="true"></span><b>${text}</b> ${succeededOf(sum)} since ${since}.</p>`;
}

function succeededOf({ succeeded, failed }: OutcomeSum): string {
  const ended = succeeded + failed;
  if (failed === 0) return ended === 1 ? '1 render succeeded' : `All ${formatCount(ended)} renders succeeded`;
  return `${formatCount(succeeded)} of ${formatCount(ended)} renders succeeded`;
}

const barWidth = 10;
const gap = 2;
const height = 100;

/** Stacked bars, one per hour; the same numbers are in the table below it. */
function chart(hours: readonly HourOutcomes[]): string {
  const highest = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const bars = hours.map((hour, index) => bar(hour, index * (barWidth + gap), height / highest)).join('');
  const width = outcomeHours * (barWidth + gap) - gap;
  const labels = hours.filter((_, index) => index % 6 === 0).map(({ hour }) => `<span>${clock(hour)}</span>`);
  return `<figure class="card">
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="Succeeded and failed renders of each of the last ${outcomeHours} hours; the numbers are in the table below.">${bars}</svg>
<div class="hours" aria-hidden="true">${labels.join('')}<span>now</span></div>
<figcaption><span class="key"><i class="ok"></i>succeeded</span><span class="key"><i class="error"></i>failed</span><span class="note">Live keys, by hour (UTC); the highest bar is ${formatCount(highest)}.</span></figcaption>
<details><summary>Numbers by hour</summary>${table(hours)}</details>
</figure>`;
}

function bar({ hour, succeeded, failed }: HourOutcomes, x: number, unit: number): string {
  // A single failure among thousands stays visible.
  const failedTall = failed === 0 ? 0 : Math.max(2, failed * unit);
  const succeededTall = succeeded === 0 ? 0 : Math.max(1, (succeeded + failed) * unit - failedTall);
  const label = `<title>${clock(hour)} UTC: ${formatCount(succeeded)} succeeded, ${formatCount(failed)} failed</title>`;
  return `<g>${label}${rect('base', x, 0, 1)}${rect('error', x, 0, failedTall)}${rect('ok', x, failedTall, succeededTall)}</g>`;
}

/** A part of a bar, `from` above the base line. */
function rect(kind: string, x: number, from: number, tall: number): string {
  const y = (height - from - tall).toFixed(1);
  return tall === 0
    ? ''
    : `<rect class="${kind}" x="${x}" y="${y}" width="${barWidth}" height="${tall.toFixed(1)}"/>`;
}

function table(hours: readonly HourOutcomes[]): string {
  const rows = [...hours].reverse().map((hour) => {
    const { errorRate } = sumOutcomes([hour]);
    const counts = [hour.succeeded, hour.failed, hour.cancelled].map(formatCount);
    return [clock(hour.hour), ...counts, errorRate === undefined ? '–' : formatRate(errorRate)];
  });
  return renderTable(
    [
      { heading: 'Hour (UTC)' },
      { heading: 'Succeeded', number: true },
      { heading: 'Failed', number: true },
      { heading: 'Cancelled', number: true },
      { heading: 'Error rate', number: true },
    ],
    rows,
  );
}

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
export const formatRate = (share: number): string => percent.format(share);
