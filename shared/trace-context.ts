/** Version 00 of the `traceparent` header (W3C Trace Context): trace, parent span, flags; ids of zeros are invalid. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the id of the trace that a `traceparent` header continues; undefined for anything else. */
export function readTraceId(traceparent: string | undefined): string | undefined {
  return traceparent === undefined ? undefined : traceparentForm.exec(traceparent)?.[1];
}
