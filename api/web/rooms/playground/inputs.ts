import type { RenderRequest } from '../../../../shared/client/types.ts';

/** An image as it was chosen: a file, or the URL of one; empty: none yet. */
export type ImageInput = File | string;

export interface ProductInput {
  /** Distinguishes the rows of the form. */
  id: number;
  title: string;
  category: string;
  image: ImageInput;
}

export interface Inputs {
  scene: ImageInput;
  products: readonly ProductInput[];
}

export const maxProducts = 6;

let made = 0;

export const newProduct = (fields: Partial<ProductInput> = {}): ProductInput => {
  made += 1;
  return { title: '', category: '', image: '', ...fields, id: made };
};

/** Says what is missing before the request can be sent. */
export function findMissing({ scene, products }: Inputs): string | undefined {
  if (scene === '') return 'Choose a scene: a photo of a room or a person.';
  const index = products.findIndex(({ title, image }) => title.trim() === '' || image === '');
  return index === -1 ? undefined : `Product ${index + 1} needs a title and an image.`;
}

/** Builds the request, with what stands for each file. */
export function toRequest({ scene, products }: Inputs, toText: (image: ImageInput) => string): RenderRequest {
  return {
    sceneImage: toText(scene),
    products: products.map(({ title, category, image }) => ({
      title: title.trim(),
      ...(category.trim() === '' ? {} : { category: category.trim() }),
      images: [toText(image)],
    })),
  };
}

/** Fills the form from a request that was sent before. */
export const fromRequest = ({ sceneImage, products }: RenderRequest): Inputs => ({
  scene: sceneImage,
  products: products.map(({ title, category, images }) =>
    newProduct({ title: title ?? '', category: category ?? '', image: images?.[0] ?? '' }),
  ),
});

/** Reads the sample of the documentation; its images become files. */
export async function readSample(): Promise<Inputs> {
  const response = await fetch('/docs/samples/request.json');
  const { scene, products } = fromRequest((await response.json()) as RenderRequest);
  return {
    scene: await toFile(scene, 'room.jpg'),
    products: await Promise.all(
      products.map(async (product) => ({ ...product, image: await toFile(product.image, 'lamp.jpg') })),
    ),
  };
}

async function toFile(image: ImageInput, name: string): Promise<ImageInput> {
  if (typeof image !== 'string' || !image.startsWith('data:')) return image;
  const bytes = Uint8Array.from(atob(image.slice(image.indexOf(',') + 1)), (character) =>
    character.charCodeAt(0),
  );
  return new File([bytes], name, { type: 'image/jpeg' });
}
