/// <reference path="./lucide.d.ts" />

/** The icons of the components that the server draws too. */
export { default as CircleAlert } from 'lucide/dist/esm/icons/circle-alert.mjs';
export { default as CircleCheck } from 'lucide/dist/esm/icons/circle-check.mjs';
export { default as CircleDashed } from 'lucide/dist/esm/icons/circle-dashed.mjs';
export { default as GripVertical } from 'lucide/dist/esm/icons/grip-vertical.mjs';
export { default as Info } from 'lucide/dist/esm/icons/info.mjs';
export { default as TrendingDown } from 'lucide/dist/esm/icons/trending-down.mjs';
export { default as TrendingUp } from 'lucide/dist/esm/icons/trending-up.mjs';
export { default as TriangleAlert } from 'lucide/dist/esm/icons/triangle-alert.mjs';
export { default as X } from 'lucide/dist/esm/icons/x.mjs';
