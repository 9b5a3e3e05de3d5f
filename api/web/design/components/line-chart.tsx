import { area, curveMonotoneX, line } from 'd3-shape';
import { ChartFrame, type ChartProps, Point } from './chart-frame.tsx';
import { createScales, plotHeight, type Scales, type Series } from './chart-scales.ts';

/** A line for each series; one alone has its area filled. */
export function LineChart(chart: ChartProps) {
  const { points, series } = chart;
  const scales = createScales(chart, Math.max(0, ...series.flatMap(({ values }) => values)));
  return (
    <ChartFrame chart={chart} scales={scales}>
      {/* Stretched to the width of the plot, in which one unit is a percent. */}
      <svg
        x="0"
        y="0"
        width="100%"
        height={plotHeight}
        viewBox={`0 0 100 ${plotHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {series.map((each) => (
          <SeriesLine key={each.name} series={each} scales={scales} filled={series.length === 1} />
        ))}
      </svg>
      {points.map((name, index) => (
        <Point key={name} chart={chart} scales={scales} index={index}>
          {series.map(({ name: key, color, values }) => (
            <circle
              key={key}
              class={`chart-dot chart-${color}`}
              cx={`${scales.column(index).center}%`}
              cy={scales.y(values[index] ?? 0)}
              r="4"
            />
          ))}
        </Point>
      ))}
    </ChartFrame>
  );
}

function SeriesLine({ series, scales, filled }: { series: Series; scales: Scales; filled: boolean }) {
  const x = (_: number, index: number) => scales.column(index).center;
  const y = (value: number) => scales.y(value);
  const values = [...series.values];
  const path = line<number>().x(x).y(y).curve(curveMonotoneX)(values) ?? '';
  const below = area<number>().x(x).y1(y).y0(plotHeight).curve(curveMonotoneX)(values) ?? '';
  return (
    <>
      {filled && <path class={`chart-area chart-${series.color}`} d={below} />}
      <path class={`chart-line chart-${series.color}`} d={path} vector-effect="non-scaling-stroke" />
    </>
  );
}
