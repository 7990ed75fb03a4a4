import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'
import { docOf, pptOf } from './testing/legacy-files.ts'

let k: Knowledge
let base: string
let origin: string
const site = createServer((request, response) => {
  const at = request.url ?? ''
  response.setHeader('content-type', at.endsWith('.xml') ? 'application/xml' : 'text/html')
  if (at === '/sitemap.xml')
    return response.end(
      `<?xml version="1.0"?><urlset><url><loc>${origin}/a</loc></url><url><loc> ${origin}/b?x=1&amp;y=2 </loc></url><url><loc>http://elsewhere.test/c</loc></url></urlset>`,
    )
  if (at === '/index.xml')
    return response.end(`<sitemapindex><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`)
  return response.end(`<html><body><p>The page ${at} speaks of ${at === '/a' ? 'apples' : 'pears'}.</p></body></html>`)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  k = await openKnowledge({ config: { egressAllow: [`127.0.0.1:${port}`] } })
  base = await k.make()
})
afterAll(() => void site.close())
const texts = async (documentId: string) => (await k.slices(documentId)).map((slice) => slice.content)

/** A PDF whose second page is a scanned image. */
async function scannedPdf(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#fff' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="900" height="300"><text x="40" y="170" font-size="72" font-family="DejaVu Sans">Harbour plan 2026</text></svg>',
        ),
      },
    ])
    .png()
    .toBuffer()
  const pdf = new Pdf()
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  pdf.text('The ferry to Cacilhas leaves every twenty minutes.')
  pdf.addPage().image(picture, 40, 40, { width: 450 })
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

describe('pages of a PDF', () => {
  test('that are scans fail the import with a clear message, until they are recognised or skipped', async () => {
    const bytes = await scannedPdf()
    const doc = await k.add(base, 'plan.pdf', bytes)
    expect(doc).toMatchObject({ status: 9, slice_count: 0 })
    expect(doc.status_descript).toMatch(/only images of text: 2\. Turn on text recognition \(OCR\)/)
    const again = (more: object) =>
      k.api.knowledge.resegment({ dataset_id: base, document_ids: [doc.document_id], ...more })
    await again({ filter_strategy: { filter_page: [2] } })
    await k.drain()
    expect(await texts(doc.document_id)).toEqual(['The ferry to Cacilhas leaves every twenty minutes.'])
    await again({ filter_strategy: { filter_page: [] }, parsing_strategy: { image_ocr: true } })
    await k.drain()
    const slices = await k.slices(doc.document_id)
    expect(slices.map((slice) => slice.content).join('\n')).toMatch(/Harbour plan 2026/)
    const [hit] = await k.ask(base, 'harbour plan')
    expect(hit).toMatchObject({ document_id: doc.document_id })
    const original = await k.api.knowledge.original({ document_id: doc.document_id })
    expect(original).toMatchObject({
      page: 1,
      pages: 1,
      blocks: [{ level: 0, text: expect.stringContaining('ferry') }],
    })
  })
})

describe('files of older Office versions', () => {
  test('.doc: text in both encodings is read, without field codes', async () => {
    const doc = await k.add(
      base,
      'old.doc',
      docOf('Pay by the \u0013HYPERLINK x\u0014first of May\u0015.\r', '合同于六月到期。\r'),
    )
    expect(doc, doc.status_descript).toMatchObject({ status: 1 })
    const text = (await texts(doc.document_id)).join('\n')
    expect(text).toContain('Pay by the first of May.')
    expect(text).toContain('合同于六月到期。')
    expect(text).not.toContain('HYPERLINK')
  })
  test('.ppt: slides are read, with titles as headings', async () => {
    const doc = await k.add(
      base,
      'old.ppt',
      pptOf([
        ['Budget', 'Rent doubles in autumn'],
        ['Plan', 'Hire two people'],
      ]),
    )
    expect(doc, doc.status_descript).toMatchObject({ status: 1 })
    expect((await texts(doc.document_id)).join('\n')).toMatch(/Budget\nRent doubles in autumn\nPlan\nHire two people/)
  })
  test('a file of another type is refused with advice', async () => {
    const doc = await k.add(base, 'fake.ppt', 'not an Office file at all')
    expect(doc.status).toBe(9)
    expect(doc.status_descript).toMatch(/Save the file as .pptx/)
  })
})

describe('parent and child slices', () => {
  const text =
    'The museum opens at ten. It shows tiles from five centuries. A ticket costs eight euros. Children enter free. The garden closes at dusk. Dogs must stay outside.'
  test('a search matches the child and returns its parent, once', async () => {
    const own = await k.make()
    const chunk_strategy = { chunk_type: 3, max_tokens: 400, child_max_tokens: 60 }
    const doc = await k.add(own, 'museum.md', text, {}, { chunk_strategy })
    const slices = await k.slices(doc.document_id)
    expect(slices.length).toBeGreaterThan(2)
    expect(slices.every((slice) => slice.content.length <= 60)).toBe(true)
    const hits = await k.ask(own, 'ticket price euros', { top_k: 5 })
    expect(hits).toHaveLength(1)
    expect(hits[0]!.content).toBe(text)
    await k.api.knowledge.updateSlice({
      slice_id: slices.find((slice) => slice.content.includes('eight'))!.slice_id,
      raw_text: 'A ticket costs nine euros.',
    })
    expect((await k.ask(own, 'ticket price euros'))[0]!.content).toContain('nine euros')
  })
  test('parents are deleted when the document is split again or deleted', async () => {
    const own = await k.make()
    const doc = await k.add(own, 'museum.md', text, {}, { chunk_strategy: { chunk_type: 3, child_max_tokens: 60 } })
    const count = async () =>
      (await k.t.infra.database.pool.query('SELECT 1 FROM knowledge_parent WHERE document_id = $1', [doc.document_id]))
        .rowCount
    expect(await count()).toBe(1)
    const document_ids = [doc.document_id]
    await k.api.knowledge.resegment({ dataset_id: own, document_ids, chunk_strategy: { chunk_type: 0 } })
    await k.drain()
    expect(await count()).toBe(0)
  })
})

describe('metadata', () => {
  test('restrict a search to matching documents', async () => {
    const own = await k.make()
    const [item, two] = [
      await k.add(own, '2025.md', 'The fee is ten crowns.', { metadata: { year: '2025', author: 'Kim' } }),
      await k.add(own, '2026.md', 'The fee is twelve crowns.'),
    ]
    await k.api.knowledge.updateDocument({ document_id: two.document_id, metadata: { year: '2026' } })
    expect((await k.get(own, two.document_id)).metadata).toEqual({ year: '2026' })
    const ask = async (metadata: object[]) =>
      (await k.ask(own, 'what is the fee in crowns', { metadata })).map((hit) => hit.document_id).toSorted()
    expect(await ask([{ key: 'year', is: 'equal', value: '2026' }])).toEqual([two.document_id])
    expect(await ask([{ key: 'author', is: 'contains', value: 'kim' }])).toEqual([item.document_id])
    expect(await ask([{ key: 'year', is: 'not', value: '2026' }])).toEqual([item.document_id])
    expect(await ask([{ key: 'year', is: 'equal', value: '1999' }])).toEqual([])
    expect(await ask([])).toHaveLength(2)
  })
})

describe('files and states of documents', () => {
  test('the file of a document is deleted with it or when its base is purged', async () => {
    const own = await k.make()
    const has = async (key: string) => (await k.t.infra.blobs.get(key)) !== undefined
    const [a, b] = [await k.add(own, 'a.md', 'First text'), await k.add(own, 'b.md', 'Second text')]
    expect([await has(a.tos_uri), await has(b.tos_uri)]).toEqual([true, true])
    await k.api.knowledge.removeDocuments({ document_ids: [a.document_id] })
    expect([await has(a.tos_uri), await has(b.tos_uri)]).toEqual([false, true])
    await k.api.knowledge.remove({ dataset_id: own })
    expect(await has(b.tos_uri)).toBe(true)
    await k.api.bin.remove({ space_id: k.spaceId, res_id: own })
    expect(await has(b.tos_uri)).toBe(false)
  })
  test('documents are listed by state; the counts always include all states', async () => {
    const own = await k.make()
    await k.add(own, 'good.md', 'All is well.')
    await k.add(own, 'bad.pdf', '%PDF-1.4 nothing of it is true')
    const { document_infos, total, counts } = await k.api.knowledge.listDocuments({ dataset_id: own, statuses: [9] })
    expect(document_infos.map((documentInfo) => documentInfo.name)).toEqual(['bad.pdf'])
    expect({ total, counts }).toEqual({ total: 1, counts: { ready: 1, busy: 0, failed: 1, off: 0 } })
  })
  test('a page of the original is found by a text on it', async () => {
    const long = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}: ${'lorem ipsum '.repeat(30)}`).join('\n\n')
    const doc = await k.add(base, 'long.md', `${long}\n\nThe needle lies here.`)
    const original = (more: object) => k.api.knowledge.original({ document_id: doc.document_id, ...more })
    const first = await original({})
    expect(first.page).toBe(1)
    expect(first.pages).toBeGreaterThan(1)
    const found = await original({ find: 'The needle lies here.' })
    expect(found.page).toBe(found.pages)
    expect(found.blocks.at(-1)!.text).toBe('The needle lies here.')
  })
})

describe('sitemaps', () => {
  test.each(['/sitemap.xml', '/index.xml'])('%s imports only the pages of its own site', async (path) => {
    const { web_id } = await k.api.knowledge.submitWeb({ web_url: `${origin}${path}` })
    await k.drain()
    const { data } = await k.api.knowledge.webs({ web_ids: [web_id], include_content: true })
    const pages = data[web_id]!.web_info.subpages
    expect(pages.map((page) => page.url).toSorted()).toEqual([`${origin}/a`, `${origin}/b?x=1&y=2`])
    expect(pages.map((page) => page.content).join()).toContain('apples')
    const review = await k.api.knowledge.createReviews({ dataset_id: base, reviews: [{ web_id: pages[0]!.id }] })
    expect(review.reviews[0]!.chunks[0]!.content).toMatch(/apples|pears/)
  })
})
