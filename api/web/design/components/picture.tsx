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
}

const sourceSet = (src: string, format: 'avif' | 'webp') =>
  thumbnailWidths.map((width) => `${src}/${width}.${format} ${width}w`).join(', ');

/** A product's picture in the size that fits; its average colour keeps the place until it is there. */
export function Picture({ image, alt, sizes, eager = false }: Props) {
  if (!image) return <NoPicture alt={alt} />;
  return (
    <picture class="picture" style={image.average ? { background: image.average } : {}}>
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

function NoPicture({ alt }: { alt: string }) {
  return alt === '' ? <div class="picture" /> : <div class="picture" role="img" aria-label={alt} />;
}
