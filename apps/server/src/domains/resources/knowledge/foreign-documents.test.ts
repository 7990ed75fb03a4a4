import { beforeAll, describe, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/** Realistic documents: long ones, code, tables, mixed languages, traditional characters, and short questions. */
let k: Knowledge
let base: string
const filler = Array.from(
  { length: 120 },
  (_, n) =>
    `Section ${n + 1} describes the usual office procedure number ${n * 7 + 3}, the forms that belong to it and the drawer in which they are kept.`,
)
const long = [
  ...filler.slice(0, 80),
  'Travellers who miss the last ferry may sleep in the harbour shed; the key hangs behind the lifebuoy.',
  ...filler.slice(80),
].join('\n\n')
const code = [
  'export async function retryWithBackoff(task: () => Promise<unknown>, attempts = 5) {',
  '  for (let n = 0; n < attempts; n += 1) {',
  '    try { return await task() } catch (error) { await sleep(2 ** n * 100) }',
  '  }',
  '}',
].join('\n')
const table = [
  '| 车型 | 续航 | 价格 |',
  '|---|---|---|',
  '| 海豹 | 700 公里 | 18 万元 |',
  '| 海鸥 | 305 公里 | 7 万元 |',
].join('\n')
beforeAll(async () => {
  k = await openKnowledge()
  base = await k.make()
  await k.add(base, 'handbook.md', long)
  await k.add(base, 'retry.md', `# Network helpers\n\n\`\`\`ts\n${code}\n\`\`\``)
  await k.add(base, '车型对比.md', table)
  await k.add(
    base,
    'release.md',
    '本次发布修复了 OAuth token 刷新失败的问题，并把 Redis 连接池从 10 提高到 50。Rollback 请使用 helm。',
  )
  await k.add(
    base,
    '颱風應變.md',
    '颱風警報發布後，員工應將窗戶關緊，並把陽台的花盆移到室內。停電時請使用手電筒，不要點蠟燭。',
  )
  await k.add(base, 'Compost.md', 'Kitchen scraps rot into soil within a year. Meat attracts rats.')
})
const hybrid = { search_strategy: 1, min_score: 0.5 }
const first = async (question: string, more: object = {}) => (await k.ask(base, question, { ...hybrid, ...more }))[0]

test.each([
  [
    'a fact in the middle of a long text',
    'Where can I spend the night when the ferry is gone?',
    'handbook.md',
    'harbour shed',
  ],
  ['a function by its name', 'retryWithBackoff', 'retry.md', 'retryWithBackoff'],
  ['code by what it does', 'How are failed network tasks tried again?', 'retry.md', 'retryWithBackoff'],
  ['a row of a table', '海鸥能跑多远？', '车型对比.md', '305'],
  ['English words in a Chinese text', 'OAuth token 刷新失败修好了吗？', 'release.md', 'OAuth'],
  ['an English question about it', 'How large is the Redis connection pool now?', 'release.md', 'Redis'],
  ['traditional characters, asked in traditional', '颱風來了花盆怎麼辦？', '颱風應變.md', '花盆'],
  ['traditional characters, asked in simplified', '台风来了花盆怎么办？', '颱風應變.md', '花盆'],
  [
    'traditional characters, asked in English',
    'What should be done with flower pots during a typhoon?',
    '颱風應變.md',
    '花盆',
  ],
])('%s: %s', async (_, question, document, words) => {
  const hit = await first(question, { min_score: 0 })
  expect(hit?.document_name).toBe(document)
  expect(hit!.content).toContain(words)
})

describe('very short questions', () => {
  test.each([
    ['compost', 'Compost.md'],
    ['花盆', '颱風應變.md'],
    ['rats?', 'Compost.md'],
    ['helm', 'release.md'],
  ])('%s', async (question, document) => {
    expect((await first(question))?.document_name).toBe(document)
  })
  test.each(['?', '的', 'the', '  ', '…'])('“%s” contains no searchable word and finds nothing', async (question) => {
    expect(await k.ask(base, question, hybrid)).toEqual([])
  })
})
