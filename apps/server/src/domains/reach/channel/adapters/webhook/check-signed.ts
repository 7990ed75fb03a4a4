import { checkSignature } from '#domains/flow/trigger/shared/signature.ts'

/** Whether the raw bytes of a request were recently signed with the secret. */
export function isSigned(secret: string, header: string | null, body: Buffer, now: number): boolean {
  try {
    checkSignature(secret, header, body.toString('utf8'), now)
    return true
  } catch {
    return false
  }
}
