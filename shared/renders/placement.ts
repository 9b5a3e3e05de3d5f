/**
 * Quality of a product's placement in a rendered scene. `good`: where it belongs; `plain`: in the simplest way that
 * is still true to its size; `left out`: not in the image.
 */
export const placements = ['good', 'plain', 'left out'] as const;
export type Placement = (typeof placements)[number];

/**
 * Returns the placement of each product, in the order of the request, from a provider's report; undefined when the
 * provider does not report it.
 */
export function readPlacements(report: Record<string, unknown> | undefined): Placement[] | undefined {
  const reported = report?.placement;
  if (!Array.isArray(reported)) return undefined;
  const known = reported.map((value) => placements.find((placement) => placement === value));
  return known.every((placement) => placement !== undefined) ? known : undefined;
}
