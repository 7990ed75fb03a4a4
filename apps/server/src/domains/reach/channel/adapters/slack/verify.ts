import { createHmac } from 'node:crypto'
import { sameText } from '#kit/secrets.ts'
import type { RawRequest } from '../../adapter.ts'

const WINDOW_MS = 5 * 60_000

/** Verifies Slack's signature (version 0) over the raw bytes, at most five minutes old. */
export function isFromSlack({ headers, body }: RawRequest, secret: string, now: number): boolean {
  const timestamp = headers.get('x-slack-request-timestamp') ?? ''
  if (!secret || !/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > WINDOW_MS) return false
  const right = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return sameText(headers.get('x-slack-signature') ?? '', `v0=${right}`)
}
