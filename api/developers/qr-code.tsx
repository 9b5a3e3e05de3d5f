import { encode } from 'uqr';

interface Props {
  /** Read by the camera. */
  text: string;
  /** Its name for assistive technology. */
  label: string;
}

/** Modules around the code that readers need (ISO/IEC 18004). */
const border = 4;

/** Draws a QR code: dark on light in both themes, as readers expect it. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
