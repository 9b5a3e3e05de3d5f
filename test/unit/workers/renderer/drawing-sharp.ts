import type { Sharp } from 'sharp';
import { sharp } from '../../../../shared/images/sharp-setup.ts';

/** Opens a drawing. The project's sharp refuses SVG for the whole process: here it is allowed, from the first one on. */
export function drawing(svg: string | Buffer): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(Buffer.from(svg));
}
