/** Parts a path may have; no shop's menu is deeper. */
const maxDepth = 8;

/** Returns the parts of a category as feeds write it, `Clothing > T-shirts`, from the root. */
export function categoryParts(written: string | undefined): string[] {
  return (written ?? '')
    .split('>')
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, maxDepth);
}

/** Returns the form for queries and comparisons: `Clothing>T-shirts`. */
export function categoryKey(parts: string[]): string {
  return parts.join('>');
}
