import { scaleBand, scaleLinear } from 'd3-scale';
import { formatCount } from '../format-count.ts';

/** Height of the plot in pixels; its width is that of the page. */
export const plotHeight = 160;
/** Above the highest line, for half of its label. */
const headroom = 8;
const maxLabels = 6;

export type Color = 'success' | 'danger' | 1 | 2 | 3 | 4 | 5;

export interface Series {
  name: string;
  color: Color;
  /** One for each point. */
  values: readonly number[];
}

export interface ChartData {
  /** Names of the points, in their order. */
  points: readonly string[];
  series: readonly Series[];
  /** Writes a value with its unit; default: a whole number. */
  format?: (value: number) => string;
}

/** Writes a value as the chart does. */
export const formatValue = ({ format }: ChartData, value: number): string =>
  format ? format(value) : formatCount(value);

/** Describes one point in words, e.g. `14:00: 12 succeeded, 1 failed`. */
export function describePoint(data: ChartData, index: number): string {
  const values = data.series.map(
    ({ name, values: each }) => `${formatValue(data, each[index] ?? 0)} ${name}`,
  );
  return `${data.points[index]}: ${values.join(', ')}`;
}

export interface Scales {
  /** Start and width of a point's column, and its center, in percent of the plot's width. */
  column: (index: number) => { start: number; width: number; center: number };
  /** In pixels from the top. */
  y: (value: number) => number;
  ticks: number[];
  /** Points whose names are written below the plot. */
  labelled: number[];
}

/** Scales from 0 to `highest`, for as many columns as there are points. */
export function createScales({ points }: ChartData, highest: number): Scales {
  const indexes = points.map((_, index) => index);
  const x = scaleBand<number>().domain(indexes).range([0, 100]);
  const y = scaleLinear()
    .domain([0, highest || 1])
    .nice(3)
    .range([plotHeight, headroom]);
  const every = Math.ceil(points.length / maxLabels);
  return {
    column: (index) => {
      const start = x(index) ?? 0;
      return { start, width: x.bandwidth(), center: start + x.bandwidth() / 2 };
    },
    y: (value) => y(value),
    ticks: highest === 0 ? [] : y.ticks(3).filter((tick) => tick > 0),
    labelled: indexes.filter((index) => index % every === 0),
  };
}
