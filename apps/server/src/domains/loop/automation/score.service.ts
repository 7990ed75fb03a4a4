import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { ObservationService } from '#domains/loop/observation/observation.service.ts'
import type { Reader } from '#domains/loop/observation/shared/reader.ts'
import type { AutomationRepo } from './automation.repo.ts'
import type { ScoreRow } from './automation.table.ts'

export interface ScoreDeps {
  repo: Pick<AutomationRepo, 'correct' | 'score' | 'scoresOf'>
  observation: Pick<ObservationService, 'headsByIds'>
  clock: Clock
}

/** Scores of spans. Only people who may see the trace can read or correct them. */
export function createScoreService({ repo, observation, clock }: ScoreDeps) {
  async function requireTrace(reader: Reader, traceId: string, what: string) {
    if (!(await observation.headsByIds(reader, [traceId])).length) throw errors.notFound({ what })
  }
  return {
    async of(reader: Reader, traceId: string): Promise<ScoreRow[]> {
      await requireTrace(reader, traceId, 'trace')
      return repo.scoresOf(reader.spaceId, traceId)
    },
    async correct(reader: Reader, id: string, spanId: string, score: number, why: string): Promise<ScoreRow> {
      const row = await repo.score(reader.spaceId, id, spanId)
      if (!row) throw errors.notFound({ what: 'score' })
      await requireTrace(reader, row.traceId, 'score')
      const set = { correctedScore: score, correctedWhy: why, correctedBy: reader.userId, correctedAt: clock.now() }
      return (await repo.correct(id, set))!
    },
  }
}
export type ScoreService = ReturnType<typeof createScoreService>
