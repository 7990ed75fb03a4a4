import { ENGINE_AWAY } from '@orrery/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeSearchEngine } from './testing/fake-search-engine.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/** Bases that are also indexed by a search engine of their owner. */
let k: Knowledge
let far: Awaited<ReturnType<typeof openFakeSearchEngine>>
let engine: string
const config = () => ({ public_endpoint: far.url, username: 'searcher', password: 'far-secret' })
beforeAll(async () => {
  far = await openFakeSearchEngine()
  k = await openKnowledge({ config: { egressAllow: [far.host] } })
  engine = (await k.api.knowledge.setEngine({ config: config() })).storage_config_id
})
beforeEach(() => {
  far.asked.length = 0
  far.state.isDown = false
})
const searches = () => far.asked.filter((item) => item === 'POST _search').length
async function makeFar(more: { project_id?: string } = {}) {
  const input = { name: 'Far', space_id: k.spaceId, storage_location: 1 as const, storage_config_id: engine, ...more }
  const { dataset_id } = await k.api.knowledge.create(input)
  await k.add(dataset_id, 'Bulky waste.md', 'Furniture and mattresses are collected twice a year.')
  await k.add(dataset_id, '飞机行李.md', '充电宝必须随身携带，不能托运。')
  return dataset_id
}
const ask = (dataset_id: string, query: string, more: object = {}) =>
  k.api.knowledge.recall({ dataset_id, query, search_strategy: 1, min_score: 0, ...more })
const names = ({ hits }: Awaited<ReturnType<typeof ask>>) => hits.map((hit) => hit.document_name)
const held = (base: string) =>
  [...far.indexes].flatMap(([name, rows]) => (name.startsWith(`orrery-${base}-`) ? [...rows.values()] : []))

test.each([
  [0, 'Who takes old sofas away?', 'Bulky waste.md'],
  [20, 'When is furniture collected?', 'Bulky waste.md'],
  [1, 'May a power bank go into checked baggage?', '飞机行李.md'],
])('strategy %s gives the same result in the engine as locally: %s', async (search_strategy, question, answer) => {
  const base = await makeFar()
  const found = await ask(base, question, { search_strategy })
  expect(names(found)[0]).toBe(answer)
  expect(found.notes).toEqual([])
  expect(searches()).toBeGreaterThan(0)
  await k.api.knowledge.update({ dataset_id: base, storage_location: 0 })
  far.asked.length = 0
  const here = await ask(base, question, { search_strategy })
  expect(here.hits[0]!.score).toBeCloseTo(found.hits[0]!.score, 1)
  expect(searches()).toBe(0)
})

describe('the content of the engine', () => {
  test('follows the base when documents are added, changed and deleted', async () => {
    const base = await makeFar()
    await ask(base, 'furniture')
    expect(new Set(held(base).map((row) => row.document)).size).toBe(2)
    far.asked.length = 0
    await ask(base, 'furniture')
    // Without changes, nothing is sent.
    expect(far.asked.every((item) => item === 'POST _search')).toBe(true)
    const late = await k.add(base, 'Tyres.md', 'Old tyres are brought to the depot.')
    expect(names(await ask(base, 'old tyres'))[0]).toBe('Tyres.md')
    await k.api.knowledge.removeDocuments({ document_ids: [late.document_id] })
    expect(names(await ask(base, 'old tyres'))).not.toContain('Tyres.md')
    expect(held(base).some((row) => row.document === late.document_id)).toBe(false)
    await k.api.knowledge.remove({ dataset_id: base })
    expect(held(base)).toEqual([])
  })
  test('is deleted while the base is in the bin, alone or with its project, and filled again after a restore', async () => {
    const { project_id } = await k.api.project.create({ space_id: k.spaceId, name: 'App' })
    const alone = await makeFar()
    const inside = await makeFar({ project_id })
    for (const [base, gone] of [
      [alone, alone],
      [inside, project_id],
    ] as const) {
      await ask(base, 'furniture')
      await k.api.bundle.removeMany({ space_id: k.spaceId, ids: [gone] })
      expect(held(base)).toEqual([])
      await expect(ask(base, 'furniture')).rejects.toMatchObject({ status: 404 })
      expect(held(base)).toEqual([])
      await k.api.bin.restore({ space_id: k.spaceId, res_id: gone })
      const found = await ask(base, 'furniture')
      expect([names(found)[0], found.notes]).toEqual(['Bulky waste.md', []])
      expect(held(base).length).toBeGreaterThan(0)
    }
  })
  test('is deleted when the base returns to the local index, and filled again when the engine is chosen again', async () => {
    const base = await makeFar()
    await ask(base, 'furniture')
    await k.api.knowledge.update({ dataset_id: base, storage_location: 0 })
    expect(held(base)).toEqual([])
    await k.api.knowledge.update({ dataset_id: base, storage_location: 1, storage_config_id: engine })
    expect(names(await ask(base, 'furniture'))[0]).toBe('Bulky waste.md')
    expect(held(base).length).toBeGreaterThan(0)
  })
  test('is searched only in the requested documents', async () => {
    const base = await makeFar()
    const { document_infos } = await k.api.knowledge.listDocuments({ dataset_id: base })
    const one = document_infos.find(({ name }) => name === '飞机行李.md')!.document_id
    expect(names(await ask(base, 'furniture', { document_ids: [one] }))).toEqual(['飞机行李.md'])
  })
})

test('a failing engine is replaced by the local index, which the search reports', async () => {
  const base = await makeFar()
  far.state.isDown = true
  const found = await ask(base, 'furniture')
  expect(names(found)[0]).toBe('Bulky waste.md')
  expect(found.notes).toEqual([ENGINE_AWAY])
})

describe('choosing an engine', () => {
  const input = () => ({ name: 'Far', space_id: k.spaceId, storage_location: 1 as const })
  test('needs its id, which must be that of an own engine', async () => {
    await expect(k.api.knowledge.create(input())).rejects.toThrow(/storage_config_id/)
    const stranger = await k.t.register()
    const { storage_config_id } = await stranger.api.knowledge.setEngine({ config: config() })
    await expect(k.api.knowledge.create({ ...input(), storage_config_id })).rejects.toMatchObject({ status: 404 })
    const base = await makeFar()
    await expect(
      k.api.knowledge.update({ dataset_id: base, storage_location: 1, storage_config_id }),
    ).rejects.toMatchObject({ status: 404 })
    const { dataset_details } = await k.api.knowledge.detail({ dataset_ids: [base] })
    expect(dataset_details[base]).toMatchObject({ storage_location: 1, storage_config_id: engine })
  })
  test('refuses other storage locations', async () => {
    // @ts-expect-error a store that is not served
    await expect(k.api.knowledge.create({ ...input(), storage_location: 2 })).rejects.toThrow(/storage_location/)
  })
  test('checks whether this server can access the engine, and names what to do if not', async () => {
    await k.api.knowledge.openEngine({ config: config() })
    const wrong = { ...config(), password: 'wrong' }
    await expect(k.api.knowledge.openEngine({ config: wrong })).rejects.toThrow(/401.*console/)
    expect((await k.api.knowledge.testEngine({ config: config() })).version).toBe('2.19.1')
  })
})
