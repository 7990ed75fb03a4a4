import { and, asc, count, desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { type Expected, knowledgeCase as kept, knowledgeCaseRun as runs } from './knowledge.table.ts'
import type { Hit, RetrieveRequest, RetrieveService } from './retrieve.service.ts'

export interface RecallDeps {
  db: Db
  retrieval: RetrieveService
  newId: NewId
  clock: Clock
}
type Settings = Pick<RetrieveRequest, 'strategy' | 'topK' | 'minScore' | 'useRerank' | 'useRewrite' | 'useNl2sql'>
const MAX_CASES = 1000

/** Questions with known answers, to measure whether a base has improved or degraded. */
export function createRecallService({ db, retrieval, newId, clock }: RecallDeps) {
  const all = (knowledgeId: string) =>
    db.select().from(kept).where(eq(kept.knowledgeId, knowledgeId)).orderBy(asc(kept.id)).limit(MAX_CASES)
  return {
    async save(
      knowledgeId: string,
      userId: string,
      question: string,
      expected: Expected[],
      settings: Settings,
    ): Promise<string> {
      const id = newId()
      await db.insert(kept).values({
        id,
        knowledgeId,
        question,
        expected,
        settings: { ...settings },
        createdBy: userId,
        createdAt: clock.now(),
      })
      return id
    },
    async list(knowledgeId: string, page: number, size: number) {
      const where = eq(kept.knowledgeId, knowledgeId)
      const rows = await db
        .select()
        .from(kept)
        .where(where)
        .orderBy(desc(kept.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(kept).where(where)
      return { rows, total: total!.n }
    },
    async remove(knowledgeId: string, id: string) {
      const gone = await db
        .delete(kept)
        .where(and(eq(kept.id, id), eq(kept.knowledgeId, knowledgeId)))
        .returning({ id: kept.id })
      if (!gone.length) throw errors.notFound({ what: 'case' })
    },
    async run(knowledgeId: string, spaceId: string, signal: AbortSignal) {
      const results = []
      for (const found of await all(knowledgeId)) {
        const settings = found.settings as unknown as Settings
        const { hits } = await retrieval.retrieve({
          ...settings,
          spaceId,
          knowledgeIds: [knowledgeId],
          query: found.question,
          countHits: false,
          signal,
        })
        const at = hits.findIndex((hit) => found.expected.some((wanted) => answers(hit, wanted)))
        results.push({
          case_id: found.id,
          question: found.question,
          is_hit: at >= 0,
          rank: at + 1,
          score: at < 0 ? 0 : hits[at]!.score,
        })
      }
      const id = newId()
      const hits = results.filter((result) => result.is_hit).length
      await db.insert(runs).values({ id, knowledgeId, total: results.length, hits, results, createdAt: clock.now() })
      return { run_id: id, total: results.length, hits, results }
    },
    history: (knowledgeId: string) =>
      db.select().from(runs).where(eq(runs.knowledgeId, knowledgeId)).orderBy(desc(runs.id)).limit(100),
  }
}
export type RecallService = ReturnType<typeof createRecallService>

const plain = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase()
const answers = (hit: Hit, wanted: Expected) =>
  hit.documentId === wanted.document_id && (!wanted.text || plain(hit.content).includes(plain(wanted.text)))
