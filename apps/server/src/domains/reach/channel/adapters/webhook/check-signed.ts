import { checkSignature } from '#domains/flow/trigger/shared/signature.ts'

/** Whether a request was signed with the secret just now, over the bytes as they came. */
export function isSigned(secret: string, header: string | null, body: Buffer, now: number): boolean {
  try {
    checkSignature(secret, header, body.toString('utf8'), now)
    return true
  } catch {
    return false
  }
}
