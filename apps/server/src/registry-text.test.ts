import { beforeAll, expect, test } from 'vitest'
import { allOps } from './app.ts'
import { type Belongings, makeBelongings } from '#testing/belongings.ts'
import { callByHand } from '#testing/call-by-hand.ts'
import { idFor } from '#testing/id-hints.ts'
import { leavesOf, replaced, sampleOf } from '#testing/sample-input.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Sends text that the database cannot store, and far too long text, to every text field of every call. */
let t: TestApp
let owner: Person
let own: Belongings
beforeAll(async () => {
  t = await openTestApp()
  await t.register('instance')
  owner = await t.register('owner')
  own = await makeBelongings(t, owner)
})
const notText = new Set(['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'file', 'never'])
const calls = allOps().map(({ domain, name, op }) => ({ id: `${domain}.${name}`, op }))
/** These calls end the session or the account that the other calls need. */
const last = new Set(['passport.logout', 'passport.erase', 'promptMembers.logout'])
const huge = 'x'.repeat(1 << 20)
/** The longest possible URL: the server accepts 32 kB of headers (main.ts). */
const hugeInAddress = 'x'.repeat(32 << 10)

test.each(calls)('$id', async ({ id, op }) => {
  const fields = leavesOf(op.input).filter(({ kind }) => !notText.has(kind))
  let wasRefused = false
  for (const { path } of fields) {
    const field = path.join('.')
    const input = sampleOf(op.input, (key) => idFor(key, own), path)
    const send = (value: string) => callByHand(t, op, owner, replaced(input, path, value) as Record<string, unknown>)
    const { path: route, method } = op.routes[0]!
    const isInAddress = method === 'GET' || method === 'DELETE' || op.body === 'raw' || route.includes(`{${path[0]}}`)
    const isBody = op.body === 'json' && !isInAddress
    for (const bad of ['a\0b', 'a\ud800b']) {
      const { status, body } = await send(bad)
      expect(status, `${field}: ${body.msg}`).toBeLessThan(500)
      if (!isBody || status === 429) continue
      expect([status, body.msg]).toEqual([400, expect.stringContaining('contains a character that cannot be stored')])
      expect(body.msg.startsWith(`${field}:`), body.msg).toBe(true)
    }
    if (last.has(id)) continue
    // Inputs that the schema refuses stop at a check shared by all calls, so one field per call is enough.
    const isRefused = isBody && !op.input.safeParse(replaced(input, path, huge)).success
    if (isRefused && wasRefused) continue
    wasRefused ||= isRefused
    const { status, body } = await send(isInAddress ? hugeInAddress : huge)
    expect(status, `${field} with far too much: ${body.msg}`).toBeLessThan(500)
  }
})
