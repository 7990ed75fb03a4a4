import { createDashboardRepo } from '#domains/loop/dashboard/dashboard.repo.ts'
import { dashboardRoutes } from '#domains/loop/dashboard/dashboard.routes.ts'
import { createDashboardService } from '#domains/loop/dashboard/dashboard.service.ts'
import { createFiguresRepo } from '#domains/loop/dashboard/figures.repo.ts'
import { figuresRoutes } from '#domains/loop/dashboard/figures.routes.ts'
import { createFiguresService } from '#domains/loop/dashboard/figures.service.ts'
import { ingestRoutes } from '#domains/loop/ingest/ingest.routes.ts'
import { createIngestService } from '#domains/loop/ingest/ingest.service.ts'
import { metricsRoutes } from '#domains/loop/ingest/metrics.routes.ts'
import { createPrices } from '#domains/loop/ingest/price.ts'
import { createSpanFiles } from '#domains/loop/ingest/span-file.service.ts'
import { createObservationRepo } from '#domains/loop/observation/observation.repo.ts'
import { observationRoutes } from '#domains/loop/observation/observation.routes.ts'
import { createObservationService } from '#domains/loop/observation/observation.service.ts'
import { questionRoutes } from '#domains/loop/observation/question.routes.ts'
import { createQuestionService } from '#domains/loop/observation/question.service.ts'
import { searchRoutes } from '#domains/loop/observation/search.routes.ts'
import { createSpanValues } from '#domains/loop/observation/span-values.ts'
import { createThreadRepo } from '#domains/loop/observation/thread.repo.ts'
import { threadRoutes } from '#domains/loop/observation/thread.routes.ts'
import { createThreadService } from '#domains/loop/observation/thread.service.ts'
import { createViewService } from '#domains/loop/observation/view.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'

/** Traces sent in by programs, and what is seen of all traces. */
export function wireTraces(
  { database, blobs, newId, clock, jobs, onClose }: Infra,
  { ground, chat }: { ground: Ground; chat: Chat },
) {
  const { db } = database
  const { spanStore, spanCounters, spanKeep, spanQueue, models } = chat
  const files = createSpanFiles({ db, blobs, newId, clock })
  const prices = createPrices({ modelsOf: models.list, now: clock.now })
  const ingest = createIngestService({ store: spanStore, keep: spanKeep, prices, counters: spanCounters, clock })
  const { passport, links } = ground
  const traces = createObservationRepo(db)
  const observation = createObservationService({ repo: traces, queue: spanQueue, clock })
  const dashboard = createDashboardService({ repo: createDashboardRepo(db), queue: spanQueue, clock })
  const figures = createFiguresService({ repo: createFiguresRepo(db), queue: spanQueue, clock })
  const questions = createQuestionService({ db, traces, queue: spanQueue })
  const threads = createThreadService({ repo: createThreadRepo(db), traces, queue: spanQueue, clock })
  const values = createSpanValues({ files, links })
  const views = createViewService({ db, newId, clock })
  // Runs that end while the server stops are written too.
  onClose(spanQueue.flush)
  const handlers: HandlersOf<
    | 'observation'
    | 'traceDashboard'
    | 'traceFigures'
    | 'traceIngest'
    | 'traceMetrics'
    | 'traceQuestions'
    | 'traceSearch'
    | 'traceThreads'
  > = {
    traceDashboard: dashboardRoutes(dashboard),
    traceFigures: figuresRoutes(figures),
    traceMetrics: metricsRoutes({ counters: spanCounters, store: spanStore }),
    traceQuestions: questionRoutes(questions),
    traceThreads: threadRoutes(threads),
    observation: observationRoutes({ observation, values, views }),
    traceSearch: searchRoutes({ observation, values, keep: spanKeep, people: passport, links }),
    traceIngest: ingestRoutes({ ingest, files }),
  }
  return {
    handlers,
    services: { traceIngest: ingest },
    async start() {
      await jobs.define('span-files', files.dropOld)
      await jobs.schedule('span-files', 'daily', '41 1 * * *', {})
    },
  }
}
