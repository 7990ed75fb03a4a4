import { VoteResult } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab, readReply } from '#testing/chat-lab.ts'
import type { Person } from '#testing/test-app.ts'

/** Attacks on battles. The built-in pair answers. */
let lab: ChatLab
let voter: Person
let stranger: Person
beforeAll(async () => {
  lab = await openChatLab()
  voter = await lab.t.register('voter')
  stranger = await lab.t.register('stranger')
  await lab.owner.api.arenaAdmin.saveSettings({ levels_pace: false, battles_a_day: 1000 })
})
const failure = (call: Promise<unknown>) =>
  call.then(
    () => ({ status: 200, message: '' }),
    (cause: { status: number; message: string }) => cause,
  )
async function answered(who = voter) {
  const battle = await who.api.arena.create({})
  for (const conversation_id of [battle.left_conversation_id, battle.right_conversation_id])
    await readReply(await who.api.arena.chat({ conversation_id, query: 'What is 2 + 2?' }))
  return battle
}

test('a battle of another person gives the same error as a missing one', async () => {
  const { pk_id } = await answered()
  const missing = '9000000000000000001'
  for (const call of [
    (id: string) => stranger.api.arena.battle({ pk_id: id }),
    (id: string) => stranger.api.arena.vote({ pk_id: id, result: VoteResult.left }),
    (id: string) => stranger.api.arena.feedbackTag({ pk_id: id, left_model_tags: [] }),
    (id: string) => stranger.api.arena.feedbackText({ pk_id: id, feedback_text: 'x' }),
  ]) {
    const foreign = await failure(call(pk_id))
    expect(foreign.status).toBe(404)
    expect(foreign.message).toBe((await failure(call(missing))).message)
  }
  expect((await voter.api.arena.battle({ pk_id })).status).toBe(2)
})

test('a request cannot set the models, the voter or the state', async () => {
  const forged = {
    pk_id: '1',
    left_model: '2',
    right_model: '2',
    user_id: stranger.id,
    status: 3,
    scene: 0,
    created_at: 1,
  }
  const battle = await voter.api.arena.create(forged as never)
  expect(battle.pk_id).not.toBe('1')
  expect(await voter.api.arena.battle({ pk_id: battle.pk_id })).toMatchObject({ status: 0 })
  expect((await failure(stranger.api.arena.battle({ pk_id: battle.pk_id }))).status).toBe(404)
  const { rows } = await lab.t.infra.database.pool.query<{ l: string; r: string }>(
    'SELECT left_model AS l, right_model AS r FROM arena_pk WHERE id = $1',
    [battle.pk_id],
  )
  expect(rows[0]!.l).not.toBe(rows[0]!.r)
})

test('the same vote sent five times concurrently counts once', async () => {
  const { pk_id } = await answered()
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => failure(voter.api.arena.vote({ pk_id, result: VoteResult.left }))),
  )
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(sent.filter(({ status }) => status === 409)).toHaveLength(4)
  const { rows } = await lab.t.infra.database.pool.query('SELECT 1 FROM arena_vote WHERE pk_id = $1', [pk_id])
  expect(rows).toHaveLength(1)
})

test('boards computed concurrently equal one that is computed alone', async () => {
  await Promise.all(Array.from({ length: 4 }, () => lab.owner.api.arenaAdmin.compute({})))
  const together = await voter.api.arenaBoard.page({})
  await lab.owner.api.arenaAdmin.compute({})
  const alone = await voter.api.arenaBoard.page({})
  expect(alone.parts).toEqual(together.parts)
  expect(alone.vote_count).toBe(together.vote_count)
})

test.each(['9007199254740993', '-1', '0', '1.5', '007', '1e3', '9'.repeat(40), 'NaN', '１'])(
  'an id %s is refused or not found, never taken for another',
  async (id) => {
    for (const call of [
      () => voter.api.arena.battle({ pk_id: id }),
      () => voter.api.arena.vote({ pk_id: id, result: VoteResult.left }),
      () => voter.api.arena.stop({ conversation_id: id }),
      // Without a product or bot, this would be a valid battle of plain models.
      ...(id === '0' ? [] : [() => voter.api.arena.create({ product_id: id, bot_id: id })]),
      () => voter.api.arenaBank.random({ bank_id: id }),
      () => voter.api.arenaBoard.page({ id }),
    ])
      expect([400, 404]).toContain((await failure(call())).status)
    expect([400, 404]).toContain((await voter.api.arena.chat({ conversation_id: id, query: 'x' })).status)
  },
)

test('page sizes out of range are refused or reduced', async () => {
  for (const [page, size] of [
    [0, 0],
    [-1, -1],
    [1, 1e9],
    [1e9, 10],
    [1.5, 2],
  ])
    for (const call of [
      () => voter.api.arenaBank.list({ page_num: page, page_size: size } as never),
      () => voter.api.arena.bots({ page_number: page, page_size: size } as never),
      () => lab.owner.api.arenaAdmin.votes({ page_num: page, page_size: size } as never),
    ])
      expect([200, 400]).toContain((await failure(call())).status)
})
