import type { ComponentChildren } from 'preact';
import { type ChartData, describePoint, formatValue, plotHeight, type Scales } from './chart-scales.ts';
import { type Column, Table } from './table.tsx';

export interface ChartProps extends ChartData {
  /** Accessible name of the chart. */
  label: string;
  /** Name of a point: the heading of its column in the table. */
  pointName: string;
  /** Below the plot, until a point is looked at. */
  note: string;
  /** In place of a table of the series. */
  table?: ComponentChildren;
}

interface FrameProps {
  chart: ChartProps;
  scales: Scales;
  children: ComponentChildren;
}

/** Room below the plot for the names of points, and beside it for values. */
const axisHeight = 22;
const ticksWidth = 52;

/**
 * The plot between its lines and names, the legend, and the numbers as a table. The point under the pointer, or chosen
 * with the arrow keys (api/web/tools/live-charts.ts), is written below it.
 */
export function ChartFrame({ chart, scales, children }: FrameProps) {
  const { label, points, series, note, table } = chart;
  return (
    <figure class="chart">
      <div class="chart-plot">
        <svg class="chart-ticks" width={ticksWidth} height={plotHeight + axisHeight} aria-hidden="true">
          {scales.ticks.map((tick) => (
            <text key={tick} x={ticksWidth - 8} y={scales.y(tick) + 4} text-anchor="end">
              {formatValue(chart, tick)}
            </text>
          ))}
        </svg>
        <svg
          width="100%"
          height={plotHeight + axisHeight}
          role="img"
          aria-label={`${label}; the numbers are in the table below.`}
        >
          {scales.ticks.map((tick) => (
            <line key={tick} class="chart-grid" x1="0" x2="100%" y1={scales.y(tick)} y2={scales.y(tick)} />
          ))}
          {children}
          <line class="chart-base" x1="0" x2="100%" y1={plotHeight} y2={plotHeight} />
          {scales.labelled.map((index) => (
            <text key={index} x={`${scales.column(index).center}%`} y={plotHeight + 16} text-anchor="middle">
              {points[index]}
            </text>
          ))}
        </svg>
      </div>
      <figcaption>
        <ul class="chart-legend">
          {series.map(({ name, color }) => (
            <li key={name}>
              <i class={`chart-key chart-${color}`} />
              {name}
            </li>
          ))}
        </ul>
        <p class="chart-readout" aria-live="polite">
          {note}
        </p>
      </figcaption>
      <details>
        <summary>Numbers</summary>
        {table ?? <SeriesTable chart={chart} />}
      </details>
    </figure>
  );
}

interface PointProps {
  chart: ChartData;
  scales: Scales;
  index: number;
  children: ComponentChildren;
}

/** Draws the marks of one point over a column as high as the plot. */
export function Point({ chart, scales, index, children }: PointProps) {
  const { start, width } = scales.column(index);
  return (
    <g class="chart-point">
      <title>{describePoint(chart, index)}</title>
      <rect class="chart-column" x={`${start}%`} y="0" width={`${width}%`} height={plotHeight} />
      {children}
    </g>
  );
}

function SeriesTable({ chart }: { chart: ChartProps }) {
  const columns: Column<number>[] = [
    { heading: chart.pointName, cell: (index) => chart.points[index], kind: 'tight' },
    ...chart.series.map(({ name, values }) => ({
      heading: name,
      cell: (index: number) => formatValue(chart, values[index] ?? 0),
      kind: 'number' as const,
    })),
  ];
  return <Table label={chart.label} columns={columns} rows={chart.points.map((_, index) => index)} />;
}
