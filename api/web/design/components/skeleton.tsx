/** Keeps the place of something that loads; the ratio is width by height, e.g. `3 / 4`. */
export function Skeleton({ ratio }: { ratio?: string }) {
  return <div class="skeleton" style={ratio ? { aspectRatio: ratio } : {}} aria-hidden="true" />;
}
