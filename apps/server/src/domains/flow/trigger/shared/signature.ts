import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { triggerErrors } from '../trigger.errors.ts'

export const SIGNATURE_HEADER = 'x-orrery-signature'
export const DELIVERY_HEADER = 'x-orrery-delivery'
const TOLERANCE_MS = 5 * 60_000

export const sign = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Throws unless the body was signed with the secret within the tolerance. */
export function checkSignature(secret: string, header: string | null, body: string, now: number): void {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header ?? '')?.[1] ?? Number.NaN)
  if (!Number.isFinite(seconds)) throw triggerErrors.forged()
  const [given, right] = [Buffer.from(header!), Buffer.from(sign(secret, seconds, body))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw triggerErrors.forged()
  if (Math.abs(now - seconds * 1000) > TOLERANCE_MS) throw triggerErrors.tooOld({ minutes: TOLERANCE_MS / 60_000 })
}

/** The idempotency key of a delivery: the name from the sender, or the signature, which is the same in a retry. */
export const deliveryOf = (name: string | null, header: string): string =>
  name ? `id:${name.slice(0, 200)}` : `sig:${createHash('sha256').update(header).digest('hex')}`
