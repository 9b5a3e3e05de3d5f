/** Zones for products: surfaces of the scene and, for worn ones, parts of the body. */
export const surfaces = ['floor', 'rug', 'wall', 'table', 'ceiling', 'seat', 'person'] as const;
export type Surface = (typeof surfaces)[number];

export const zones = [
  'head',
  'face',
  'torso',
  'legs',
  'full',
  'feet',
  'hand',
  'wrist',
  'shoulder',
  'neck',
] as const;
export type Zone = (typeof zones)[number];
