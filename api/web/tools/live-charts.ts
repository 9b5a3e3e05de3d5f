/** Writes the point under the pointer, or the one chosen with the arrow keys, below its chart. */
export function readCharts(root: ParentNode): void {
  for (const chart of root.querySelectorAll<HTMLElement>('.chart')) readChart(chart);
}

function readChart(chart: HTMLElement): void {
  const plot = chart.querySelector<HTMLElement>('.chart-plot');
  const readout = chart.querySelector<HTMLElement>('.chart-readout');
  const points = [...chart.querySelectorAll<SVGGElement>('.chart-point')];
  if (!plot || !readout || points.length === 0) return;
  const note = readout.textContent;
  let active = -1;
  const show = (index: number) => {
    points[active]?.removeAttribute('data-active');
    active = index;
    points[index]?.setAttribute('data-active', '');
    readout.textContent = points[index]?.querySelector('title')?.textContent ?? note;
  };
  for (const [index, point] of points.entries()) point.addEventListener('pointerenter', () => show(index));
  plot.addEventListener('pointerleave', () => show(-1));
  plot.tabIndex = 0;
  plot.addEventListener('blur', () => show(-1));
  plot.addEventListener('keydown', (event) => {
    const next = nextPoint(event.key, active, points.length);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  });
}

/** Returns the point that a key leads to, -1: none; undefined where the key has another meaning. */
export function nextPoint(key: string, active: number, count: number): number | undefined {
  const last = count - 1;
  if (key === 'ArrowRight') return Math.min(active + 1, last);
  if (key === 'ArrowLeft') return active < 0 ? last : Math.max(active - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' && active >= 0 ? -1 : undefined;
}
