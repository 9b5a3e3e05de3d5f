import type { SortFields } from '../query/sort.ts';
import type { FieldBounds } from './field-bounds.ts';
import type { SecondaryIndex } from './secondary-index.ts';

export interface IndexOrder {
  /** 1 forwards, -1 backwards, 0 neither. */
  readonly direction: 1 | -1 | 0;
  /** Fields of the index before and in the wanted order. */
  readonly depth: number;
}

const noOrder: IndexOrder = { direction: 0, depth: 0 };

/** Compares the index order after fields that the filter fixes with the wanted order. */
export function compareOrder(
  index: SecondaryIndex,
  bounds: readonly FieldBounds[],
  sort: SortFields,
): IndexOrder {
  if (sort.length === 0 || index.multikey) return noOrder;
  const sortPaths = new Set(sort.map(([path]) => path));
  // Several values fix a field as one does, unless the order is by them.
  const isFixed = (position: number): boolean => {
    const count = bounds[position]?.points?.length;
    return count === 1 || (count !== undefined && !sortPaths.has(index.fields[position]?.path ?? ''));
  };
  const fixedPaths = new Set(index.fields.filter((_, position) => isFixed(position)).map(({ path }) => path));
  const wanted = sort.filter(([path]) => !fixedPaths.has(path));
  let position = 0;
  let direction: 1 | -1 | 0 = 0;
  for (const [path, order] of wanted) {
    while (isFixed(position) && index.fields[position]?.path !== path) position++;
    const field = index.fields[position++];
    if (field?.path !== path) return noOrder;
    const step = field.direction === order ? 1 : -1;
    if (direction !== 0 && step !== direction) return noOrder;
    direction = step;
  }
  // Several values of a field of the order itself would interleave.
  if (bounds.slice(0, position).some(({ points }, at) => points && !isFixed(at))) return noOrder;
  return { direction: direction === 0 ? 1 : direction, depth: position };
}
