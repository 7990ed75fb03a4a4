import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let k: Knowledge
let origin: string
let page =
  '<html><head><title>Prices</title></head><body><p>A ticket costs ten crowns.</p><a href="/docs/more">more</a></body></html>'
let status = 200
const server = createServer((request, response) => {
  response.writeHead(status, { 'content-type': 'text/html' })
  response.end(request.url === '/docs/more' ? '<p>Children travel free.</p>' : page)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  k = await openKnowledge({ config: { egressAllow: [`127.0.0.1:${port}`] } })
})
afterAll(() => void server.close())
const contents = async (documentId: string) => (await k.slices(documentId)).map((slice) => slice.content).join('\n')
const due = async () => {
  await k.t.services.knowledgeIngest.updateDue()
  await k.drain()
}

describe('an interrupted import', () => {
  test('ends enabled, or failed with a reason, and each slice is stored once', async () => {
    const base = await k.make()
    const bodies = Array.from({ length: 12 }, (_, at) =>
      Array.from({ length: 250 }, (_, n) => `Doc ${at} line ${n}`).join('|'),
    )
    const { document_infos } = await k.api.knowledge.createDocument({
      dataset_id: base,
      document_bases: bodies.map((custom_content, at) => ({ name: `d${at}`, source_info: { custom_content } })),
      chunk_strategy: { chunk_type: 1, separator: '|', max_tokens: 100 },
    })
    // A killed process sends no heartbeat: its lease expires, and another process takes over.
    for (let kills = 0; kills < 8; kills += 1) {
      const dying = new AbortController()
      const work = k.t.services.knowledgeIngest.drain(dying.signal)
      await new Promise((resolve) => setTimeout(resolve, 40 + kills * 30))
      dying.abort()
      await work
      k.t.clock.advance(2 * MINUTE)
    }
    await k.drain()
    const { rows } = await k.t.infra.database.pool.query<{ document_id: string; n: number; distinct: number }>(
      'SELECT document_id::text, count(*)::int n, count(DISTINCT content)::int "distinct" FROM knowledge_slice WHERE knowledge_id = $1 GROUP BY 1',
      [base],
    )
    for (const { document_id: id } of document_infos) {
      const doc = await k.get(base, id)
      const stored = rows.find((row) => row.document_id === id)
      if (doc.status === 9) {
        expect(doc.status_descript).toMatch(/interrupted/)
        expect(stored).toBeUndefined()
      } else {
        expect(doc).toMatchObject({ status: 1, slice_count: 250 })
        expect(stored).toMatchObject({ n: 250, distinct: 250 })
      }
    }
    const failed = (await k.api.knowledge.listDocuments({ dataset_id: base })).document_infos.filter(
      (doc) => doc.status === 9,
    )
    if (failed.length) await k.api.knowledge.retryDocuments({ document_ids: failed.map((doc) => doc.document_id) })
    await k.drain()
    const all = (await k.api.knowledge.listDocuments({ dataset_id: base, size: 50 })).document_infos
    expect(all.map((doc) => [doc.status, doc.slice_count])).toEqual(all.map(() => [1, 250]))
  })
  test('can be cancelled and retried', async () => {
    const base = await k.make()
    const { document_infos } = await k.api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [{ name: 'x', source_info: { custom_content: 'Text' } }],
    })
    const ids = { document_ids: [document_infos[0]!.document_id] }
    const { data } = await k.api.knowledge.progress(ids)
    expect(data[0]).toMatchObject({ status: 0, stage: 'waiting', progress: 0 })
    const cancelled = await k.api.knowledge.cancelDocuments(ids)
    expect(cancelled.document_infos[0]).toMatchObject({ status: 9, status_descript: 'The import was cancelled' })
    expect(await k.drain()).toBe(0)
    await k.api.knowledge.retryDocuments(ids)
    await k.drain()
    expect(await k.get(base, ids.document_ids[0]!)).toMatchObject({ status: 1, slice_count: 1, status_descript: '' })
  })
  test('of a deleted document leaves no slices', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'a.md', 'Gone soon')
    await k.api.knowledge.removeDocuments({ document_ids: [doc.document_id] })
    expect(await k.ask(base, 'Gone soon')).toEqual([])
    await expect(k.api.knowledge.listSlices({ document_id: doc.document_id })).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
  })
  test('runs automatically once the job workers are started', async () => {
    const other = await openKnowledge()
    await other.t.startJobs()
    const base = await other.make()
    const { document_infos } = await other.api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [{ name: 'x', source_info: { custom_content: 'Text' } }],
    })
    await expect
      .poll(async () => (await other.get(base, document_infos[0]!.document_id)).status, {
        interval: 200,
      })
      .toBe(1)
  })
})

describe('web pages', () => {
  const importPage = async (base: string, rule: object = {}) => {
    const { document_infos } = await k.api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [
        { name: 'page', source_info: { web_url: `${origin}/docs/index`, document_source: 1 }, update_rule: rule },
      ],
    })
    await k.drain()
    return document_infos[0]!.document_id
  }
  test('are fetched, and fetched again when due', async () => {
    const base = await k.make()
    const id = await importPage(base, { update_type: 1, update_interval: 1 })
    expect(await contents(id)).toContain('ten crowns')
    page = page.replace('ten', 'twelve')
    k.t.clock.advance(DAY / 2)
    await due()
    expect(await contents(id)).toContain('ten crowns')
    k.t.clock.advance(DAY)
    await due()
    expect(await contents(id)).toContain('twelve crowns')
    expect(await contents(id)).not.toContain('ten crowns')
  })
  test('keep their previous content if the rule is to append', async () => {
    const base = await k.make()
    const id = await importPage(base)
    await k.api.knowledge.updateDocuments({ document_ids: [id], update_rule: { update_type: 2, update_interval: 3 } })
    const before = await contents(id)
    page = page.replace('twelve', 'fifteen')
    k.t.clock.advance(8 * DAY)
    await due()
    expect(await contents(id)).toContain(before)
    expect(await contents(id)).toContain('fifteen crowns')
  })
  test('keep their previous content and report the reason if an update fails', async () => {
    const base = await k.make()
    const id = await importPage(base)
    status = 503
    await k.api.knowledge.fetchDocuments({ document_ids: [id] })
    await k.drain()
    status = 200
    const doc = await k.get(base, id)
    expect(doc.status).toBe(1)
    expect(doc.status_descript).toMatch(/status 503/)
    expect(await contents(id)).toContain('crowns')
    await k.api.knowledge.retryDocuments({ document_ids: [id] })
    await k.drain()
    expect((await k.get(base, id)).status_descript).toBe('')
  })
  test('are submitted with their subpages, edited, imported and removed', async () => {
    const base = await k.make()
    const { web_id } = await k.api.knowledge.submitWeb({ web_url: `${origin}/docs/index`, subpages_count: 5 })
    await k.drain()
    const { data } = await k.api.knowledge.webs({ web_ids: [web_id], include_content: true })
    expect(data[web_id]).toMatchObject({ status: 1, progress: 100, web_info: { title: 'Prices', subpages_count: 1 } })
    expect(data[web_id]!.web_info.subpages[0]!.content).toContain('Children travel free')
    await k.api.knowledgeLegacy.editWeb({ web_id, content: 'A ticket costs nothing.' })
    const { document_infos } = await k.api.knowledgeLegacy.processWebs({
      dataset_id: base,
      document_info: [{ web_id, sub_web_ids: [data[web_id]!.web_info.subpages[0]!.id] }],
    })
    await k.drain()
    expect(document_infos).toHaveLength(2)
    expect(await contents(document_infos[0]!.document_id)).toBe('A ticket costs nothing.')
    await k.api.knowledgeLegacy.updateWebRule({
      document_id: document_infos[0]!.document_id,
      update_type: 1,
      update_interval: 2,
    })
    expect(await k.get(base, document_infos[0]!.document_id)).toMatchObject({ update_type: 1, update_interval: 2 })
    await k.api.knowledgeLegacy.removeWeb({ web_id })
    expect((await k.api.knowledge.webs({ web_ids: [web_id] })).data).toEqual({})
    const stranger = await k.t.register()
    const mine = (await k.api.knowledge.submitWebs({ web_urls: [`${origin}/a`] })).web_ids[0]!
    expect((await stranger.api.knowledge.webs({ web_ids: [mine] })).data).toEqual({})
    await expect(k.api.knowledge.submitWeb({ web_url: 'http://127.0.0.1:1/x' })).rejects.toThrow()
  })
  test('only documents from web pages can be updated automatically', async () => {
    const base = await k.make()
    const doc = await k.add(base, 'a.md', 'Text')
    await expect(
      k.api.knowledge.updateDocument({
        document_id: doc.document_id,
        update_rule: { update_type: 1, update_interval: 1 },
      }),
    ).rejects.toThrow(/web pages/)
  })
})
