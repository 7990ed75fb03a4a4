import { expect, test } from 'vitest'
import { openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openTestApp } from '#testing/test-app.ts'
import { createLedger } from './ledger.service.ts'
import { DAY } from './quota-period.ts'

test('calls of the same row within a second are written together, also from two spaces', async () => {
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

test('the sums of a day agree in the ledger, by model and on the dashboard', async () => {
  const lab = await openOpenLab()
  const bot = await lab.publishedBot()
  lab.server.script(says('one'), says('two'), says('three'))
  for (const content of ['first', 'second', 'third'])
    await lab.coze.chat.createAndPoll({
      bot_id: bot,
      user_id: 'ann',
      additional_messages: [{ role: 'user' as never, content, content_type: 'text' }],
    })
  const space_id = lab.spaceId
  const day = { start_time: lab.t.clock.now() - DAY, end_time: lab.t.clock.now() + 60_000 }
  const { totals, models } = await lab.owner.api.traceDashboard.get({ space_id, ...day, object: bot })
  const counted = {
    runs: totals.runs,
    input: totals.input_tokens,
    output: totals.output_tokens,
    calls: models[0]!.calls,
  }
  expect(counted).toMatchObject({ runs: 3, calls: 3 })
  expect(counted.input).toBeGreaterThan(0)
  const { pool } = lab.t.infra.database
  const sums = async (table: string, columns: string) =>
    (await pool.query<Record<string, number>>(`SELECT ${columns} FROM ${table} WHERE space_id = $1`, [space_id]))
      .rows[0]
  const of = (runs: string, input: string, output: string) =>
    `sum(${runs})::int AS n, sum(${input})::int AS input, sum(${output})::int AS output`
  const whole = { n: 3, input: counted.input, output: counted.output }
  // Both are written once a second, in the background.
  await expect.poll(() => sums('open_ledger', of('calls', 'input_tokens', 'output_tokens'))).toEqual(whole)
  await expect.poll(() => sums('model_hour', of('calls', 'tokens_in', 'tokens_out'))).toEqual(whole)
})
