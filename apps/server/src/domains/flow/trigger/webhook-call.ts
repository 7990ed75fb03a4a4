import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { errors } from '#kit/errors.ts'
import { requireStorable } from '#kit/http/storable.ts'
import { sameText, sha256 } from '#kit/secrets.ts'
import { readObject } from './read-object.ts'
import { checkSignature, DELIVERY_HEADER, deliveryOf, SIGNATURE_HEADER } from './shared/signature.ts'
import { triggerErrors } from './trigger.errors.ts'
import type { TriggerConfig } from './trigger.table.ts'

/** The content of a webhook call. */
export interface WebhookCall {
  method: string
  contentType: string
  /** The body; for GET, the query. */
  text: string
  headers: Headers
}

export async function readCall(request: Request): Promise<WebhookCall> {
  const isGet = request.method === 'GET'
  return {
    method: request.method,
    contentType: request.headers.get('content-type') ?? '',
    text: isGet ? new URL(request.url).search.slice(1) : await readBody(request),
    headers: request.headers,
  }
}

/**
 * Throws if the caller does not know the secret. The method is checked only afterwards, so it stays hidden from others.
 */
export function authenticate(call: WebhookCall, config: TriggerConfig, secret: string, now: number): void {
  if (config.auth === 'token') {
    const bearer = /^Bearer (.+)$/i.exec(call.headers.get('authorization') ?? '')?.[1]?.trim()
    // Hashed first, so that the comparison takes constant time for values of any length.
    if (!bearer || !sameText(sha256(bearer), sha256(secret))) throw triggerErrors.wrongToken()
  } else checkSignature(secret, call.headers.get(SIGNATURE_HEADER), call.text, now)
  const method = config.method ?? 'POST'
  if (call.method !== method) throw triggerErrors.otherMethod({ method })
}

/** The fields of a call: a JSON object, or the texts of a form or query. */
export function fieldsOf({ method, contentType, text }: WebhookCall): Record<string, unknown> {
  if (method === 'GET' || /^application\/x-www-form-urlencoded\b/i.test(contentType))
    return requireStorable(Object.fromEntries(new URLSearchParams(text)))
  return text.trim() === '' ? {} : requireStorable(readObject(text, 'body'))
}

/** The idempotency key of a delivery. A call with a token that names no delivery gets a unique key. */
export function deliveryKeyOf({ headers }: WebhookCall, config: TriggerConfig, fresh: () => string): string {
  const own = headers.get(DELIVERY_HEADER)
  return config.auth === 'token' && !own ? `call:${fresh()}` : deliveryOf(own, headers.get(SIGNATURE_HEADER) ?? '')
}

async function readBody(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > TRIGGER_LIMITS.bodyBytes) throw errors.bodyTooLarge({ max: TRIGGER_LIMITS.bodyBytes })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
