import { createDocuments } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import { evalTargetRoutes } from '#domains/loop/eval-target/eval-target.routes.ts'
import { createEvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import { firstSetRoutes } from '#domains/loop/evaluation-set/first-set.routes.ts'
import { openSetRoutes } from '#domains/loop/evaluation-set/open-set.routes.ts'
import { evaluationSetRoutes } from '#domains/loop/evaluation-set/evaluation-set.routes.ts'
import { evaluatorRoutes } from '#domains/loop/evaluator/evaluator.routes.ts'
import { createEvaluatorView } from '#domains/loop/evaluator/evaluator.view.ts'
import { createBaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import { createExperimentRepo } from '#domains/loop/experiment/experiment.repo.ts'
import { experimentRoutes } from '#domains/loop/experiment/experiment.routes.ts'
import { createExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import { createExperimentView } from '#domains/loop/experiment/experiment.view.ts'
import { createResultRepo } from '#domains/loop/experiment/result.repo.ts'
import { resultRoutes } from '#domains/loop/experiment/result.routes.ts'
import { createResults } from '#domains/loop/experiment/result.service.ts'
import { shownOutput, shownRecord } from '#domains/loop/experiment/result.view.ts'
import { createScores } from '#domains/loop/experiment/score.service.ts'
import { createStatistics } from '#domains/loop/experiment/statistics.service.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { Studio } from '../studio.ts'
import type { wireDatasets } from './datasets.ts'
import type { wireTraces } from './traces.ts'

interface Lower {
  ground: Ground
  chat: Chat
  resources: Resources
  flow: Flow
  studio: Studio
  datasets: ReturnType<typeof wireDatasets>
  traces: ReturnType<typeof wireTraces>
}

/** Evaluators, what they score, and experiments. */
export function wireEvaluation(infra: Infra, lower: Lower) {
  const { database, newId, clock, jobs, log } = infra
  const { db, pool } = database
  const { ground, chat, resources, flow, studio } = lower
  const { datasets, items, versions } = lower.datasets.services.datasetStore
  const { evaluators, judge } = lower.traces.services
  const infos = createBaseInfos(ground.passport)
  const targets = createEvalTargets({
    db,
    pool,
    clock,
    newId,
    models: chat.models,
    agent: chat.agent,
    traces: chat.traces,
    runs: flow.runs,
    bots: { draft: studio.bots.getDraftForRun, published: (id) => studio.publishing.getPublished(id) },
    workflows: { draft: (id) => flow.runs.draft(id), published: (id) => flow.runs.published(id) },
    async promptOf(spaceId, id) {
      const found = await resources.prompts.find(id)
      return found?.head.spaceId === spaceId ? { name: found.head.name, text: found.prompt.promptText } : undefined
    },
    mayRun: (userId, kind, id) =>
      ground.access.canUser(userId, kind, id, kind === 'workflow' ? 'testRunWorkflow' : 'view'),
  })
  const repo = createExperimentRepo(db, clock)
  const results = createResultRepo(db)
  const { eraseUserData } = resources
  const common = { db, targets, evaluators, judge, eraseUserData, newId, clock }
  const experiments = createExperimentService({ ...common, repo, datasets, versions, items, jobs, log })
  const scores = createScores(common)
  const rows = createResults({ repo, results, targets, items, versions, infos })
  const documents = createDocuments()
  infra.onClose(() => documents.close())
  const handlers: HandlersOf<
    | 'evaluationFirstSet'
    | 'evaluationOpen'
    | 'evaluationSet'
    | 'evaluator'
    | 'evalTarget'
    | 'experiment'
    | 'experimentResult'
  > = {
    evaluator: evaluatorRoutes({
      evaluators,
      judge,
      view: createEvaluatorView({ people: ground.passport, models: chat.models, evaluators }),
      async runOnce({ locale, ...place }, versionId, fields) {
        const row = await scores.run(place, versionId, fields)
        return shownRecord(row, undefined, await infos([row.createdBy]), locale)
      },
    }),
    evaluationFirstSet: firstSetRoutes({ datasets, items, clock }),
    evaluationOpen: openSetRoutes({ datasets, items }),
    evaluationSet: evaluationSetRoutes({ datasets, items, versions, infos }),
    evalTarget: evalTargetRoutes({
      targets,
      infos,
      records: {
        async execute({ locale, ...place }, versionId, fields) {
          const row = await scores.execute(place, versionId, fields)
          return shownOutput(row, (await targets.version(place.spaceId, versionId)).target.id, locale)
        },
        async get(spaceId, ids, locale) {
          const found = await scores.outputs(spaceId, ids)
          const frozen = await targets.versions(
            spaceId,
            found.map((row) => row.targetVersionId),
          )
          const targetOf = (id: string) => frozen.find(({ version }) => version.id === id)?.target.id ?? '0'
          return found.map((row) => shownOutput(row, targetOf(row.targetVersionId), locale))
        },
      },
    }),
    experiment: experimentRoutes({
      experiments,
      view: createExperimentView({ repo, results, targets, infos }),
      async priceOf(spaceId) {
        const id = await chat.models.defaultId(spaceId)
        const model = (await chat.models.list(spaceId)).find((one) => one.id === id)
        return (model?.priceIn ?? 0) / 1_000_000
      },
    }),
    experimentResult: resultRoutes({
      experiments,
      results: rows,
      statistics: createStatistics({ repo: results, targets }),
      scores,
      infos,
      spreadsheet: (lines, name) => documents.spreadsheet(lines, name),
    }),
  }
  return { handlers, services: { experiments, evalTargets: targets }, start: () => experiments.start() }
}
