import type { StoreView } from '../../../../shared/try-on/contract.ts';
import { accentColors } from '../../design/contrast.ts';

/** Returns the custom properties of store.css that a store's settings replace. */
export function storeTheme({ accent, radius }: Pick<StoreView, 'accent' | 'radius'>): Record<string, string> {
  const properties: Record<string, string> = { '--radius': `${radius}px` };
  if (!accent) return properties;
  for (const [theme, { fill, onFill, ink }] of Object.entries(accentColors(accent))) {
    properties[`--accent-${theme}-fill`] = fill;
    properties[`--accent-${theme}-on-fill`] = onFill;
    properties[`--accent-${theme}-ink`] = ink;
  }
  return properties;
}
