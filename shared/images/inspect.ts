export type ImageMime = 'image/jpeg' | 'image/png' | 'image/webp';
