import { expect, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'
import { createLedger } from './ledger.service.ts'
import { DAY } from './quota-period.ts'

test('calls that meet in one row within a second are written together, also from two spaces', async () => {
  const t = await openTestApp()
  const owner = await t.register()
  const [first, second] = [
    (await owner.api.space.create({ name: 'First' })).id,
    (await owner.api.space.create({ name: 'Second' })).id,
  ]
  const { database, log } = t.infra
  const ledger = createLedger({ db: database.db, pool: database.pool, clock: t.clock, log })
  const line = { botId: '0', userId: owner.id, tokenId: '7', connectorId: '1024', kind: 'chat' } as const
  ledger.add({ ...line, spaceId: first }, { calls: 1 })
  ledger.add({ ...line, spaceId: second }, { calls: 1, refused: 1 })
  const today = Math.floor(t.clock.now() / DAY)
  const used = await ledger.usage({ spaceId: first, from: today, to: today, by: 'kind' })
  expect(used).toMatchObject([{ key: 'chat', figures: { calls: 2, refused: 1 } }])
  expect(t.logLines.filter((text) => text.includes('could not be written'))).toEqual([])
})
