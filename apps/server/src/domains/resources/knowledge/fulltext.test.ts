import { beforeAll, describe, expect, test } from 'vitest'
import { wordings } from '#kit/meaning/gloss.ts'
import { createFulltextRepo } from './fulltext.repo.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/**
 * Both drivers of full-text search: the default one with lists in memory, and the one with the index of the database.
 */
let k: Knowledge
let base: string
beforeAll(async () => {
  k = await openKnowledge()
  base = await k.make()
  await k.add(base, 'tides.md', 'The harbour master writes the tide table. The tide turns at noon.')
  await k.add(base, 'ferry.md', 'The ferry leaves the harbour at nine. It carries no cars.')
  await k.add(base, 'oven.md', "Bread rises in the warm oven; the baker's dough rests first.")
  await k.add(base, '茶.md', '龙井茶产于杭州，清明前采摘的最好。')
})
const drivers = {
  'in memory': (query: string, documents?: string[]) =>
    k
      .ask(base, query, { search_strategy: 20, min_score: 0, ...(documents && { document_ids: documents }) })
      .then((hits) => hits.map((hit) => ({ name: hit.document_name, matched: hit.matched_words, score: hit.score }))),
  'in the database': async (query: string, documents?: string[]) => {
    const repo = createFulltextRepo(k.t.infra.database.pool, (text) => Promise.resolve(wordings(text)))
    const collections = [{ id: base, version: '1' }]
    const found = await repo.search({ collections, text: query, k: 5, ...(documents && { documents }) })
    return Promise.all(
      found.map(async ({ id, matched, score }) => {
        const { rows } = await k.t.infra.database.pool.query<{ name: string }>(
          'SELECT d.name FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id WHERE s.id = $1',
          [id],
        )
        return { name: rows[0]!.name, matched, score }
      }),
    )
  },
}

describe.each(Object.entries(drivers))('words %s', (_, ask) => {
  test('a rare word counts more than a common one', async () => {
    const found = await ask('harbour tide')
    expect(found.map((hit) => hit.name)).toEqual(['tides.md', 'ferry.md'])
    expect(found[0]!.matched.toSorted()).toEqual(['harbour', 'tide'])
    expect(found[1]!.matched).toEqual(['harbour'])
    expect(found[0]!.score).toBeGreaterThan(found[1]!.score * 1.5)
  })
  test('a word without matches lowers the score but does not empty the result', async () => {
    const [plain] = await ask('ferry')
    const [lost] = await ask('ferry zeppelin')
    expect(lost!.name).toBe('ferry.md')
    expect(lost!.score).toBeLessThan(plain!.score)
    expect(await ask('zeppelin')).toEqual([])
    expect(await ask('the of and')).toEqual([])
  })
  test('Chinese is split into words; an apostrophe is part of a word', async () => {
    expect((await ask('杭州的龙井')).map((hit) => hit.name)).toEqual(['茶.md'])
    expect((await ask("the baker's dough"))[0]!.matched).toContain("baker's")
  })
  test('only requested documents are searched', async () => {
    const { document_infos } = await k.api.knowledge.listDocuments({ dataset_id: base, page: 1, size: 10 })
    const ferry = document_infos.find((doc) => doc.name === 'ferry.md')!.document_id
    expect((await ask('harbour', [ferry])).map((hit) => hit.name)).toEqual(['ferry.md'])
  })
})
