import { apiAppRoutes } from '#domains/reach/developer/api-app.routes.ts'
import { createApiApps } from '#domains/reach/developer/api-app.service.ts'
import type { CallMeter } from '#domains/reach/developer/call-meter.ts'
import { developerRoutes } from '#domains/reach/developer/developer.routes.ts'
import { createInsightRepo } from '#domains/reach/developer/insight.repo.ts'
import { createInsight } from '#domains/reach/developer/insight.service.ts'
import { playgroundRoutes } from '#domains/reach/developer/playground.routes.ts'
import { createPlayground } from '#domains/reach/developer/playground.service.ts'
import type { Ledger } from '#domains/reach/open/ledger.service.ts'
import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Studio } from '../studio.ts'

interface Services {
  ground: Ground
  flow: Flow
  studio: Studio
  webhooks: WebhookService
  meter: CallMeter
  ledger: Pick<Ledger, 'flush'>
}

/** Wires tools for developers on the public API: event apps, a playground for calls, and usage. */
export function wireDeveloper(infra: Infra, { ground, flow, studio, webhooks, meter, ledger }: Services) {
  const { clock, newId, secrets, egress } = infra
  const { db, pool } = infra.database
  const { publicUrl } = infra.config
  const { audit, resources, settings } = ground
  const { publishing } = studio
  const apps = createApiApps({
    db,
    webhooks,
    egress,
    secrets,
    audit,
    newId,
    clock,
    channelIds: () => publishing.connectors().map(({ id }) => id),
  })
  const handlers: HandlersOf<'apiApp' | 'developer' | 'playground'> = {
    apiApp: apiAppRoutes({ apps, publicUrl, channelName: publishing.channelName }),
    developer: developerRoutes({
      insight: createInsight({
        repo: createInsightRepo(pool),
        clock,
        settle: () => Promise.all([meter.flush(), ledger.flush()]),
      }),
      resources,
      publicUrl,
    }),
    playground: playgroundRoutes({
      playground: createPlayground({ db, settings, audit, newId }),
      publicUrl,
      inputsOf: flow.workflowVersions.inputsOf,
      now: () => clock.now(),
    }),
  }
  return { handlers }
}
