import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ApiError } from '../../shared/errors.ts';
import { CallerGone } from '../http/caller-gone.ts';
import { logFailure, toApiError } from '../http/error-response.ts';
import type { McpCall } from './mcp-call.ts';

type Content = CallToolResult['content'];

/** Returns a result as structured content, and as text for clients that read no structured content. */
export function toolResult(structured: object, content: Content = []): CallToolResult {
  const text = { type: 'text' as const, text: JSON.stringify(structured) };
  return { content: [...content, text], structuredContent: { ...structured } };
}

/** Returns the Error object of the specification, with the seconds after which to retry the call. */
function errorResult(failure: ApiError): CallToolResult {
  const { retryAfter } = failure.detail;
  const body = { ...failure.toBody(), ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] };
}

/** The only place where errors become results: the SDK would send the message of whatever is thrown. */
export async function runTool(
  { log }: McpCall,
  tool: string,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const toolLog = log.child({ tool });
  const startedAt = performance.now();
  try {
    const result = await work();
    toolLog.info({ ms: Math.round(performance.now() - startedAt) }, 'tool call');
    return result;
  } catch (error) {
    const failure = toApiError(error);
    if (error instanceof CallerGone) toolLog.info('client disconnected');
    else logFailure(toolLog, failure, error);
    return errorResult(failure);
  }
}
