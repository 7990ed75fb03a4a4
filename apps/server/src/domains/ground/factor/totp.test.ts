import { describe, expect, test } from 'vitest'
import { newTotpSecret, stepAt, stepOfCode, toBase32, totpCode, totpUri } from './totp.ts'

/** The secret of the test vectors in RFC 6238, appendix B. */
const secret = toBase32(Buffer.from('12345678901234567890'))

describe('one-time codes', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %i seconds', (seconds, code) => {
    expect(totpCode(secret, stepAt(seconds * 1000), 8)).toBe(code)
  })
  test('are accepted from one step earlier to one step later', () => {
    const now = 1_700_000_000_000
    const at = stepAt(now)
    const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, totpCode(secret, at + off), now))
    expect(found).toEqual([undefined, at - 1, at, at + 1, undefined])
  })
  test('use secrets of 160 bits, in a link that names the account', () => {
    const fresh = newTotpSecret()
    expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
    const link = new URL(totpUri(fresh, 'Orrery', 'ada@example.test'))
    expect(link.pathname).toBe('/Orrery:ada%40example.test')
    expect(link.searchParams.get('secret')).toBe(fresh)
  })
})
