import type { Clock } from '#kit/clock.ts'
import type { ModelFigures, ModelFiguresRepo } from './model-figures.repo.ts'

export type { ModelFigures } from './model-figures.repo.ts'
export interface ModelFiguresDeps {
  repo: ModelFiguresRepo
  /** Flushes all usage counted so far. */
  settle(): Promise<void>
  clock: Clock
}
const DAY_MS = 86_400_000

/** Figures of calls to the models of a space, up to the present moment. */
export function createModelFigures({ repo, settle, clock }: ModelFiguresDeps) {
  const since = (days: number) => clock.now() - days * DAY_MS
  return {
    async speeds(spaceId: string) {
      await settle()
      return repo.speeds(spaceId, since(7))
    },
    async over(spaceId: string, modelId: string, days: number, hours: number): Promise<ModelFigures[]> {
      await settle()
      return repo.over(spaceId, modelId, since(days), hours)
    },
    async byScene(spaceId: string, modelId: string, days: number) {
      await settle()
      return repo.byScene(spaceId, modelId, since(days))
    },
  }
}
export type ModelFiguresService = ReturnType<typeof createModelFigures>
