import { readBotConfig } from '@orrery/contract'
import { and, eq, ilike, inArray } from 'drizzle-orm'
import { likeText } from '#kit/db.ts'
import { createDocuments } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import { createStats } from '#kit/stats/stats.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { createAnnotationItems } from '#domains/loop/annotation/item.service.ts'
import { createLabelReview } from '#domains/loop/annotation/review.service.ts'
import { createBatches } from '#domains/loop/eval-plan/batch.service.ts'
import { gateRoutes } from '#domains/loop/eval-plan/gate.routes.ts'
import { createGates } from '#domains/loop/eval-plan/gate.service.ts'
import { planRoutes } from '#domains/loop/eval-plan/plan.routes.ts'
import { createPlanService } from '#domains/loop/eval-plan/plan.service.ts'
import { createPlanSchedules } from '#domains/loop/eval-plan/schedule.service.ts'
import { createGenerations } from '#domains/loop/eval-generation/generation.service.ts'
import { evalTargetRoutes } from '#domains/loop/eval-target/eval-target.routes.ts'
import { createEvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import { caseRoutes } from '#domains/loop/eval-v1/case.routes.ts'
import { createCaseView } from '#domains/loop/eval-v1/case.view.ts'
import { createRowPicker } from '#domains/loop/eval-v1/custom-filter.ts'
import { objectNumber } from '#domains/loop/eval-v1/eval-object.ts'
import { generationRoutes } from '#domains/loop/eval-v1/generation.routes.ts'
import { labelRoutes } from '#domains/loop/eval-v1/label.routes.ts'
import { openRoutes } from '#domains/loop/eval-v1/open.routes.ts'
import { createPostColumns } from '#domains/loop/eval-v1/post-columns.ts'
import { reportRoutes } from '#domains/loop/eval-v1/report.routes.ts'
import { ruleRoutes } from '#domains/loop/eval-v1/rule.routes.ts'
import { tableRoutes } from '#domains/loop/eval-v1/table.routes.ts'
import { taskRoutes } from '#domains/loop/eval-v1/task.routes.ts'
import { typeRoutes } from '#domains/loop/eval-v1/type.routes.ts'
import { createEvaluatorSets } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import { firstSetRoutes } from '#domains/loop/evaluation-set/first-set.routes.ts'
import { openSetRoutes } from '#domains/loop/evaluation-set/open-set.routes.ts'
import { evaluationSetRoutes } from '#domains/loop/evaluation-set/evaluation-set.routes.ts'
import { evaluatorRoutes } from '#domains/loop/evaluator/evaluator.routes.ts'
import { createEvaluatorView } from '#domains/loop/evaluator/evaluator.view.ts'
import { createBaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import { createLabelTasks } from '#domains/loop/experiment-report/label-task.service.ts'
import { createReports } from '#domains/loop/experiment-report/report.service.ts'
import { createExperimentRepo } from '#domains/loop/experiment/experiment.repo.ts'
import { experimentRoutes } from '#domains/loop/experiment/experiment.routes.ts'
import { createExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import { createExperimentView } from '#domains/loop/experiment/experiment.view.ts'
import { createJudgeCard } from '#domains/loop/experiment/shared/judge-card.ts'
import { createProgress } from '#domains/loop/experiment/progress.ts'
import { createResultRepo } from '#domains/loop/experiment/result.repo.ts'
import { resultRoutes } from '#domains/loop/experiment/result.routes.ts'
import { createResults } from '#domains/loop/experiment/result.service.ts'
import { shownOutput, shownRecord } from '#domains/loop/experiment/result.view.ts'
import { createScores } from '#domains/loop/experiment/score.service.ts'
import { createStatistics } from '#domains/loop/experiment/statistics.service.ts'
import type { LarkCaller } from '#domains/loop/prompt-release/lark.service.ts'
import { larkDriver } from '#domains/loop/result-table/lark-driver.ts'
import { createResultTables } from '#domains/loop/result-table/result-table.service.ts'
import { spaceDriver } from '#domains/loop/result-table/space-driver.ts'
import { pairwiseRoutes } from '#domains/loop/pairwise/pairwise.routes.ts'
import { createPairwise } from '#domains/loop/pairwise/pairwise.service.ts'
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
  lark: LarkCaller
}

/** Wires evaluators, scores and experiments. */
export function wireEvaluation(infra: Infra, lower: Lower) {
  const { database, newId, clock, jobs, log } = infra
  const { db, pool } = database
  const { ground, chat, resources, flow, studio } = lower
  const { datasets, items, versions } = lower.datasets.services.datasetStore
  const { evaluators, judge, evalTypes } = lower.traces.services
  const infos = createBaseInfos(ground.passport)
  async function promptOf(spaceId: string, id: string) {
    const found = await resources.prompts.find(id)
    return found?.head.spaceId === spaceId ? { name: found.head.name, text: found.prompt.promptText } : undefined
  }
  const linkOf = (key: string) => ground.links.make(key)
  async function readFile(key: string) {
    const file = await ground.uploads.read(key)
    return file && { bytes: await file.bytes(), contentType: file.contentType }
  }
  const targets = createEvalTargets({
    db,
    pool,
    clock,
    newId,
    models: chat.models,
    agent: chat.agent,
    traces: chat.traces,
    runs: flow.runs,
    bots: {
      draft: studio.bots.getDraftForRun,
      published: (id) => studio.publishing.getPublished(id),
      async kept(id, version) {
        const [row, { spaceId }] = await Promise.all([
          studio.botHistory.at(id, version),
          studio.bots.getDraftForRun(id),
        ])
        return { id, spaceId, name: row.name, version: row.version, config: readBotConfig(row.config) }
      },
    },
    workflows: { draft: (id) => flow.runs.draft(id), published: (id) => flow.runs.published(id) },
    types: evalTypes,
    mocks: resources.mocks,
    files: { read: readFile, linkOf },
    promptOf,
    mayRun: (userId, kind, id) =>
      ground.access.canUser(userId, kind, id, kind === 'workflow' ? 'testRunWorkflow' : 'view'),
  })
  const repo = createExperimentRepo(db, clock)
  const results = createResultRepo(db)
  /** Removes all data stored for a user that an evaluation simulated. */
  async function eraseUserData(key: string): Promise<void> {
    const [userId = '', ...rest] = key.split('/')
    await resources.eraseUserData(key)
    await chat.threads.removeOfEndUser(userId, rest.join('/'))
  }
  const common = { db, targets, evaluators, judge, eraseUserData, newId, clock }
  const progress = createProgress({ db, bus: infra.bus, clock })
  const experiments = createExperimentService({
    ...common,
    progress,
    notices: ground.notices,
    repo,
    datasets,
    versions,
    items,
    jobs,
    log,
  })
  const scores = createScores(common)
  const rows = createResults({ repo, results, targets, items, versions, infos, linkOf })
  const documents = createDocuments()
  const stats = createStats()
  infra.onClose(async () => {
    await Promise.all([documents.close(), stats.close()])
  })
  const sets = createEvaluatorSets({ db, evaluators, newId, clock })
  const plans = createPlanService({ db, datasets, sets, newId, clock })
  const batches = createBatches({ db, plans, sets, experiments, newId, clock, log })
  const reports = createReports({ db, experiments, results: rows, datasets, newId, clock })
  const { annotations } = lower.datasets.services
  const annotationItems = createAnnotationItems({ db, newId, clock })
  const review = createLabelReview({ db, newId })
  const gates = createGates({
    db,
    plans,
    batches,
    results: rows,
    clock,
    draftVersion: async (botId) => (await studio.bots.getDraftForRun(botId)).version,
  })
  const schedules = createPlanSchedules({
    db,
    plans,
    batches,
    mayRun: (userId, spaceId) => ground.access.canUser(userId, 'space', spaceId, 'createResource'),
    jobs,
    clock,
    log,
  })
  const generations = createGenerations({ db, models: chat.models, datasets, items, jobs, newId, clock, log })
  const { databases, databaseRecords: records } = resources
  const tables = createResultTables({
    db,
    drivers: { space: spaceDriver({ databases, records }), lark: larkDriver(lower.lark) },
    hasLark: async (spaceId) => (await lower.lark.find(spaceId)) !== undefined,
    experiments,
    results: rows,
    scores,
    datasets,
    jobs,
    newId,
    clock,
    log,
  })
  const pairs = createPairwise({ db, models: chat.models, results: rows, jobs, newId, clock, log })
  const pickRows = createRowPicker(infra.sandbox)
  const postColumns = createPostColumns({ items: annotationItems, review })
  async function keepFile(userId: string, spaceId: string, name: string, text: string): Promise<string> {
    const row = await ground.uploads.store({ userId, spaceId, scene: 'file', name, bytes: Buffer.from(text) })
    return ground.links.make(row.key)
  }
  const caseView = createCaseView({ db, plans, results: rows, targets, types: evalTypes, people: ground.passport })
  const handlers: HandlersOf<
    | 'evaluationCase'
    | 'evaluationFirstSet'
    | 'evaluationGate'
    | 'evaluationGeneration'
    | 'evaluationLabel'
    | 'evaluationOpen'
    | 'evaluationPlan'
    | 'evaluationPull'
    | 'evaluationReport'
    | 'evaluationRule'
    | 'evaluationSet'
    | 'evaluationTable'
    | 'evaluationTask'
    | 'evaluationType'
    | 'evaluator'
    | 'evalTarget'
    | 'experiment'
    | 'experimentResult'
    | 'pairwise'
  > = {
    evaluator: evaluatorRoutes({
      evaluators,
      judge,
      view: createEvaluatorView({ people: ground.passport, models: chat.models, evaluators }),
      cardOf: createJudgeCard(db),
      async runOnce({ locale, ...place }, versionId, fields) {
        const row = await scores.run(place, versionId, fields)
        return shownRecord(row, undefined, await infos([row.createdBy]), locale)
      },
    }),
    evaluationCase: caseRoutes({ plans, batches, sets, types: evalTypes, datasets, items, view: caseView }),
    evaluationGate: gateRoutes({ gates }),
    evaluationGeneration: generationRoutes({ generations }),
    evaluationLabel: labelRoutes({
      annotations,
      items: annotationItems,
      review,
      tasks: createLabelTasks({
        db,
        annotations,
        items: annotationItems,
        review,
        experiments,
        results: rows,
        reports,
        scores,
      }),
      experiments,
      results: rows,
      reports,
      pickRows,
      keepFile,
    }),
    evaluationPlan: planRoutes({
      plans,
      batches,
      sets,
      gates,
      schedules,
      experiments,
      results: rows,
      infos,
      objectNumber,
      async namesOf(spaceId, ids) {
        const found = ids.length
          ? await db
              .select({ id: resource.id, name: resource.name })
              .from(resource)
              .where(and(eq(resource.spaceId, spaceId), inArray(resource.id, ids)))
          : []
        return new Map(found.map(({ id, name }) => [id, name]))
      },
      modelName: async (spaceId, id) => (await chat.models.list(spaceId)).find((one) => one.id === id)?.name ?? '',
    }),
    evaluationPull: openRoutes({ plans, batches, experiments, results: rows, scores, types: evalTypes }),
    evaluationReport: reportRoutes({
      experiments,
      plans,
      results: rows,
      reports,
      pickRows,
      postColumns,
      keepFile,
    }),
    evaluationRule: ruleRoutes({ sets, evaluators, types: evalTypes, judge, promptOf }),
    evaluationTable: tableRoutes({ experiments, tables }),
    evaluationTask: taskRoutes({
      plans,
      experiments,
      results: rows,
      scores,
      datasets,
      view: caseView,
      pickRows,
      postColumns,
    }),
    evaluationType: typeRoutes({
      types: evalTypes,
      targets,
      workflowsOf: (projectId, name) =>
        db
          .select({ id: resource.id, name: resource.name })
          .from(resource)
          .where(
            and(
              eq(resource.projectId, projectId),
              eq(resource.kind, 'workflow'),
              name ? ilike(resource.name, likeText(name)) : undefined,
            ),
          )
          .orderBy(resource.name)
          .limit(1000),
    }),
    evaluationFirstSet: firstSetRoutes({
      datasets,
      items,
      clock,
      uploadToken: (userId) => ground.directUploads.token(userId, 'file'),
    }),
    evaluationOpen: openSetRoutes({ datasets, items }),
    evaluationSet: evaluationSetRoutes({ datasets, items, versions, infos, linkOf }),
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
    pairwise: pairwiseRoutes({ pairs }),
    experimentResult: resultRoutes({
      experiments,
      results: rows,
      statistics: createStatistics({ repo: results, targets, stats }),
      scores,
      infos,
      spreadsheet: (lines, name) => documents.spreadsheet(lines, name),
    }),
  }
  return {
    handlers,
    /** The services that check-ups and comparisons build on. */
    engine: {
      eraseUserData,
      targets,
      experiments,
      batches,
      sets,
      rows,
      caseView,
      judge,
      evaluators,
      evalTypes,
      promptOf,
    },
    publishGate: gates,
    services: {
      experiments,
      evalTargets: targets,
      evalPlans: plans,
      evalSchedules: schedules,
      evalBatches: batches,
      evalGenerations: generations,
      resultTables: tables,
      pairwise: pairs,
    },
    async start() {
      await experiments.start()
      await generations.startWork()
      await tables.start()
      await schedules.start()
      await pairs.startWork()
    },
  }
}
