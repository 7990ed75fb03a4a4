import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, jwtVerify, SignJWT } from 'jose'

/** An ID token of a provider with its key, and a function that verifies it with `jose` alone, as a baseline. */
export async function newIdToken(issuer: string, audience: string, nonce: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const token = await new SignJWT({ nonce, email: 'ada@company.test' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('ada')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
  const jwk = { ...(await exportJWK(publicKey as KeyObject)), kid: 'one', alg: 'RS256', use: 'sig' }
  return { token, jwk, verify: () => jwtVerify(token, publicKey, { issuer, audience }) }
}
