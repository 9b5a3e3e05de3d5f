import type { RenderRequest } from '../../../../shared/client/types.ts';

/** An image as it was chosen: a file, or the URL of one; empty: none yet. */
export type ImageInput = File | string;

export interface ProductInput {
  /** Distinguishes the rows of the form. */
  id: number;
  title: string;
  category: string;
  image: ImageInput;
  /** Of its page in a shop; empty: none. */
  productUrl: string;
}

export interface Inputs {
  scene: ImageInput;
  products: readonly ProductInput[];
}

export const maxProducts = 6;

let made = 0;

export const newProduct = (fields: Partial<ProductInput> = {}): ProductInput => {
  made += 1;
  return { title: '', category: '', image: '', productUrl: '', ...fields, id: made };
};

/** A field of the request is missing; nothing is sent. */
export class MissingInput extends Error {
  /** Its path in the request. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Returns what is missing before the request can be sent. A product that only its page names is described by its catalog. */
export function findMissing({ scene, products }: Inputs): MissingInput | undefined {
  if (scene === '') return new MissingInput('sceneImage', 'Choose a scene: a photo of a room or a person.');
  for (const [index, { title, image, productUrl }] of products.entries()) {
    const path = `products[${index}]`;
    const name = `Product ${index + 1}`;
    if (image === '' && productUrl === '')
      return new MissingInput(`${path}.images`, `${name} needs an image, or the URL of its page.`);
    if (title.trim() === '' && productUrl === '')
      return new MissingInput(`${path}.title`, `${name} needs a title.`);
  }
  return undefined;
}

/** Builds the request, with what stands for each file. */
export function toRequest({ scene, products }: Inputs, toText: (image: ImageInput) => string): RenderRequest {
  return {
    sceneImage: toText(scene),
    products: products.map(({ title, category, image, productUrl }) => ({
      ...toFilled({ title: title.trim(), category: category.trim(), productUrl }),
      ...(image === '' && productUrl !== '' ? {} : { images: [toText(image)] }),
    })),
  };
}

const toFilled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

/** Fills the form from a request that was sent before. */
export const fromRequest = ({ sceneImage, products }: RenderRequest): Inputs => ({
  scene: sceneImage,
  products: products.map(({ title, category, images, productUrl }) =>
    newProduct({
      title: title ?? '',
      category: category ?? '',
      image: images?.[0] ?? '',
      productUrl: productUrl ?? '',
    }),
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
