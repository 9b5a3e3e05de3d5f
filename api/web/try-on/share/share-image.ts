import { shareNatively } from './native-share.ts';

/** Shares an image by the share sheet where that takes files, else downloads it; false: the sheet was dismissed. */
export async function sharePicture(image: File): Promise<boolean> {
  const native = await shareNatively({ files: [image] });
  if (native === 'unavailable') download(image);
  return native !== 'cancelled';
}

/** Time for the browser to begin the download: some read the URL after the click. */
const keptForMs = 60_000;

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptForMs);
}
