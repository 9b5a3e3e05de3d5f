/** A request as a sample shows it; each language writes it in its own way. */
export interface SampleRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** A header whose value is in an environment variable, after `prefix`. */
  credential?: { header: string; prefix: string; variable: string };
  /** A value as JSON, or a file. */
  body?: { json: unknown } | { file: string };
  response: 'json' | 'picture' | 'events' | 'nothing';
}
