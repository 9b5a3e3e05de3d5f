import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../design/components/field.tsx';
import type { ImageInput } from './inputs.ts';

interface Props {
  label: string;
  value: ImageInput;
  error?: string | undefined;
  onChange(image: ImageInput): void;
}

const types = 'image/jpeg,image/png,image/webp,image/avif';

/** A file, dropped or chosen, or a URL. */
export function ImageField({ label, value, error, onChange }: Props) {
  const preview = usePreview(value);
  const isFile = typeof value !== 'string';
  const field = useChosen(value);
  return (
    <div class="image-field" ref={field}>
      {preview && <img src={preview} alt="" />}
      <TextField
        label={`${label}: file`}
        type="file"
        accept={types}
        help="JPEG, PNG, WebP or AVIF, at most 8 MiB."
        error={isFile ? error : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? '')}
      />
      <TextField
        label={`${label}: or its URL`}
        code
        inputMode="url"
        autocomplete="off"
        placeholder="https://"
        value={isFile ? '' : value}
        error={isFile ? undefined : error}
        onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
    </div>
  );
}

/** Lets the browser's own field name the file that was chosen otherwise, and none in place of a URL. */
function useChosen(image: ImageInput) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = field.current?.querySelector<HTMLInputElement>('[type="file"]');
    if (!input || input.files?.[0] === image) return;
    const chosen = new DataTransfer();
    if (typeof image !== 'string') chosen.items.add(image);
    input.files = chosen.files;
  }, [image]);
  return field;
}

/** Returns a URL that shows a file as long as it is chosen. */
export function usePreview(image: ImageInput): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (typeof image === 'string') return setUrl(undefined);
    const made = URL.createObjectURL(image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [image]);
  return url;
}
