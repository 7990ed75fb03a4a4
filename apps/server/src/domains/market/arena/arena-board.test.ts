import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { LIVE_BOARD } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

/** Boards from votes that are inserted directly into the database. */
let lab: ChatLab
let voters: Person[]
const DAY = 86_400_000
beforeAll(async () => {
  lab = await openChatLab()
  voters = []
  for (let n = 0; n < 25; n += 1) voters.push(await lab.t.register())
})
let counter = 900_000
/** A battle with its vote. Model 1 is the precise one of the built-in pair, 2 the creative one. */
async function vote(
  voter: Person,
  result: number,
  { at = lab.t.clock.now(), scene = 1, field = 1, left = '1', right = '2', whyNot = '' } = {},
) {
  const id = String((counter += 3))
  const { pool } = lab.t.infra.database
  await pool.query(
    `INSERT INTO arena_pk (id, user_id, scene, left_model, right_model, left_conversation, right_conversation, status, field, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 3, $8, $9)`,
    [id, voter.id, scene, left, right, Number(id) + 1, Number(id) + 2, field, at],
  )
  for (const side of [0, 1])
    await pool.query(
      `INSERT INTO arena_turn (pk_id, side, round, trace_id, question, answer, status, lease_until, started_at, finished_at)
       VALUES ($1, $2, 1, 1, 'Why?', $3, 'done', 0, $4, $4)`,
      [id, side, side === 0 ? 'Left words' : 'Right words', at],
    )
  await pool.query(
    `INSERT INTO arena_vote (pk_id, user_id, left_model, right_model, scene, field, result, why_not, question_hash, longer, marked, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', 0, 0, $9)`,
    [id, voter.id, left, right, scene, field, result, whyNot, at],
  )
  return id
}
const page = (input: object = {}, who = voters[0]!) => who.api.arenaBoard.page(input)
const compute = () => lab.owner.api.arenaAdmin.compute({})

test('the board is empty at first, then follows the votes by scene and field, and lists excluded votes', async () => {
  expect(await page()).toMatchObject({ id: LIVE_BOARD, vote_count: 0, parts: [] })
  for (const [n, voter] of voters.entries()) {
    await vote(voter, n % 5 === 0 ? 2 : 1, { field: 5 })
    await vote(voter, 1, { scene: 0, field: 7, left: '2', right: '1' })
  }
  await vote(voters[0]!, 1, { whyNot: 'fast' })
  expect(await compute()).toEqual({ computed: [LIVE_BOARD] })
  const board = await page()
  expect(board).toMatchObject({ vote_count: 50, is_frozen: false, left_out: [{ reason: 'fast', count: 1 }] })
  const part = (scene: number, field: number) => board.parts.find((one) => one.scene === scene && one.field === field)
  expect(part(2, 0)!.votes).toBe(50)
  expect(part(1, 5)!.standings[0]).toMatchObject({ model_id: '1', votes: 25, rank: 0 })
  expect(part(1, 5)!.wins).toEqual([
    [0, 20],
    [5, 0],
  ])
  expect(part(0, 7)!.standings[0]!.model_id).toBe('2')
  expect(part(0, 5)).toBeUndefined()
  // Over both scenes, the second model won 25 + 5 of 50.
  expect(part(2, 0)!.standings[0]).toMatchObject({ model_id: '2', votes: 50, rank: 1 })

  const { arena_leaderboard: wire } = await voters[0]!.api.arenaBoard.edition({ id: LIVE_BOARD })
  expect(wire).toMatchObject({ basic: { id: LIVE_BOARD, name: 'Live' }, vote_count: '50', model_count: '2' })
  expect(wire.leaderboard_details['1']!['5']!.rankings[0]).toMatchObject({
    model_id: '1',
    vote_count: 25,
    radar_score: '-',
    ranking: 0,
  })
  const { ranks } = await voters[0]!.api.arenaBoard.newest({})
  expect(ranks.map(({ model_info }) => model_info.name)).toEqual([
    'Orrery Offline · creative',
    'Orrery Offline · precise',
  ])
  // Recomputing gives the same board.
  await compute()
  expect((await page()).parts).toEqual(board.parts)
  // A page requests only the part it shows.
  const shown = (await page({ view: { scene: 1, field: 5 } })).parts
  expect(shown.map(({ scene, field, wins }) => [scene, field, wins])).toEqual(
    board.parts
      .filter(({ scene }) => scene === 1)
      .map(({ scene, field, wins }) => [scene, field, field === 5 ? wins : []]),
  )
})

test('a finished month becomes an edition that never changes', async () => {
  const month = (at: number) => new Date(at).toISOString().slice(0, 7)
  const last = Date.parse(`${month(lab.t.clock.now())}-01T00:00:00Z`) - DAY
  for (const voter of voters) await vote(voter, 1, { at: last })
  const id = month(last)
  expect((await compute()).computed).toEqual([id, LIVE_BOARD])
  const edition = await page({ id })
  expect(edition).toMatchObject({ id, is_frozen: true, vote_count: 25 })
  // Without an id, the newest edition is returned.
  expect((await page()).id).toBe(id)
  await vote(voters[1]!, 2, { at: last })
  expect((await compute()).computed).toEqual([LIVE_BOARD])
  expect(await page({ id })).toEqual(edition)
  expect((await page({ id: LIVE_BOARD })).vote_count).toBe(76)
  await expect(page({ id: '1999-01' })).rejects.toMatchObject({ code: ErrorCode.arenaBoard.noEdition, status: 404 })
  const { leaderboards } = await voters[0]!.api.arena.conf({})
  expect(leaderboards.map((one) => one.id)).toEqual([LIVE_BOARD, id])
})

test('votes of outlying voters are excluded, and counted again when they fit', async () => {
  const liar = voters[24]!
  for (const voter of voters.slice(0, 20)) for (let n = 0; n < 6; n += 1) await vote(voter, 1)
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1) ids.push(await vote(liar, 2))
  await compute()
  const marked = await lab.owner.api.arenaAdmin.votes({ reason: 'outlier', page_size: 100 })
  expect(marked.votes.map(({ voter_id: id }) => id)).toContain(liar.id)
  expect(marked.votes.every(({ voter_id: id }) => id === liar.id)).toBe(true)
  expect(marked.total).toBeGreaterThanOrEqual(20)
  const before = (await page({ id: LIVE_BOARD })).left_out.find(({ reason }) => reason === 'outlier')
  expect(before!.count).toBe(marked.total)
  await lab.t.infra.database.pool.query('DELETE FROM arena_vote WHERE pk_id = ANY ($1)', [ids])
  await compute()
  expect((await lab.owner.api.arenaAdmin.votes({ reason: 'outlier' })).total).toBe(0)
})

test('correcting the field moves the vote; "both bad" votes can be excluded', async () => {
  const id = await vote(voters[2]!, 4, { field: 2 })
  await compute()
  const votesIn = async (field: number) =>
    (await page({ id: LIVE_BOARD })).parts.find((one) => one.scene === 2 && one.field === field)?.votes ?? 0
  expect([await votesIn(2), await votesIn(3)]).toEqual([1, 0])
  await lab.owner.api.arenaAdmin.setField({ pk_id: id, field: 3 })
  await compute()
  expect([await votesIn(2), await votesIn(3)]).toEqual([0, 1])
  await lab.owner.api.arenaAdmin.saveSettings({ counts_both_bad: false })
  await compute()
  expect(await votesIn(3)).toBe(0)
  await lab.owner.api.arenaAdmin.saveSettings({ counts_both_bad: true })
})

test('a judge votes in both orders, on a separate board', async () => {
  await expect(lab.owner.api.arenaAdmin.judge({})).rejects.toMatchObject({ code: ErrorCode.arenaBoard.noJudge })
  await lab.owner.api.arenaAdmin.saveSettings({ judge_model_id: lab.modelId })
  lab.server.reset()
  const people = await page({ id: LIVE_BOARD })
  // One judge compares the text, one always prefers the first answer, and one does not give a verdict.
  const better = (body: { messages: { content: unknown }[] }) => {
    const text = String(body.messages.at(-1)!.content)
    return says(JSON.stringify({ better: text.indexOf('Left words') < text.indexOf('Right words') ? 'A' : 'B' }))
  }
  lab.server.script(better, better, says('{"better":"A"}'), says('{"better":"A"}'), says('well'))
  expect(await lab.owner.api.arenaAdmin.judge({ count: 3 })).toEqual({ judged: 2, failed: 1 })
  const { rows } = await lab.t.infra.database.pool.query('SELECT result FROM arena_judgement ORDER BY pk_id DESC')
  expect(rows.map(({ result }) => result)).toEqual([1, 3])
  const machine = await page({ kind: 'machine', id: LIVE_BOARD })
  expect(machine).toMatchObject({ vote_count: 2, agreement: { of: 1 } })
  expect(await page({ id: LIVE_BOARD })).toEqual(people)
})

test('the owner can require some votes before the boards are visible', async () => {
  await lab.owner.api.arenaAdmin.saveSettings({ votes_for_board: 3 })
  const fresh = await lab.t.register('fresh')
  expect(await fresh.api.arena.conf({})).toMatchObject({ access_to_leaderboard: false, votes_needed: 3 })
  for (const call of [
    () => page({}, fresh),
    () => fresh.api.arenaBoard.newest({}),
    () => fresh.api.arenaBoard.edition({}),
  ])
    await expect(call()).rejects.toMatchObject({ code: ErrorCode.arenaBoard.votesNeeded, status: 403 })
  expect((await page()).vote_count).toBeGreaterThan(0)
  expect((await lab.owner.api.arenaBoard.page({})).vote_count).toBeGreaterThan(0)
})
