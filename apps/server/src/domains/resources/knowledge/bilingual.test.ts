import { UNKNOWN_LANGUAGE } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { FIRST_EMBEDDING, OFFLINE_EMBEDDING } from './embedding.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/** Semantic search with the built-in embedding, within and across both languages. */
let k: Knowledge
let base: string
beforeAll(async () => {
  k = await openKnowledge()
  base = await k.make()
  await k.add(base, '中暑急救.md', '把人抬到阴凉通风的地方，解开衣领，用湿毛巾擦身体。昏迷的人不能喂水。')
  await k.add(base, '租房合同.md', '押金一般是一个月房租，退房后七天内返还。漏水和电路老化由房东修理。')
  await k.add(base, '飞机行李.md', '充电宝必须随身携带，不能托运。液体每瓶不超过一百毫升。')
  await k.add(base, 'Freezing leftovers.md', 'Soup and stew keep for three months. Never thaw them on the counter.')
  await k.add(base, 'Bulky waste.md', 'Furniture and mattresses are collected twice a year. Order the pick-up online.')
})
const semantic = { search_strategy: 0, min_score: 0, top_k: 5 }

test.each([
  ['移动电源能放进托运的箱子吗？', '飞机行李.md'],
  ['房子里的电线坏了谁负责？', '租房合同.md'],
  ['How much liquid may I carry on board?', '飞机行李.md'],
  ['When does the landlord return the deposit?', '租房合同.md'],
  ['旧家具和床垫什么时候收？', 'Bulky waste.md'],
  ['How long can I keep broth frozen?', 'Freezing leftovers.md'],
])('a question is answered by meaning: %s', async (question, answer) => {
  expect((await k.ask(base, question, semantic))[0]!.document_name).toBe(answer)
})

test.each([
  ['What should be done with somebody who fainted in the heat?', '中暑急救.md'],
  ['冻起来的汤能放几个月？', 'Freezing leftovers.md'],
])('words are found through their translation: %s', async (question, answer) => {
  const hits = await k.ask(base, question, { search_strategy: 20, min_score: 0 })
  expect(hits.map((hit) => hit.document_name)).toContain(answer)
})

test.each([
  ['充电宝可以托运吗？', '飞机行李.md'],
  ['How long does soup keep in the freezer?', 'Freezing leftovers.md'],
])('the default threshold returns only results that answer the question: %s', async (question, answer) => {
  const hits = await k.ask(base, question, { search_strategy: 1, min_score: 0.5 })
  expect(hits.map((hit) => hit.document_name)).toEqual([answer])
})

test.each(['挪威国歌的作者是谁？', 'How is the jury of a criminal court selected?'])(
  'a question without an answer has no results: %s',
  async (question) => {
    expect(await k.ask(base, question, { search_strategy: 1, min_score: 0.5 })).toEqual([])
  },
)

test('a document in a language unknown to the embedding is marked and is found by words only', async () => {
  const other = await k.make()
  const strange = await k.add(
    other,
    'ключ.md',
    'Ключ от офиса лежит у охранника. Офис открывается в девять часов утра.',
  )
  const known = await k.add(
    other,
    'key.md',
    'The key of the office is with the guard, who comes at nine in the morning.',
  )
  expect([strange.is_language_known, known.is_language_known]).toEqual([false, true])
  const { hits, notes } = await k.api.knowledge.recall({ dataset_id: other, query: 'ключ офиса', search_strategy: 1 })
  expect(hits[0]!.document_name).toBe('ключ.md')
  expect(notes).toContain(UNKNOWN_LANGUAGE)
})

test('documents indexed by an earlier version stay searchable and are re-indexed in the background', async () => {
  const old = await k.make()
  const row = await k.add(old, 'Sleep.md', 'Most adults need seven to eight hours of sleep.')
  const { embeddings } = k.t.services.knowledgeParts
  const first = await embeddings.get(FIRST_EMBEDDING, k.spaceId)
  const [vector] = await first.index([{ name: '', title: '', text: 'Most adults need seven to eight hours of sleep.' }])
  const { pool } = k.t.infra.database
  await pool.query('UPDATE knowledge_slice SET vector = $2 WHERE document_id = $1', [
    row.document_id,
    Buffer.from(vector!.buffer),
  ])
  await pool.query('UPDATE knowledge_document SET embedding = $2, edition = edition + 1 WHERE id = $1', [
    row.document_id,
    FIRST_EMBEDDING,
  ])
  await pool.query('UPDATE knowledge SET version = version + 1 WHERE id = $1', [old])
  const ask = () => k.ask(old, 'How many hours should grown-ups sleep?', semantic)
  expect((await ask())[0]!.document_name).toBe('Sleep.md')
  await k.t.services.knowledgeIngest.reindexOutdated()
  // While it is being refreshed, the document stays searchable.
  expect((await ask())[0]!.document_name).toBe('Sleep.md')
  await k.drain()
  expect((await k.get(old, row.document_id)).index_strategy).toMatchObject({ model: OFFLINE_EMBEDDING })
  expect((await ask())[0]!.document_name).toBe('Sleep.md')
})
