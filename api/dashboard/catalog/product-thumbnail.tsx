import { type Thumbnail, thumbnailWidths } from '../../../shared/try-on/contract.ts';

interface Props {
  image: Thumbnail | null;
  /** Empty where the name stands beside it. */
  alt?: string;
}

/** A small image of a product; a product without one keeps its place. */
export const ProductThumbnail = ({ image, alt = '' }: Props) =>
  image ? (
    <img
      class="thumbnail"
      src={`${image.src}/${thumbnailWidths[0]}.webp`}
      width={image.width}
      height={image.height}
      alt={alt}
      loading="lazy"
    />
  ) : (
    <span class="thumbnail" />
  );
