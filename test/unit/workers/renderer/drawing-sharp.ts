import type { Sharp } from 'sharp';
import { sharp } from '../../../../shared/images/sharp-setup.ts';

/** Opens a drawing. The project's sharp settings reject SVG for the whole process; this allows it again from the first call on. */
export function drawing(svg: string | Buffer): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(Buffer.from(svg));
}
