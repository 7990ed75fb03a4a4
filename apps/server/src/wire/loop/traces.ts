import { createAlarmNotices } from '#domains/loop/alarm/alarm-notices.ts'
import { alarmRoutes } from '#domains/loop/alarm/alarm.routes.ts'
import { createAlarmService } from '#domains/loop/alarm/alarm.service.ts'
import { createAutomationRepo } from '#domains/loop/automation/automation.repo.ts'
import { automationRoutes } from '#domains/loop/automation/automation.routes.ts'
import { createAutomationService } from '#domains/loop/automation/automation.service.ts'
import { exportRoutes } from '#domains/loop/automation/export.routes.ts'
import { createExportService } from '#domains/loop/automation/export.service.ts'
import { createScoreService } from '#domains/loop/automation/score.service.ts'
import { createWorkers } from '#domains/loop/automation/workers.ts'
import { createBotDataRepo } from '#domains/loop/dashboard/bot-data.repo.ts'
import { botDataRoutes } from '#domains/loop/dashboard/bot-data.routes.ts'
import { createBotDataService } from '#domains/loop/dashboard/bot-data.service.ts'
import { createBotMetrics } from '#domains/loop/dashboard/bot-metrics.service.ts'
import { chartRoutes } from '#domains/loop/dashboard/chart.routes.ts'
import { createChartService } from '#domains/loop/dashboard/chart.service.ts'
import { createDashboardRepo } from '#domains/loop/dashboard/dashboard.repo.ts'
import { dashboardRoutes } from '#domains/loop/dashboard/dashboard.routes.ts'
import { createDashboardService } from '#domains/loop/dashboard/dashboard.service.ts'
import { createFiguresRepo } from '#domains/loop/dashboard/figures.repo.ts'
import { figuresRoutes } from '#domains/loop/dashboard/figures.routes.ts'
import { createFiguresService } from '#domains/loop/dashboard/figures.service.ts'
import { createAsking } from '#domains/loop/dataset/column/asking.ts'
import { intentRoutes } from '#domains/loop/intent/intent.routes.ts'
import { createIntentService } from '#domains/loop/intent/intent.service.ts'
import { createEvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import { createEvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import { createJudge } from '#domains/loop/evaluator/judge.service.ts'
import { ingestRoutes } from '#domains/loop/ingest/ingest.routes.ts'
import { createIngestService } from '#domains/loop/ingest/ingest.service.ts'
import { metricsRoutes } from '#domains/loop/ingest/metrics.routes.ts'
import { createPrices } from '#domains/loop/ingest/price.ts'
import { createSpanFiles } from '#domains/loop/ingest/span-file.service.ts'
import { createSpanWorker } from '#domains/loop/ingest/span-worker.ts'
import { outboundRoutes } from '#domains/loop/outbound/outbound.routes.ts'
import { botTraceRoutes } from '#domains/loop/observation/bot-trace.routes.ts'
import { createBotTraceService } from '#domains/loop/observation/bot-trace.service.ts'
import { createObservationRepo } from '#domains/loop/observation/observation.repo.ts'
import { observationRoutes } from '#domains/loop/observation/observation.routes.ts'
import { createObservationService } from '#domains/loop/observation/observation.service.ts'
import { offlineRoutes } from '#domains/loop/observation/offline.routes.ts'
import { questionRoutes } from '#domains/loop/observation/question.routes.ts'
import { createQuestionService } from '#domains/loop/observation/question.service.ts'
import { searchRoutes } from '#domains/loop/observation/search.routes.ts'
import { createSpanSource } from '#domains/loop/observation/span-source.service.ts'
import { createSpanValues } from '#domains/loop/observation/span-values.ts'
import { createThreadRepo } from '#domains/loop/observation/thread.repo.ts'
import { threadRoutes } from '#domains/loop/observation/thread.routes.ts'
import { createThreadService } from '#domains/loop/observation/thread.service.ts'
import { createViewService } from '#domains/loop/observation/view.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { wireDatasets } from './datasets.ts'
import type { HandlersOf } from '../ports.ts'

/** Wires traces sent in by programs, and the analysis of all traces. */
export function wireTraces(
  infra: Infra,
  { ground, chat, datasets }: { ground: Ground; chat: Chat; datasets: ReturnType<typeof wireDatasets> },
) {
  const { database, blobs, newId, clock, jobs, log, sandbox, egress, secrets, onClose } = infra
  const { db } = database
  const { spanStore, spanCounters, spanKeep, spanQueue, valueSource, models } = chat
  const files = createSpanFiles({ db, blobs, newId, clock, masksOf: spanKeep.masksOf })
  const prices = createPrices({ modelsOf: models.list, now: clock.now })
  const toCount = { keep: spanKeep, counters: spanCounters }
  const spanWorker = createSpanWorker({ databaseUrl: database.url, outbound: chat.spanOutbound, log, ...toCount })
  const ingest = createIngestService({ store: spanStore, prices, worker: spanWorker, clock, ...toCount })
  const { passport, links, spaces } = ground
  const traces = createObservationRepo(db, valueSource)
  const observation = createObservationService({ repo: traces, queue: spanQueue, values: valueSource, clock })
  const dashboard = createDashboardService({ repo: createDashboardRepo(db), queue: spanQueue, clock })
  const botData = createBotDataService({ repo: createBotDataRepo(db), queue: spanQueue, clock })
  const botMetrics = createBotMetrics({ db, queue: spanQueue })
  const figures = createFiguresService({ repo: createFiguresRepo(db), queue: spanQueue, clock })
  const questions = createQuestionService({ db, traces, queue: spanQueue })
  const threads = createThreadService({ repo: createThreadRepo(db), traces, queue: spanQueue, clock })
  const botTraces = createBotTraceService({ repo: traces, queue: spanQueue })
  const values = createSpanValues({ files, links })
  const source = createSpanSource({ db, repo: traces, queue: spanQueue, values, apart: valueSource })
  const sets = datasets.services.datasetStore
  const isMember = async (userId: string, spaceId: string) => (await spaces.membership(userId, spaceId)) !== undefined
  const toAlarm = { db, jobs, egress, secrets, isMember, clock, log }
  const notices = createAlarmNotices({ ...toAlarm, notices: ground.notices })
  const alarms = createAlarmService({ ...toAlarm, queue: spanQueue, notices, newId })
  const ask = createAsking({ models, spans: spanQueue, clock, service: 'intents' })
  const intents = createIntentService({ db, store: spanStore, models, ask, jobs, newId, clock, log })
  const tasks = createAutomationRepo(db, clock)
  const evaluators = createEvaluatorService({ db, models, newId, clock })
  const evalTypes = createEvalTypes({ db, egress, secrets, newId, clock })
  const judge = createJudge({ models, spans: spanQueue, sandbox, clock, callback: evalTypes.evaluate })
  const workers = createWorkers({ evaluators, judge, ...sets })
  const automation = createAutomationService({ db, repo: tasks, source, workers, jobs, newId, clock, log })
  const scores = createScoreService({ repo: tasks, observation, clock })
  const views = createViewService({ db, newId, clock })
  const reading = {
    observation: observationRoutes({ observation, values, views }),
    figures: figuresRoutes(figures),
    threads: threadRoutes(threads),
  }
  // Traces of runs that finish while the server stops are written as well.
  onClose(spanQueue.flush)
  onClose(spanWorker.close)
  const handlers: HandlersOf<
    | 'observation'
    | 'traceAlarms'
    | 'traceBotData'
    | 'traceCharts'
    | 'traceDashboard'
    | 'traceExports'
    | 'traceFigures'
    | 'traceIngest'
    | 'traceIntents'
    | 'traceMetrics'
    | 'traceOfBot'
    | 'traceOffline'
    | 'traceOutbound'
    | 'traceQuestions'
    | 'traceSearch'
    | 'traceTasks'
    | 'traceThreads'
  > = {
    traceAlarms: alarmRoutes({ alarms, people: passport }),
    traceBotData: botDataRoutes({ data: botData, metrics: botMetrics, intents, clock }),
    traceCharts: chartRoutes(createChartService({ db, queue: spanQueue, newId, clock })),
    traceDashboard: dashboardRoutes(dashboard),
    traceExports: exportRoutes(createExportService({ source, ...sets })),
    traceFigures: reading.figures,
    traceMetrics: metricsRoutes({
      counters: spanCounters,
      store: spanStore,
      worker: spanWorker,
      outbound: chat.spanOutbound,
    }),
    traceOfBot: botTraceRoutes({ traces: botTraces, observation, values }),
    traceQuestions: questionRoutes({ questions, intents }),
    traceTasks: automationRoutes({ automation, evaluators, scores, people: passport }),
    traceThreads: reading.threads,
    traceOffline: offlineRoutes(reading),
    traceOutbound: outboundRoutes(chat.spanOutbound),
    observation: reading.observation,
    traceSearch: searchRoutes({ observation, values, views, keep: spanKeep, people: passport, links }),
    traceIngest: ingestRoutes({ ingest, files }),
    traceIntents: intentRoutes(intents),
  }
  return {
    handlers,
    services: {
      automation,
      evaluators,
      judge,
      evalTypes,
      traceIngest: ingest,
      traceIntents: intents,
      traceAlarms: alarms,
    },
    /** The services that score, for other districts. */
    judging: { evaluators, judge },
    async start() {
      await automation.start()
      await alarms.start()
      await intents.start()
      await jobs.define('span-files', files.dropOld)
      await jobs.schedule('span-files', 'daily', '41 1 * * *', {})
    },
  }
}
