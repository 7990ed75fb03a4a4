import { HistoryType } from '@orrery/contract'
import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Infra } from '#kit/infra.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { createAsking } from '#domains/loop/checkup/ask.service.ts'
import { createCases } from '#domains/loop/checkup/case.service.ts'
import { checkupRoutes } from '#domains/loop/checkup/checkup.routes.ts'
import { createCheckups } from '#domains/loop/checkup/checkup.service.ts'
import { createCheckupEvaluators } from '#domains/loop/checkup/evaluators.service.ts'
import { createFacts } from '#domains/loop/checkup/facts.service.ts'
import { createForecasts } from '#domains/loop/checkup/forecast.service.ts'
import { createCheckupReports } from '#domains/loop/checkup/report.service.ts'
import { createRewriter } from '#domains/loop/checkup/rewrite.ts'
import { createCheckupRows } from '#domains/loop/checkup/rows.service.ts'
import { tabRoutes } from '#domains/loop/checkup/tab.routes.ts'
import { createBatchReports } from '#domains/loop/eval-lite/batch-report.service.ts'
import { batchTabRoutes } from '#domains/loop/eval-lite/batch-tab.routes.ts'
import { createLiteForecast } from '#domains/loop/eval-lite/forecast.ts'
import { liteBatchRoutes } from '#domains/loop/eval-lite/lite-batch.routes.ts'
import { createLiteBatches } from '#domains/loop/eval-lite/lite-batch.service.ts'
import { liteDatasetRoutes } from '#domains/loop/eval-lite/lite-dataset.routes.ts'
import { createLiteSets } from '#domains/loop/eval-lite/lite-sets.service.ts'
import { readObject, showObject } from '#domains/loop/eval-v1/eval-object.ts'
import { readRule, showRule } from '#domains/loop/eval-v1/rule-wire.ts'
import { setInfo } from '#domains/loop/evaluation-set/first-set.view.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Studio } from '../studio.ts'
import type { wireDatasets } from './datasets.ts'
import type { wireEvaluation } from './evaluation.ts'

interface Lower {
  ground: Ground
  chat: Chat
  studio: Studio
  datasets: ReturnType<typeof wireDatasets>
  evaluation: ReturnType<typeof wireEvaluation>
}
const PUBLICATIONS = 100

/** Wires check-ups of bots and comparisons, which use the evaluation engine. */
export function wireLite(infra: Infra, lower: Lower) {
  const { database, newId, clock, jobs, log } = infra
  const { db } = database
  const { ground, chat, studio } = lower
  const { datasets, items } = lower.datasets.services.datasetStore
  const { targets, experiments, batches, sets: rules, rows: results, caseView, judge } = lower.evaluation.engine
  const { evaluators, evalTypes, promptOf, eraseUserData } = lower.evaluation.engine
  const { models } = chat
  const cases = createCases({ db, clock })
  const facts = createFacts({ db, ports: chat.agent.ports, cases })
  const rows = createCheckupRows({ db, datasets, items, rewrite: createRewriter(models), clock })
  const draft = (botId: string) => studio.bots.getDraftForRun(botId)
  const nameOf = async (id: string) => (await ground.passport.getMany([id]))[0]?.name ?? ''
  const checkups = createCheckups({
    db,
    targets,
    experiments,
    batches,
    models,
    cases,
    facts,
    rows,
    evaluators: createCheckupEvaluators({ db, evaluators }),
    nameOf,
    commitOf: async (botId) => (await studio.botHistory.lastCommit(botId))?.version,
    jobs,
    newId,
    clock,
    log,
  })
  const reports = createCheckupReports({ checkups, results })
  const forecasts = createForecasts({ facts, rows, checkups, results, models, draft })
  const draftVersion = async (botId: string) => (await draft(botId)).version
  const sets = createLiteSets({ datasets, items, newId })
  const lite = createLiteBatches({ db, targets, experiments, batches, rules, sets, jobs, newId, clock, log })
  const infoOf = (id: string) =>
    datasets.get(id).then(
      (found) => setInfo(found, clock.now()),
      (cause: unknown) => {
        if (cause instanceof AppError) return undefined
        throw cause
      },
    )
  /** The current name of an object; a model has no head in the table of resources. */
  async function objectName(spaceId: string, { type, sourceId }: PlanTarget): Promise<string> {
    if (type === TargetType.model) return (await models.list(spaceId)).find(({ id }) => id === sourceId)?.name ?? ''
    if (!/^[1-9]\d{0,18}$/.test(sourceId)) return ''
    const [head] = await db.select().from(resource).where(eq(resource.id, sourceId))
    return head?.spaceId === spaceId ? head.name : ''
  }
  const liteBatch = liteBatchRoutes({
    batches: lite,
    forecast: createLiteForecast({ db, rules, models, batches: lite }),
    rules,
    results,
    models,
    tasks: caseView.tasks,
    dashboard: lower.evaluation.handlers.evaluationTask.rows,
    readObject: (given, spaceId) => readObject(given, spaceId, evalTypes),
    showObject,
    readRule: (given, spaceId) =>
      readRule(given, {
        promptOf: async (id) => (await promptOf(spaceId, id))?.text,
        callbackOf: async (number) => evalTypes.find(spaceId, 'evaluator', number),
      }),
    showRule,
    nameOf: objectName,
    setInfo: infoOf,
  })
  const handlers: HandlersOf<'checkupTab' | 'checkupTask' | 'liteBatch' | 'liteDataset'> = {
    checkupTask: checkupRoutes({
      checkups,
      reports,
      cases,
      results,
      people: ground.passport,
      placesOf: forecasts.places,
      draftVersion,
    }),
    checkupTab: tabRoutes({
      checkups,
      reports,
      rows,
      cases,
      forecasts,
      ask: createAsking({
        rows,
        datasets,
        items,
        targets,
        models,
        judge,
        eraseUserData,
        newId,
      }),
      draftVersion,
      publications: async (botId) =>
        (await studio.botHistory.list(botId, HistoryType.publish, '', 1, PUBLICATIONS)).rows.map(
          ({ version }) => version,
        ),
      batches: batchTabRoutes({ batches: lite, reports: createBatchReports(results), progress: liteBatch.progress }),
    }),
    liteBatch,
    liteDataset: liteDatasetRoutes({
      batches: lite,
      sets,
      datasets,
      first: lower.evaluation.handlers.evaluationFirstSet,
      setInfo: infoOf,
    }),
  }
  return {
    handlers,
    services: { checkups, liteBatches: lite },
    async start() {
      await checkups.start()
      await lite.start()
    },
  }
}
