import { createHmac } from 'node:crypto'
import { sameText } from '#kit/secrets.ts'
import type { RawRequest } from '../../adapter.ts'

const WINDOW_MS = 5 * 60_000

/** Slack's signature of version 0, over the bytes as they came, not older than five minutes. */
export function isFromSlack({ headers, body }: RawRequest, secret: string, now: number): boolean {
  const timestamp = headers.get('x-slack-request-timestamp') ?? ''
  if (!secret || !/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > WINDOW_MS) return false
  const right = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return sameText(headers.get('x-slack-signature') ?? '', `v0=${right}`)
}
