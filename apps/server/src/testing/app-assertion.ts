import { importPKCS8, SignJWT } from 'jose'
import type { KeyObject } from 'node:crypto'

let serial = 0
interface Assertion {
  appid: string
  fingerprint: string
  privateKey: KeyObject
  audience: string
  /** E.g. `sub`: the person on whose behalf the app acts. */
  claims?: Record<string, unknown>
  /** In seconds. */
  now: number
}
/** The assertion that an OAuth app of a company signs with its key to get a token. */
export async function appAssertion({
  appid,
  fingerprint,
  privateKey,
  audience,
  claims,
  now,
}: Assertion): Promise<string> {
  const key = await importPKCS8(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'RS256')
  return new SignJWT({ jti: `${appid}-${(serial += 1)}`, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: fingerprint, typ: 'JWT' })
    .setIssuer(appid)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .sign(key)
}
