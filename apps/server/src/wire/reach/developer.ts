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
import { readFacts } from '#domains/flow/workflow/canvas-facts.ts'
import type { Infra } from '#kit/infra.ts'
import type { BotLife } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Workflows } from '../flow/workflow.ts'

export interface DeveloperNeighbours {
  webhooks: WebhookService
  publishing: BotLife['publishing']
  workflows: Pick<Workflows, 'workflows' | 'workflowVersions'>
  meter: CallMeter
  ledger: Pick<Ledger, 'flush'>
}

/** For whoever builds on the public API: programs that hear of events, a place to try calls out, and what was used. */
export function wireDeveloper(infra: Infra, { audit, resources }: Ground, near: DeveloperNeighbours) {
  const { bus, clock, newId, secrets, egress } = infra
  const { db, pool } = infra.database
  const { publicUrl } = infra.config
  const channels = () => near.publishing.connectors()
  const apps = createApiApps({
    db,
    webhooks: near.webhooks,
    egress,
    secrets,
    audit,
    newId,
    clock,
    channelIds: () => channels().map(({ id }) => id),
  })
  const handlers: HandlersOf<'apiApp' | 'developer' | 'playground'> = {
    apiApp: apiAppRoutes({
      apps,
      publicUrl,
      channelName(id, locale) {
        const found = channels().find((channel) => channel.id === id)
        return found?.[locale === 'zh-CN' ? 'zh' : 'en'].name ?? id
      },
    }),
    developer: developerRoutes({
      insight: createInsight({
        repo: createInsightRepo(pool),
        clock,
        settle: () => Promise.all([near.meter.flush(), near.ledger.flush()]),
      }),
      resources,
      publicUrl,
    }),
    playground: playgroundRoutes({
      playground: createPlayground({ db, bus, audit, newId, clock }),
      publicUrl,
      async inputsOf(id) {
        const { workflows, workflowVersions } = near.workflows
        const published = await workflowVersions.published(id, '').catch(() => undefined)
        return readFacts(published?.schema ?? (await workflows.get(id)).row.schema).inputs
      },
      now: () => clock.now(),
    }),
  }
  return { handlers }
}
