import { RecallStrategy } from '@orrery/contract/shared/knowledge-enums'
import type { Hit } from '../knowledge.queries.ts'

export const strategies = ['semantic', 'hybrid', 'fulltext'] as const
type Strategy = (typeof strategies)[number]

export interface MetadataRule {
  key: string
  is: 'equal' | 'not' | 'contains'
  value: string
}
export interface RecallSettings {
  strategy: Strategy
  topK: number
  minScore: number
  useRewrite: boolean
  useRerank: boolean
  useNl2sql: boolean
  metadata: readonly MetadataRule[]
}
export const firstSettings: RecallSettings = {
  strategy: 'hybrid',
  topK: 5,
  minScore: 0.5,
  useRewrite: false,
  useRerank: false,
  useNl2sql: false,
  metadata: [],
}

/** The settings as calls take them. */
export const toWire = (settings: RecallSettings) => ({
  search_strategy: RecallStrategy[settings.strategy],
  top_k: settings.topK,
  min_score: settings.minScore,
  use_rewrite: settings.useRewrite,
  use_rerank: settings.useRerank,
  use_nl2sql: settings.useNl2sql,
  metadata: settings.metadata.filter((rule) => rule.key.trim()),
})

/** The hits that the bot would receive, and the others. */
export function splitHits(hits: readonly Hit[], { topK, minScore }: Pick<RecallSettings, 'topK' | 'minScore'>) {
  const given = hits.filter((hit) => hit.score >= minScore).slice(0, topK)
  return { given, rest: hits.filter((hit) => !given.includes(hit)) }
}

/** The limit that would include the best excluded hit, rounded down to a slider step; null if the limit excludes none. */
export function lowerLimitFor(rest: readonly Hit[], { minScore }: Pick<RecallSettings, 'minScore'>): number | null {
  const [best] = rest
  if (!best || best.score >= minScore) return null
  return Math.floor(best.score * 100) / 100
}

export type MatchReason = 'both' | 'meaning' | 'words' | 'rerank' | 'table'
/** Why a slice was ranked where it is. */
export function matchReasonOf(hit: Pick<Hit, 'semantic' | 'fulltext' | 'rerank' | 'sql'>): MatchReason {
  if (hit.sql !== undefined) return 'table'
  if (hit.rerank !== undefined) return 'rerank'
  if (hit.semantic && hit.fulltext) return 'both'
  return hit.semantic ? 'meaning' : 'words'
}
