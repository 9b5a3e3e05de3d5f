import { useEffect, useState } from 'preact/hooks';

const findImage = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name)) ??
  data?.files[0];

/** Takes files that are dropped or pasted anywhere on the page. True while one is dragged over it. */
export function useDroppedPhoto(use: (file: File | undefined) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this, the browser leaves the page and shows the file.
      event.preventDefault();
      setIsOver(true);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      use(findImage(event.dataTransfer));
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const paste = (event: ClipboardEvent) => {
      if (event.clipboardData?.files.length) use(findImage(event.clipboardData));
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => ending.abort();
  }, [use]);
  return isOver;
}
