import type { Sharp } from 'sharp';
import { sharp } from '../../../../shared/images/sharp-setup.ts';

/**
 * Opens a drawing. The project's sharp refuses SVG for the whole process, and again whenever a renderer thread
 * starts: so it is allowed anew each time.
 */
export function drawing(svg: string | Buffer): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(Buffer.from(svg));
}
