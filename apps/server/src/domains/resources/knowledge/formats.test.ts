import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

let k: Knowledge
beforeAll(async () => {
  k = await openKnowledge()
})
const csv = 'name,price,since\nHammer,12,2020-01-05\nSaw,30,2021-03-01\nNails,,2022-07-09'
const file = (text: string, type = 'csv') => ({ file_base64: Buffer.from(text).toString('base64'), file_type: type })

describe('table bases', () => {
  test('guess column types, store rows as slices, and return cells by column', async () => {
    const base = await k.make(1)
    const seen = await k.api.knowledge.tableSchema({ source_file: file(csv) })
    expect(seen.sheet_list).toEqual([{ id: 0, sheet_name: 'Sheet1', total_row: 4 }])
    expect(
      seen.table_meta.map((column) => [column.column_name, column.column_type, column.contains_empty_value]),
    ).toEqual([
      ['name', 1, false],
      ['price', 2, true],
      ['since', 3, false],
    ])
    expect(seen.preview_data[1]).toEqual({ '0': 'Saw', '1': '30', '2': '2021-03-01' })
    const doc = await k.add(base, 'tools.csv', csv)
    expect(doc, doc.status_descript).toMatchObject({ status: 1, slice_count: 3, format_type: 1 })
    const slices = await k.slices(doc.document_id)
    expect(JSON.parse(slices[0]!.content)[0]).toEqual({ column_id: '1', column_name: 'name', value: 'Hammer' })
    expect((await k.ask(base, 'hammer'))[0]!.content).toBe('name: Hammer\nprice: 12\nsince: 2020-01-05')
    await k.api.knowledge.updateSlice({
      slice_id: slices[0]!.slice_id,
      table_unit_text: JSON.stringify({ name: 'Mallet', price: '14', since: '2020-01-05' }),
    })
    expect((await k.ask(base, 'mallet'))[0]!.content).toContain('price: 14')
    await expect(
      k.api.knowledge.updateSlice({ slice_id: slices[0]!.slice_id, table_unit_text: '{"name":"x","price":"much"}' }),
    ).rejects.toThrow(/price.*whole number/)
    expect((await k.api.knowledge.tableSchema({ document_id: doc.document_id })).preview_data[0]!['0']).toBe('Mallet')
    const legacy = await k.api.knowledgeLegacy.tableInfo({ document_id: doc.document_id })
    expect(legacy.table_meta['0']).toHaveLength(3)
  })
  test('report cells that do not fit by column and row, and append matching rows', async () => {
    const base = await k.make(1)
    const doc = await k.add(base, 'tools.csv', csv)
    const bad = await k.api.knowledge.validateSchema({
      document_id: doc.document_id,
      source_file: file('name,price\nAxe,dear'),
    })
    expect(bad.column_valid_result.since).toMatch(/no such column/)
    expect(bad.row_errors).toEqual([{ row: 1, column: 'price', problem: '“dear” is not a whole number' }])
    const append = (text: string) =>
      k.api.knowledge.createDocument({
        dataset_id: base,
        is_append: true,
        document_bases: [{ name: 'more', source_info: file(text) }],
      })
    await expect(append('name\nAxe')).rejects.toThrow(/does not match the columns/)
    await append('name,price,since\nAxe,25,2023-01-01')
    await k.drain()
    expect(await k.get(base, doc.document_id)).toMatchObject({ status: 1, slice_count: 4 })
    expect(await k.ask(base, 'axe', { search_strategy: 20 })).toHaveLength(1)
  })
  test('columns can be renamed and reordered; names must be unique, and one column must be searched', async () => {
    const base = await k.make(1)
    const doc = await k.add(base, 'tools.csv', csv)
    const [name, price, since] = doc.table_meta
    await k.api.knowledge.updateDocument({
      document_id: doc.document_id,
      table_meta: [since!, name!, { ...price!, desc: 'in crowns' }],
    })
    await k.drain()
    const changed = await k.get(base, doc.document_id)
    expect(changed.table_meta.map((column) => column.column_name)).toEqual(['since', 'name', 'price'])
    await expect(
      k.api.knowledge.updateDocument({ document_id: doc.document_id, table_meta: [name!, name!] }),
    ).rejects.toThrow(/twice/)
    await expect(
      k.api.knowledge.updateDocument({ document_id: doc.document_id, table_meta: [{ ...name!, is_semantic: false }] }),
    ).rejects.toThrow(/is_semantic/)
  })
  test('refuse text files, and text bases refuse pictures', async () => {
    const base = await k.make(1)
    await expect(k.add(base, 'a.pdf', 'x')).rejects.toThrow(/accepts tables/)
    await expect(k.add(await k.make(0), 'a.png', 'x')).rejects.toThrow(/accepts documents/)
  })
})

describe('image bases', () => {
  const draw = (text: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="120"><rect width="700" height="120" fill="white"/><text x="20" y="70" font-size="44" font-family="sans-serif">${text}</text></svg>`,
      ),
    )
      .png()
      .toBuffer()
  test('recognise text in a picture, or take a caption entered by hand', async () => {
    const base = await k.make(2)
    const doc = await k.add(base, 'sign.png', await draw('Invoice total 42 euros'))
    const { photo_infos } = await k.api.knowledge.photos({ dataset_id: base, filter: { has_caption: true } })
    expect(photo_infos[0]!.caption).toMatch(/Invoice total 42/)
    expect(await k.ask(base, 'invoice', { search_strategy: 20 })).toHaveLength(1)
    await k.api.knowledge.setCaption({ document_id: doc.document_id, caption: 'A red lighthouse on a cliff' })
    expect((await k.ask(base, 'lighthouse'))[0]!.content).toBe('A red lighthouse on a cliff')
    expect(await k.ask(base, 'invoice', { search_strategy: 20 })).toEqual([])
    const detail = await k.api.knowledge.photoDetail({ dataset_id: base, document_ids: [doc.document_id] })
    expect(detail.photo_infos[doc.document_id]!.caption).toBe('A red lighthouse on a cliff')
    expect((await k.api.knowledge.extractCaption({ document_id: doc.document_id })).caption).toMatch(/Invoice/)
  })
  test('store a picture without text and without a caption', async () => {
    const base = await k.make(2)
    const doc = await k.add(base, 'plain.png', await draw(''), {}, { chunk_strategy: { caption_type: 1 } })
    expect(doc).toMatchObject({ status: 1, slice_count: 0 })
    expect((await k.api.knowledge.photos({ dataset_id: base, filter: { has_caption: false } })).total).toBe(1)
  })
})

describe('recall cases', () => {
  test('are run again, and their hit rate is stored', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'a.md', 'The library closes at eight in the evening.')
    const { case_id } = await k.api.knowledge.saveCase({
      dataset_id: base,
      question: 'When does the library close?',
      expected: [{ document_id: doc.document_id, text: 'closes at eight' }],
    })
    await k.api.knowledge.saveCase({
      dataset_id: base,
      question: 'Where is the pool?',
      min_score: 0.9,
      expected: [{ document_id: doc.document_id, text: 'pool' }],
    })
    const run = await k.api.knowledge.runCases({ dataset_id: base })
    expect(run).toMatchObject({ total: 2, hits: 1 })
    expect(run.results[0]).toMatchObject({ case_id, is_hit: true, rank: 1 })
    expect((await k.api.knowledge.caseRuns({ dataset_id: base })).runs).toMatchObject([{ total: 2, hits: 1 }])
    await k.api.knowledge.removeCase({ dataset_id: base, case_id })
    expect((await k.api.knowledge.cases({ dataset_id: base })).total).toBe(1)
  })
})
