import sharp from 'sharp';

export interface Tile {
  png: Buffer;
  title: string;
}

const band = 18;

/** Returns all images side by side, numbered as in the table: PNG for the screen or JPEG for the documentation. */
export async function contactSheet(tiles: Tile[], side: number, path: string): Promise<void> {
  // The labels are SVG, which the renderer's sharp settings reject for the whole process.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const columns = Math.min(6, Math.ceil(Math.sqrt(tiles.length * 1.3)));
  const rows = Math.ceil(tiles.length / columns);
  const cell = side + band;
  const parts = await Promise.all(
    tiles.map(async ({ png, title }, i) => {
      const left = (i % columns) * side;
      const top = Math.floor(i / columns) * cell;
      const image = await sharp(png).resize(side, side, { fit: 'contain', background: '#30343a' }).toBuffer();
      return [
        { input: image, left, top },
        { input: label(title, side), left, top: top + side },
      ];
    }),
  );
  const sheet = sharp({
    create: {
      width: Math.min(columns, tiles.length) * side,
      height: rows * cell,
      channels: 3,
      background: '#30343a',
    },
  }).composite(parts.flat());
  await (path.endsWith('.jpg')
    ? sheet.jpeg({ quality: 78, mozjpeg: true })
    : sheet.png({ palette: true })
  ).toFile(path);
}

function label(title: string, width: number): Buffer {
  const text = title.replace(/[<&]/gu, ' ');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${band}"><text x="4" y="13" font-family="sans-serif" font-size="11" fill="#e8e8e8">${text}</text></svg>`,
  );
}
