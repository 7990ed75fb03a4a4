import { beforeAll, describe, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

let k: Knowledge
beforeAll(async () => {
  k = await openKnowledge()
})
const guide = `# Garden guide

Roses want six hours of sun a day.

## Watering

Water the beds early in the morning, before the heat comes.

## Winter

Cover young trees with straw when frost is announced.`

describe('text bases', () => {
  test('slices of a Markdown file are found by words and by meaning', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'guide.md', guide, {}, { chunk_strategy: { chunk_type: 2, save_title: true } })
    expect(doc).toMatchObject({
      status: 1,
      status_descript: '',
      stage: 'ready',
      progress: 100,
      slice_count: 3,
      type: 'md',
    })
    const slices = await k.slices(doc.document_id)
    expect(slices.map((slice) => slice.sequence)).toEqual(['1', '2', '3'])
    expect(slices[1]!.content).toBe(
      'Garden guide > Watering\nWater the beds early in the morning, before the heat comes.',
    )
    const [best] = await k.ask(base, 'When should I water the beds?')
    expect(best).toMatchObject({ slice_id: slices[1]!.slice_id, document_name: 'guide.md' })
    expect(best!.semantic!.rank).toBe(1)
    expect(best!.fulltext!.rank).toBe(1)
    expect(best!.score).toBeGreaterThan(0.5)
    expect(best!.score).toBeLessThanOrEqual(1)
    expect(await k.ask(base, 'quantum chromodynamics lattice', { min_score: 0.5 })).toEqual([])
  })
  test('Chinese in GB18030 is parsed and found', async () => {
    const base = await k.make()
    // 退款将在七个工作日内原路返回。 in GBK
    const gbk = Buffer.from('cdcbbfeebdabd4dac6dfb8f6b9a4d7f7c8d5c4dad4adc2b7b7b5bbd8a1a3', 'hex')
    const doc = await k.add(base, '退款.txt', gbk)
    expect(doc.status).toBe(1)
    const [hit] = await k.ask(base, '退款多久到账')
    expect(hit!.content).toBe('退款将在七个工作日内原路返回。')
    expect(hit!.matched_words).toContain('退款')
  })
  test('an edited slice is found by its new text at once; a disabled one is not found', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'a.md', 'The office opens at nine.')
    const [slice] = await k.slices(doc.document_id)
    await k.api.knowledge.updateSlice({ slice_id: slice!.slice_id, raw_text: 'The bakery sells rye bread.' })
    expect((await k.ask(base, 'rye bread'))[0]!.content).toBe('The bakery sells rye bread.')
    expect(await k.ask(base, 'office opens', { search_strategy: 20 })).toEqual([])
    await k.api.knowledge.updateSlice({ slice_id: slice!.slice_id, status: 9 })
    expect(await k.ask(base, 'rye bread')).toEqual([])
    await k.api.knowledge.updateSlice({ slice_id: slice!.slice_id, status: 1 })
    expect(await k.ask(base, 'rye bread')).toHaveLength(1)
  })
  test('slices are inserted between others, counted, and deleted without gaps in the order', async () => {
    const base = await k.make()
    const doc = await k.add(
      base,
      'a.md',
      'One|Two|Three',
      {},
      { chunk_strategy: { chunk_type: 1, separator: '|', max_tokens: 100 } },
    )
    await k.api.knowledge.createSlice({ document_id: doc.document_id, raw_text: 'Between', sequence: 2 })
    await k.api.knowledge.createSlice({ document_id: doc.document_id, raw_text: 'Last' })
    const slices = await k.slices(doc.document_id)
    expect(slices.map((slice) => slice.content)).toEqual(['One', 'Between', 'Two', 'Three', 'Last'])
    await k.api.knowledge.removeSlices({ slice_ids: [slices[0]!.slice_id] })
    expect((await k.slices(doc.document_id)).map((slice) => slice.sequence)).toEqual(['1', '2', '3', '4'])
    expect(await k.get(base, doc.document_id)).toMatchObject({
      slice_count: 4,
      char_count: 'BetweenTwoThreeLast'.length,
    })
    const page = await k.api.knowledge.listSlices({ document_id: doc.document_id, page_no: 2, page_size: 3 })
    expect(page).toMatchObject({ total: '4', hasmore: false })
    expect(page.slices.map((slice) => slice.content)).toEqual(['Last'])
  })
  test('custom splitting cleans up as configured, and the overlap must be smaller than a slice', async () => {
    const base = await k.make()
    const text = 'See https://example.test/x or write to a@b.example   now.'
    const strategy = {
      chunk_strategy: {
        chunk_type: 1,
        separator: '\\n',
        max_tokens: 200,
        remove_extra_spaces: true,
        remove_urls_emails: true,
      },
    }
    const doc = await k.add(base, 'a.txt', text, {}, strategy)
    expect((await k.slices(doc.document_id))[0]!.content).toBe('See or write to now.')
    await expect(k.add(base, 'b.txt', text, {}, { chunk_strategy: { chunk_type: 1, overlap: 100 } })).rejects.toThrow(
      /overlap/,
    )
  })
  test('splitting again replaces the slices; disabling a document hides it', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'guide.md', guide)
    expect(doc.slice_count).toBe(1)
    await k.api.knowledge.resegment({
      dataset_id: base,
      document_ids: [doc.document_id],
      chunk_strategy: { chunk_type: 2 },
    })
    expect((await k.get(base, doc.document_id)).status).toBe(4)
    // The old slices are searched until the new ones are ready.
    expect(await k.ask(base, 'frost straw trees')).toHaveLength(1)
    await k.drain()
    expect(await k.get(base, doc.document_id)).toMatchObject({ status: 1, slice_count: 3 })
    await k.api.knowledge.updateDocument({ document_id: doc.document_id, status: 2 })
    expect(await k.ask(base, 'frost straw trees')).toEqual([])
    await k.api.knowledge.updateDocument({ document_id: doc.document_id, status: 1, document_name: 'Renamed' })
    expect((await k.ask(base, 'frost straw trees'))[0]!.document_name).toBe('Renamed')
  })
  test('a preview can be edited and is imported unchanged', async () => {
    const base = await k.make()
    const { upload_uri } = await k.api.upload.file({
      file_head: { file_type: 'md', biz_type: 2 },
      data: Buffer.from(guide).toString('base64'),
    })
    const { reviews } = await k.api.knowledge.createReviews({
      dataset_id: base,
      reviews: [{ document_name: 'guide.md', tos_uri: upload_uri }],
      chunk_strategy: { chunk_type: 2 },
    })
    expect(reviews[0]).toMatchObject({ status: 1 })
    expect(reviews[0]!.chunks).toHaveLength(3)
    await k.api.knowledge.saveReview({
      dataset_id: base,
      review_id: reviews[0]!.review_id,
      doc_tree_json: JSON.stringify([{ content: 'My own words' }]),
    })
    const again = await k.api.knowledge.reviews({ dataset_id: base, review_ids: [reviews[0]!.review_id] })
    expect(again.reviews[0]!.chunks).toEqual([{ content: 'My own words', titles: [] }])
    const { document_infos } = await k.api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [{ name: 'guide.md', source_info: { tos_uri: upload_uri, review_id: reviews[0]!.review_id } }],
    })
    await k.drain()
    expect((await k.slices(document_infos[0]!.document_id)).map((slice) => slice.content)).toEqual(['My own words'])
    const advice = await k.api.knowledge.treeAdvice({ dataset_id: base, tos_uris: [upload_uri] })
    expect(advice.tree_chunk_rec_infos).toEqual([{ tos_uri: upload_uri, is_rec_tree_chunk: true }])
  })
})

describe('the base itself', () => {
  test('is listed with its documents and states, changed, disabled and deleted', async () => {
    const base = await k.make(0, 'Handbook')
    await k.api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [{ name: 'n', source_info: { custom_content: 'Hello there' } }],
    })
    const before = (await k.api.knowledge.detail({ dataset_ids: [base] })).dataset_details[base]!
    expect(before).toMatchObject({
      status: 0,
      doc_count: 1,
      processing_file_list: ['n'],
      can_edit: true,
      embedding_model: 'offline',
    })
    await k.drain()
    await k.api.knowledge.update({ dataset_id: base, name: 'Manual', description: 'All of it' })
    const { dataset_list, total } = await k.api.knowledge.list({ space_id: k.spaceId, filter: { name: 'manu' } })
    expect(total).toBe(1)
    expect(dataset_list[0]).toMatchObject({
      name: 'Manual',
      description: 'All of it',
      status: 1,
      slice_count: 1,
      format_type: 0,
    })
    await k.api.knowledge.update({ dataset_id: base, status: 3 })
    expect(await k.ask(base, 'Hello there')).toEqual([])
    await k.api.knowledge.update({ dataset_id: base, status: 1 })
    expect(await k.ask(base, 'Hello there')).toHaveLength(1)
    await k.api.knowledge.remove({ dataset_id: base })
    await expect(k.api.knowledge.listDocuments({ dataset_id: base })).rejects.toThrow(/doesn't exist or was deleted/)
  })
  test('lists the bots that use it', async () => {
    const base = await k.make()
    expect((await k.api.knowledge.refBots({ dataset_id: base })).ref_bots).toEqual([])
    expect((await k.api.knowledgeLegacy.bots({ dataset_id: base })).total).toBe(0)
  })
  test('counts hits of real use, not of trials', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'a.md', 'Rye bread is baked on Mondays.')
    await k.ask(base, 'rye bread')
    expect((await k.slices(doc.document_id))[0]!.hit_count).toBe('0')
    const request = {
      spaceId: k.spaceId,
      knowledgeIds: [base],
      query: 'rye bread',
      strategy: 'hybrid' as const,
      topK: 3,
      minScore: 0,
      useRerank: true,
      useRewrite: true,
      useNl2sql: true,
    }
    expect((await k.t.services.knowledgeRetrieval.retrieve(request)).hits).toHaveLength(1)
    expect((await k.slices(doc.document_id))[0]!.hit_count).toBe('1')
    expect((await k.get(base, doc.document_id)).hit_count).toBe(1)
  })
  test('in another space cannot be accessed, by people or by bots', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'a.md', 'A secret recipe.')
    const stranger = await k.t.register()
    await expect(stranger.api.knowledge.recall({ dataset_id: base, query: 'recipe' })).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
    await expect(stranger.api.knowledge.progress({ document_ids: [doc.document_id] })).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
    await expect(stranger.api.knowledge.removeDocuments({ document_ids: [doc.document_id] })).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
    expect((await stranger.api.knowledge.detail({ dataset_ids: [base] })).dataset_details).toEqual({})
    const [slice] = await k.slices(doc.document_id)
    await expect(stranger.api.knowledge.removeSlices({ slice_ids: [slice!.slice_id] })).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
    const other = (await stranger.api.space.list({})).bot_space_list[0]!.id
    const request = {
      spaceId: other,
      knowledgeIds: [base],
      query: 'recipe',
      strategy: 'hybrid' as const,
      topK: 3,
      minScore: 0,
      useRerank: false,
      useRewrite: false,
      useNl2sql: false,
    }
    expect((await k.t.services.knowledgeRetrieval.retrieve(request)).hits).toEqual([])
  })
})
