import { DocumentStatus, FormatType, KnowledgeStatus, UNKNOWN_LANGUAGE } from '@orrery/contract'
import type pg from 'pg'
import type { Log } from '#kit/log.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import type { BaseModel, DocumentRepo, MetadataFilter } from './document.repo.ts'
import { type Embeddings, FIRST_EMBEDDING } from './embedding.ts'
import type { EngineSearch } from './engine-search.service.ts'
import { fuse, type Fused } from './fuse.ts'
import type { KnowledgeRow } from './knowledge.table.ts'
import type { ModelSteps, Turn } from './model-steps.ts'
import type { SliceRepo } from './slice.repo.ts'
import { askTable, describeQuestion, questionPrompt, questionSchema, readQuestion } from './table-query.ts'

export type Strategy = 'semantic' | 'hybrid' | 'fulltext'
export interface RetrieveRequest {
  spaceId: string
  knowledgeIds: string[]
  query: string
  strategy: Strategy
  topK: number
  minScore: number
  useRerank: boolean
  /** The rerank model to use; by default the first one of the space. */
  rerankModel?: string
  useRewrite: boolean
  useNl2sql: boolean
  history?: Turn[]
  documentIds?: string[]
  /** Restricts the search to documents whose metadata match all filters. */
  metadata?: MetadataFilter[]
  /** False for trials, which do not count as hits. */
  countHits?: boolean
  signal?: AbortSignal
}
export interface Hit extends Omit<Fused, 'id'> {
  sliceId: string
  documentId: string
  documentName: string
  datasetId: string
  datasetName: string
  content: string
  titles: string[]
  rerank?: number
  sql?: string
  sequence: number
  page: number
}
/** Duration of each step that ran, in milliseconds. */
export type StepTimes = Partial<Record<'rewrite' | 'semantic' | 'fulltext' | 'nl2sql' | 'rerank', number>>
export interface RetrieveDeps {
  datasets: DatasetRepo
  documents: DocumentRepo
  slices: SliceRepo
  engines: Pick<EngineSearch, 'nearest' | 'words'>
  embeddings: Embeddings
  steps: ModelSteps
  pool: pg.Pool
  log: Log
}
/** Each channel lists more results than needed, so that the other channel can promote results that it ranks low. */
const DEPTH = 60

export function createRetrieveService({
  datasets,
  documents,
  slices,
  engines,
  embeddings,
  steps,
  pool,
  log,
}: RetrieveDeps) {
  async function semantic(
    bases: KnowledgeRow[],
    used: BaseModel[],
    request: RetrieveRequest,
    query: string,
    notes: string[],
  ) {
    const hits: { id: string; score: number }[] = []
    for (const model of new Set(used.map((row) => row.embedding))) {
      try {
        const embedder = await embeddings.get(model, request.spaceId)
        const [vector] = await embedder.embed([query], request.signal)
        if (!vector) {
          // The earlier embedding supports only English; its documents are found by words until they are re-indexed.
          if (model !== FIRST_EMBEDDING) notes.push(UNKNOWN_LANGUAGE)
          continue
        }
        for (const { knowledgeId: id } of used.filter((row) => row.embedding === model)) {
          const base = bases.find((base) => base.id === id)
          if (!base) continue
          const { version } = base
          const found = await engines.nearest(
            {
              collection: id,
              model,
              version,
              vector,
              text: query,
              k: DEPTH,
              ...(request.documentIds && { documents: request.documentIds }),
            },
            base.storageConfigId ?? undefined,
            (text) => void (notes.includes(text) || notes.push(text)),
          )
          hits.push(...found.map((hit) => ({ id: hit.id, score: embedder.relevance(hit.score) })))
        }
      } catch (cause) {
        request.signal?.throwIfAborted()
        // If the embedding provider fails, continue with full-text search.
        notes.push(`semantic: ${(cause as Error).message}`)
        log.warn({ model, err: cause }, 'embedding of a question failed')
        if (request.strategy === 'semantic') throw cause
      }
    }
    return hits.toSorted((a, b) => b.score - a.score).slice(0, DEPTH)
  }

  async function nl2sql(
    bases: KnowledgeRow[],
    names: Map<string, string>,
    request: RetrieveRequest,
    query: string,
  ): Promise<Hit[]> {
    const hits: Hit[] = []
    for (const base of bases.filter((base) => base.format === FormatType.table)) {
      const { rows } = await documents.list(base.id, { ids: request.documentIds ?? [], keyword: '', page: 1, size: 5 })
      for (const doc of rows.filter((row) => row.status === DocumentStatus.enabled && row.tableMeta.length)) {
        const samples = (
          await slices.list({ documentId: doc.id, keyword: '', from: 0, size: 3, byHits: false, ascending: true })
        ).rows
        const text = await steps.ask(
          request.spaceId,
          'You translate questions into queries. Answer with JSON only.',
          questionPrompt(
            query,
            doc.tableMeta,
            samples.map((row) => row.content.slice(0, 500)),
          ),
          questionSchema(doc.tableMeta),
          request.signal,
        )
        const question = text === undefined ? undefined : readQuestion(text, doc.tableMeta)
        if (!question) continue
        const result = await askTable(pool, { id: doc.id, columns: doc.tableMeta }, question)
        if (!result.rows.length) continue
        hits.push({
          sliceId: '0',
          documentId: doc.id,
          documentName: doc.name,
          datasetId: base.id,
          datasetName: names.get(base.id) ?? '',
          content: result.rows
            .map((row) => row.map((value, at) => `${result.names[at]}: ${value}`).join('; '))
            .join('\n'),
          titles: [],
          sequence: 0,
          page: 0,
          score: 1,
          matched: [],
          sql: describeQuestion(question, doc.name),
        })
      }
    }
    return hits
  }

  async function rerank(hits: Hit[], request: RetrieveRequest, query: string, notes: string[]): Promise<Hit[]> {
    if (!request.useRerank || hits.length < 2) return hits
    const scores = await steps
      .rerank(
        query,
        hits.map((hit) => hit.content),
        request.spaceId,
        request.signal,
        request.rerankModel,
      )
      .catch((cause: Error) => {
        request.signal?.throwIfAborted()
        notes.push(`rerank: ${cause.message}`)
        return undefined
      })
    if (!scores) return hits
    return hits
      .map((hit, at) => ({ ...hit, rerank: scores[at]!, score: scores[at]! }))
      .toSorted((a, b) => b.score - a.score)
  }

  return {
    async retrieve(asked: RetrieveRequest): Promise<{ query: string; hits: Hit[]; notes: string[]; steps: StepTimes }> {
      const notes: string[] = []
      const times: StepTimes = {}
      const timed = async <T>(step: keyof StepTimes, work: Promise<T>): Promise<T> => {
        const begun = performance.now()
        return work.finally(() => {
          times[step] = Math.round((performance.now() - begun) * 10) / 10
        })
      }
      let request = asked
      const asking = [...new Set(request.knowledgeIds)]
      const { metadata = [] } = request
      const [known, used, fitting] = await Promise.all([
        datasets.byIds(asking),
        request.strategy === 'fulltext' ? [] : documents.models(asking),
        metadata.length && asking.length ? documents.byMetadata(asking, metadata) : undefined,
      ])
      // Bases of other spaces and disabled bases are ignored.
      const home = known.filter(
        ({ resource, knowledge }) =>
          resource.spaceId === request.spaceId && knowledge.status !== KnowledgeStatus.forbid,
      )
      const bases = home.map((item) => item.knowledge)
      const names = new Map(home.map((item) => [item.knowledge.id, item.resource.name]))
      const ids = bases.map((base) => base.id)
      if (!ids.length || !request.query.trim()) return { query: request.query, hits: [], notes, steps: times }
      if (fitting) {
        const wanted = request.documentIds && new Set(request.documentIds)
        request = { ...request, documentIds: wanted ? fitting.filter((id) => wanted.has(id)) : fitting }
        if (!request.documentIds!.length) return { query: request.query, hits: [], notes, steps: times }
      }
      const rewritten = request.useRewrite
        ? await timed(
            'rewrite',
            steps.rewrite(request.query, request.history ?? [], request.spaceId, request.signal),
          ).catch(() => undefined)
        : undefined
      const query = rewritten ?? request.query
      const [meaning, worded, answers] = await Promise.all([
        request.strategy === 'fulltext' ? undefined : timed('semantic', semantic(bases, used, request, query, notes)),
        request.strategy === 'semantic'
          ? undefined
          : timed(
              'fulltext',
              engines.words(
                { text: query, k: DEPTH, ...(request.documentIds && { documents: request.documentIds }) },
                bases.map(({ id, version, storageConfigId }) => ({
                  id,
                  version,
                  engine: storageConfigId ?? undefined,
                })),
                (text) => void (notes.includes(text) || notes.push(text)),
              ),
            ),
        request.useNl2sql
          ? timed('nl2sql', nl2sql(bases, names, request, query)).catch(
              (cause: Error) => (notes.push(`nl2sql: ${cause.message}`), []),
            )
          : [],
      ])
      const all = fuse({ ...(meaning && { semantic: meaning }), ...(worded && { fulltext: worded }) }, DEPTH)
      // Several children of one parent count as one result, so more candidates are read than needed.
      const fused = all.slice(0, 2 * Math.max(request.topK, request.useRerank ? 20 : 0))
      const rows = new Map((await slices.found(fused.map((item) => item.id))).map((row) => [row.id, row]))
      const parents = await slices.parents([...rows.values()].flatMap((row) => row.parentId ?? []))
      const given = new Set<string>()
      const found = fused.flatMap(({ id, ...rest }): Hit[] => {
        const row = rows.get(id)
        if (!row) return []
        if (row.parentId && given.has(row.parentId)) return []
        if (row.parentId) given.add(row.parentId)
        return [
          {
            ...rest,
            sliceId: id,
            documentId: row.documentId,
            documentName: row.documentName,
            datasetId: row.knowledgeId,
            datasetName: names.get(row.knowledgeId) ?? '',
            content: (row.parentId && parents.get(row.parentId)) || row.content,
            titles: row.titles,
            sequence: row.sequence,
            page: row.page,
          },
        ]
      })
      const hits = found.slice(0, Math.max(request.topK, request.useRerank ? 20 : 0))
      const isReranked = request.useRerank && hits.length > 1
      const graded = rerank(hits, request, query, notes)
      const ranked = [...answers, ...(await (isReranked ? timed('rerank', graded) : graded))]
      const best = ranked.filter((hit) => hit.score >= request.minScore).slice(0, request.topK)
      const counted = best.filter((hit) => hit.sliceId !== '0')
      if (request.countHits !== false && counted.length)
        await slices.hit(
          counted.map((hit) => hit.sliceId),
          [...new Set(counted.map((hit) => hit.documentId))],
          [...new Set(counted.map((hit) => hit.datasetId))],
        )
      return { query, hits: best, notes, steps: times }
    },
  }
}
export type RetrieveService = ReturnType<typeof createRetrieveService>
