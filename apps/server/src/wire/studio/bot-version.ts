import type { BotRepo } from '#domains/studio/bot/bot.repo.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import type { BotView } from '#domains/studio/bot/bot.view.ts'
import type { BranchRepo } from '#domains/studio/bot/branch.repo.ts'
import type { BranchService } from '#domains/studio/bot/branch.service.ts'
import { createCompareService } from '#domains/studio/bot/compare.service.ts'
import type { HistoryService } from '#domains/studio/bot/history.service.ts'
import type { OnlineService } from '#domains/studio/bot/online.service.ts'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import { createGuardNotices } from '#domains/studio/bot/rule/guard-notices.ts'
import { createBotGuard } from '#domains/studio/bot/rule/guard.service.ts'
import { createReleaseService } from '#domains/studio/bot/rule/release.service.ts'
import type { ReviewService } from '#domains/studio/bot/rule/review.service.ts'
import type { RuleRepo } from '#domains/studio/bot/rule/rule.repo.ts'
import { createRuleService } from '#domains/studio/bot/rule/rule.service.ts'
import { createVersionRemoval } from '#domains/studio/bot/rule/version-removal.ts'
import { ReviewKind } from '#domains/studio/bot/rule/rule.table.ts'
import type { BotPorts } from '#domains/studio/bot/shared/bot-ports.ts'
import { createTopologyService } from '#domains/studio/bot/topology.service.ts'
import { versionCompareRoutes } from '#domains/studio/bot/version-compare.routes.ts'
import { createVersionReads } from '#domains/studio/bot/version-reads.ts'
import { versionReleasesRoutes } from '#domains/studio/bot/version-releases.routes.ts'
import { versionRulesRoutes } from '#domains/studio/bot/version-rules.routes.ts'
import { createVersionView } from '#domains/studio/bot/version.view.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'

interface Services {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  flow: Flow
  repo: BotRepo
  branchRepo: BranchRepo
  rules: RuleRepo
  bots: BotService
  history: HistoryService
  branches: BranchService
  reviews: ReviewService
  publishing: PublishService
  online: OnlineService
  view: BotView
  botPorts: BotPorts
}

/** Wires versions of bots: comparing, merging and serving them side by side. */
export function wireBotVersions(
  infra: Infra,
  services: Services,
  ports: { gate: { require(botId: string, version: string): Promise<void> } } & Pick<AppPorts, 'botEvents'>,
) {
  const { bus, clock, newId, jobs, log, secrets } = infra
  const { db } = infra.database
  const { repo, branchRepo, rules: ruleRepo, bots, history, branches, reviews, publishing, online, view } = services
  const { resources, audit } = services.ground
  const compare = createCompareService({ bots, repo, branches: branchRepo, secrets, clock })
  const rules = createRuleService({
    bots,
    repo,
    rules: ruleRepo,
    publishing,
    audit,
    bus,
    newId,
    clock,
    async admit(botId, version, hash) {
      await ports.gate.require(botId, version)
      await reviews.require(botId, ReviewKind.publish, hash)
    },
  })
  const releases = createReleaseService({
    repo,
    rules: ruleRepo,
    online,
    resources,
    clock,
    admitRollback: (botId) => reviews.require(botId, ReviewKind.rollback),
  })
  const guard = createBotGuard({
    db,
    jobs,
    log,
    queue: services.chat.spanQueue,
    repo,
    rules: ruleRepo,
    service: rules,
    reviews,
    notices: createGuardNotices({
      jobs,
      notices: services.ground.notices,
      resources,
      repo,
      mayView: (userId, botId) => services.ground.access.canUser(userId, 'bot', botId, 'view'),
      notifyHooks: (botId, event, data) => ports.botEvents.notify(botId, event, data),
    }),
    spaceOf: resources.spaceOf,
  })
  const topology = createTopologyService({
    states: compare,
    resources,
    references: services.library.references,
    dependencies: services.flow.dependencies,
    ports: services.botPorts,
    isOfficialPlugin: services.resources.isOfficialPlugin,
    onlineVersion: async (botId) => (await repo.online(botId))?.version,
  })
  const versions = createVersionView({ view, publishing })
  const reads = createVersionReads({ repo, rules: ruleRepo })
  const channelName = (botId: string, { locale }: { locale: 'en' | 'zh-CN' }) => publishing.namesFor(botId, locale)
  const handlers: HandlersOf<'botVersion'>['botVersion'] = {
    ...versionCompareRoutes({ compare, branches, history, releases, topology, view, versions }),
    ...versionRulesRoutes({ rules, reads, guard, view, versions, channelName }),
    ...versionReleasesRoutes({
      bots,
      branches,
      publishing,
      releases,
      reviews,
      rules,
      removeVersion: createVersionRemoval({ repo, audit }),
      view,
      versions,
    }),
  }
  return { handlers, rules, guard }
}
