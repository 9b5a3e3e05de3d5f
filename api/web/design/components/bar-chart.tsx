import { ChartFrame, type ChartProps, Point } from './chart-frame.tsx';
import { type Color, createScales, plotHeight, type Scales } from './chart-scales.ts';

/** A single failure among thousands stays visible. */
const leastHeight = 2;
/** Of a column's width. */
const barShare = 0.8;

/** A bar for each point, with the series stacked in their order, the first at the bottom. */
export function BarChart(chart: ChartProps) {
  const { points, series } = chart;
  const sums = points.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const scales = createScales(chart, Math.max(0, ...sums));
  return (
    <ChartFrame chart={chart} scales={scales}>
      {points.map((name, index) => (
        <Point key={name} chart={chart} scales={scales} index={index}>
          {stack(chart, scales, index).map(({ color, y, height }) => (
            <Bar key={color} scales={scales} index={index} color={color} y={y} height={height} />
          ))}
        </Point>
      ))}
    </ChartFrame>
  );
}

interface Part {
  color: Color;
  y: number;
  height: number;
}

/** Returns the parts of a bar from the base line up; what is 0 has none. */
function stack({ series }: ChartProps, scales: Scales, index: number): Part[] {
  let top = plotHeight;
  return series.flatMap(({ color, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return [];
    const height = Math.max(leastHeight, plotHeight - scales.y(value));
    top -= height;
    return [{ color, y: top, height }];
  });
}

function Bar({ scales, index, color, y, height }: Part & { scales: Scales; index: number }) {
  const { start, width } = scales.column(index);
  const x = start + (width * (1 - barShare)) / 2;
  return <rect class={`chart-${color}`} x={`${x}%`} y={y} width={`${width * barShare}%`} height={height} />;
}
