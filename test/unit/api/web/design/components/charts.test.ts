import { expect } from 'chai';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { BarChart } from '../../../../../../api/web/design/components/bar-chart.tsx';
import type { ChartProps } from '../../../../../../api/web/design/components/chart-frame.tsx';
import {
  createScales,
  describePoint,
  plotHeight,
} from '../../../../../../api/web/design/components/chart-scales.ts';
import { LineChart } from '../../../../../../api/web/design/components/line-chart.tsx';

const chart: ChartProps = {
  label: 'Renders of two days',
  pointName: 'Day',
  points: ['Mon', 'Tue <b>'],
  series: [
    { name: 'failed', color: 'danger', values: [1, 0] },
    { name: 'succeeded', color: 'success', values: [999, 0] },
  ],
  note: 'By day.',
};

describe('charts', () => {
  it('describe a point in words, with the unit of the chart', () => {
    expect(describePoint(chart, 0)).to.equal('Mon: 1 failed, 999 succeeded');
    expect(describePoint({ ...chart, format: (value) => `€${value}` }, 1)).to.equal(
      'Tue <b>: €0 failed, €0 succeeded',
    );
  });

  it('keep a single failure among many visible, and draw nothing for none', () => {
    const html = renderToString(h(BarChart, chart));
    const heights = [...html.matchAll(/<rect class="chart-(danger|success)"[^>]* height="([\d.]+)"/g)];
    expect(heights.map(([, color]) => color)).to.deep.equal(['danger', 'success']);
    expect(Number(heights[0]![2])).to.equal(2);
    expect(Number(heights[1]![2])).to.be.within(plotHeight * 0.8, plotHeight);
  });

  it('have their numbers as a table, escaped, and no inline style', () => {
    for (const Chart of [BarChart, LineChart]) {
      const html = renderToString(h(Chart, chart));
      expect(html).to.include('<th scope="row" class="tight">Tue &lt;b></th><td class="number">0</td>');
      expect(html).not.to.match(/style=|<b>/);
    }
  });

  it('name at most six points, and no value where there is none', () => {
    const points = Array.from({ length: 24 }, (_, hour) => `${hour}:00`);
    expect(createScales({ points, series: [] }, 10).labelled).to.deep.equal([0, 4, 8, 12, 16, 20]);
    expect(createScales({ points, series: [] }, 0).ticks).to.deep.equal([]);
  });
});
