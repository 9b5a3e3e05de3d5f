/** Where a product can be: on a surface of the scene or, if worn, in a zone of the body. */
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
