import type { EgressResponse } from '../egress/answer.ts'
import { ModelFailure, readErrorBody, readRetryAfter } from './failure.ts'

/** Reads the error message of a provider's refusal. */
export async function readRefusal(answer: EgressResponse): Promise<ModelFailure> {
  const text = await readSome(answer, 64 * 1024).catch(() => '')
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Some providers send errors as plain text or HTML: then the text itself is the detail.
  }
  const retryAfterMs = readRetryAfter((name) => answer.headers.get(name))
  return new ModelFailure({ status: answer.status, retryAfterMs, ...readErrorBody(body) })
}

export async function readSome({ body }: EgressResponse, max: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk as Buffer, { stream: true })
    if (text.length > max) break
  }
  body.destroy()
  return text
}
