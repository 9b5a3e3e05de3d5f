import type { RenderDoc } from '../../shared/renders/render-model.ts';

/** The image of a render while it is kept; nothing for others, and for what a shopper has started. */
export function RenderImage({ render }: { render: RenderDoc }) {
  const { _id, state, result, imageDeletedAt, tryOn, outputUntil } = render;
  const isKept = !imageDeletedAt && (!outputUntil || outputUntil > new Date());
  if (state !== 'succeeded' || !result || tryOn || !isKept) return null;
  return (
    <img
      class="render-image"
      src={`/developers/renders/${_id}/image`}
      width={result.width}
      height={result.height}
      alt="Scene with the products in it"
      loading="lazy"
    />
  );
}
