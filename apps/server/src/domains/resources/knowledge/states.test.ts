import { DocumentStatus, KNOWLEDGE_LIMITS, KnowledgeStatus, ReviewStatus } from '@orrery/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/** The states of documents, bases and previews, and how each is reached. */
let k: Knowledge
beforeAll(async () => {
  k = await openKnowledge()
})
const stateOf = async (base: string) =>
  (await k.api.knowledge.detail({ dataset_ids: [base] })).dataset_details[base]!.status

describe('content rules', () => {
  afterEach(() => k.api.contentRule.save({ rules: [] }))

  test('a document that violates them fails the audit with the reason, and can be retried after the rules changed', async () => {
    const base = await k.make()
    await k.api.contentRule.save({ rules: [{ text: 'forbidden fruit' }] })
    const refused = await k.add(base, 'garden.md', 'Here grows the Forbidden Fruit of the garden.')
    expect(refused.status).toBe(DocumentStatus.auditFailed)
    expect(refused.status_descript).toContain('forbidden fruit')
    expect(await k.ask(base, 'garden', { search_strategy: 20 })).toEqual([])
    expect(await stateOf(base)).toBe(KnowledgeStatus.failed)
    await k.api.contentRule.save({ rules: [] })
    await k.api.knowledge.retryDocuments({ document_ids: [refused.document_id] })
    await k.drain()
    expect((await k.get(base, refused.document_id)).status).toBe(DocumentStatus.enabled)
    expect(await stateOf(base)).toBe(KnowledgeStatus.ready)
  })
})

test('a base has failed only if none of its documents could be read', async () => {
  const base = await k.make()
  expect(await stateOf(base)).toBe(KnowledgeStatus.ready)
  const broken = await k.add(base, 'broken.pdf', 'not a pdf')
  expect(broken.status).toBe(DocumentStatus.failed)
  expect(await stateOf(base)).toBe(KnowledgeStatus.failed)
  await k.add(base, 'fine.md', 'This can be read.')
  expect(await stateOf(base)).toBe(KnowledgeStatus.ready)
})

describe('previews', () => {
  const begun = async (base: string, createdAt: number) => {
    const id = k.t.infra.newId()
    await k.t.infra.database.pool.query(
      `INSERT INTO knowledge_review (id, knowledge_id, document_name, extension, blob_key, status, settings, created_by, created_at)
       VALUES ($1, $2, 'scan.pdf', 'pdf', '', $3, '{}', (SELECT owner_id FROM resource WHERE id = $2), $4)`,
      [id, base, ReviewStatus.processing, createdAt],
    )
    return (await k.api.knowledge.reviews({ dataset_id: base, review_ids: [id] })).reviews[0]!
  }
  test('a running preview is processing; one whose process died is stopped, with a message', async () => {
    const base = await k.make()
    expect(await begun(base, k.t.infra.clock.now())).toMatchObject({ status: ReviewStatus.processing })
    const stopped = await begun(base, k.t.infra.clock.now() - 3600_000)
    expect(stopped.status).toBe(ReviewStatus.forceStop)
    expect(stopped.status_descript).toMatch(/took too long/)
  })
  test('a preview of a file that cannot be read fails', async () => {
    const base = await k.make()
    const { document_id } = await k.add(base, 'broken.pdf', 'not a pdf')
    const { reviews } = await k.api.knowledge.createReviews({ dataset_id: base, reviews: [{ document_id }] })
    expect(reviews[0]!.status).toBe(ReviewStatus.failed)
  })
})

describe('types', () => {
  test.each(['exe', 'docm', '.SH'])('a document type is one of the known types: %s', async (file_type) => {
    const base = await k.make()
    const source_info = { file_base64: Buffer.from('text').toString('base64'), file_type }
    await expect(
      k.api.knowledge.createDocument({ dataset_id: base, document_bases: [{ name: 'x.md', source_info }] }),
    ).rejects.toThrow(/source_info\.file_type.*Known types are md/)
    expect((await k.api.knowledge.listDocuments({ dataset_id: base })).total).toBe(0)
  })
  test('web pages can only become documents of the format of the base', async () => {
    const base = await k.make(1)
    const document_info = [{ web_id: '1' }]
    await expect(k.api.knowledgeLegacy.processWebs({ dataset_id: base, document_info, formatType: 0 })).rejects.toThrow(
      /formatType/,
    )
  })
  test('only drives can be connected as accounts', async () => {
    // @ts-expect-error wikis cannot be connected
    await expect(k.api.knowledge.fileTree({ auth_id: '1', doc_source_type: 2 })).rejects.toThrow(/doc_source_type/)
  })
})

test('storage is counted for all spaces or for one, and is limited', async () => {
  const base = await k.make()
  const { document_id } = await k.add(base, 'big.md', 'small in truth')
  const other = (await k.api.space.create({ name: 'Other', space_type: 2 })).id
  const before = await k.api.knowledge.benefit({})
  expect(before).toMatchObject({ UpperBound: KNOWLEDGE_LIMITS.bytes })
  expect((await k.api.knowledge.benefit({ SpaceID: k.spaceId })).Used).toBe(before.Used)
  expect((await k.api.knowledge.benefit({ SpaceID: other })).Used).toBe(0)
  const stranger = await k.t.register()
  await expect(stranger.api.knowledge.benefit({ SpaceID: k.spaceId })).rejects.toThrow()
  const { pool } = k.t.infra.database
  await pool.query('UPDATE knowledge_document SET size = $2 WHERE id = $1', [document_id, KNOWLEDGE_LIMITS.bytes])
  await expect(k.add(base, 'more.md', 'one more')).rejects.toThrow(/10240 MB/)
  await k.api.knowledge.removeDocuments({ document_ids: [document_id] })
  expect((await k.add(base, 'more.md', 'one more')).status).toBe(DocumentStatus.enabled)
})
