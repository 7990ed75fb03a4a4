import { handleApiError } from './api.ts'
import { readStream, type StreamEvent } from './sse.ts'

/** The events of a streaming call. A refusal of the server follows the same rules as that of any other call. */
export function streamOf(
  open: () => Promise<Response>,
  options: { quiet?: boolean } = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  return readStream(open, (refusal) => handleApiError(refusal, options.quiet ?? false))
}
