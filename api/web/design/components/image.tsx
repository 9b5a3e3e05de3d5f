import type { Thumbnail } from '../../../../shared/try-on/contract.ts';
import { thumbnailWidths } from '../../../../shared/try-on/contract.ts';

interface Props {
  image: Thumbnail | null;
  /** Empty where the name stands beside it. */
  alt: string;
  /** As the attribute `sizes` of `<img>`. */
  sizes: string;
  /** On the first screenful. */
  eager?: boolean;
  /** In a box of any ratio: never cropped. */
  whole?: boolean;
}

const sourceSet = (src: string, format: 'avif' | 'webp') =>
  thumbnailWidths.map((width) => `${src}/${width}.${format} ${width}w`).join(', ');

/** Width by height of the boxes that images are shown in: upright, between 3 / 4 and 4 / 5. */
const boxRatio = 0.775;
/** An image of nearly that ratio loses so little to its box that it may fill it. */
const fillSpread = 0.15;

function isFilling({ width, height, ground }: Thumbnail): boolean {
  return ground === null && Math.abs(width / height / boxRatio - 1) <= fillSpread;
}

/**
 * A product's image in the size that fits. A product is seen whole: on its own plain ground with some space around, or
 * between two bars; an image that reaches its edges fills a box of nearly its ratio. Its color keeps the place until it is
 * there.
 */
export function Image({ image, alt, sizes, eager = false, whole = false }: Props) {
  if (!image) return <NoImage alt={alt} />;
  const fills = !whole && isFilling(image);
  const shape = image.ground ? 'picture-spaced' : fills ? 'picture-filling' : '';
  const color = image.ground ?? (fills ? image.average : null);
  return (
    <picture class={`picture ${shape}`} style={color ? { background: color } : {}}>
      <source type="image/avif" srcset={sourceSet(image.src, 'avif')} sizes={sizes} />
      <img
        src={`${image.src}/${thumbnailWidths[1]}.webp`}
        srcset={sourceSet(image.src, 'webp')}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}

function NoImage({ alt }: { alt: string }) {
  return alt === '' ? <div class="picture" /> : <div class="picture" role="img" aria-label={alt} />;
}
