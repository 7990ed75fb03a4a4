import { createBotLists } from '#domains/studio/bot/bot-list.service.ts'
import { agentTaskRoutes } from '#domains/studio/task/agent-task.routes.ts'
import { createBotAgents } from '#domains/studio/bot/agent.service.ts'
import { botKind } from '#domains/studio/bot/bot.kind.ts'
import { createBotListRepo } from '#domains/studio/bot/bot-list.repo.ts'
import type { BotPorts } from '#domains/studio/bot/shared/bot-ports.ts'
import { createBotUses } from '#domains/studio/bot/bot-uses.repo.ts'
import { createBotRepo } from '#domains/studio/bot/bot.repo.ts'
import { createBranchRepo } from '#domains/studio/bot/branch.repo.ts'
import { createBranchService } from '#domains/studio/bot/branch.service.ts'
import { createBotService } from '#domains/studio/bot/bot.service.ts'
import { createChangelogWriter } from '#domains/studio/bot/changelog-writer.ts'
import { createBotView } from '#domains/studio/bot/bot.view.ts'
import { createBotCopyRepo } from '#domains/studio/bot/copy.repo.ts'
import { createBotCopies } from '#domains/studio/bot/copy.service.ts'
import { draftRoutes } from '#domains/studio/bot/draft.routes.ts'
import { botEditorRoutes } from '#domains/studio/bot/editor.routes.ts'
import { createEditorService } from '#domains/studio/bot/editor.service.ts'
import { createIconMaker } from '#domains/studio/bot/icon-maker.ts'
import { createHistoryService } from '#domains/studio/bot/history.service.ts'
import { lifeRoutes } from '#domains/studio/bot/life.routes.ts'
import { createModelPorts } from '#domains/studio/bot/model-ports.ts'
import { createOnlineService } from '#domains/studio/bot/online.service.ts'
import { publishRoutes } from '#domains/studio/bot/publish.routes.ts'
import { createPublicationRepo } from '#domains/studio/bot/publication.repo.ts'
import { createPublishService } from '#domains/studio/bot/publish.service.ts'
import { createReviewService } from '#domains/studio/bot/rule/review.service.ts'
import { createRuleRepo } from '#domains/studio/bot/rule/rule.repo.ts'
import { noteLive } from '#domains/studio/bot/rule/note-live.ts'
import { ReviewKind } from '#domains/studio/bot/rule/rule.table.ts'
import { userAuthRoutes } from '#domains/studio/bot/user-auth.routes.ts'
import { createUserAuthService } from '#domains/studio/bot/user-auth.service.ts'
import { createWritingService } from '#domains/studio/bot/writing.service.ts'
import type { AppVersions } from '#domains/studio/project/app-version.service.ts'
import { taskRoutes } from '#domains/studio/task/task.routes.ts'
import { createApprovers } from '#domains/ground/space/shared/approvers.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import { wireBotVersions } from './bot-version.ts'
import { wireTasks } from './task.ts'

interface Services {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  flow: Flow
  appVersions: AppVersions
}

/** Wires bots except for their conversations: drafts, lists, history, publications and tasks. */
export function wireBots(
  infra: Infra,
  services: Services,
  ports: Pick<AppPorts, 'shares' | 'customConnectors' | 'listings' | 'offers' | 'publishGate' | 'botEvents'>,
) {
  const { bus, clock, newId, jobs, log, secrets } = infra
  const { db } = infra.database
  const { access, audit, builtins, links, passport: people, resources, spaces, uploads } = services.ground
  const { favorites } = services.library
  const botPorts: BotPorts = {
    ...createModelPorts(services.chat),
    describeTools: services.resources.describeTools,
  }
  const repo = createBotRepo(db)
  const branchRepo = createBranchRepo(db)
  const rules = createRuleRepo(db)
  const { content } = services.ground
  const botLists = createBotLists(createBotListRepo(db), repo)
  const bots = createBotService({
    repo,
    branches: branchRepo,
    resources,
    audit,
    bus,
    newId,
    clock,
    ports: botPorts,
    files: uploads,
    content,
    onRemoved: (botId) => ports.customConnectors.removed(botId),
  })
  const history = createHistoryService({ bots, repo })
  const branches = createBranchService({ bots, repo, branches: branchRepo, rules, resources, bus, newId, clock })
  const reviews = createReviewService({
    db,
    bots,
    repo,
    resources,
    notices: services.ground.notices,
    ...createApprovers(services.ground.spaces),
    audit,
    newId,
    clock,
  })
  services.ground.waiting.register(reviews.waitingFor)
  const publishing = createPublishService({
    bots,
    repo,
    records: createPublicationRepo(db),
    resources,
    audit,
    bus,
    jobs,
    log,
    secrets,
    newId,
    clock,
    content,
    otherSource: services.appVersions.asBot,
    custom: {
      ofSpace: (spaceId) => ports.customConnectors.ofSpace(spaceId),
      find: (id, spaceId) => ports.customConnectors.find(id, spaceId),
    },
    gate: { require: (botId, version) => ports.publishGate.require(botId, version) },
    onLive: noteLive({ rules, newId, clock }),
    async admit(botId, userId) {
      await branches.requireSubmitted(botId, userId)
      await reviews.require(botId, ReviewKind.publish, (await bots.get(botId)).bot.hash)
    },
  })
  const online = createOnlineService({ repo, rules, resources, audit, bus, newId, clock })
  const writing = createWritingService(botPorts)
  const userAuths = createUserAuthService({ db, secrets, audit, clock })
  const tasks = wireTasks(infra, { ...services, bots })
  const copies = createBotCopies({
    bots,
    repo,
    records: createBotCopyRepo(db),
    resources,
    jobs,
    newId,
    clock,
    log,
    copyFile: (key, { userId, spaceId }) => uploads.copy(key, userId, spaceId),
    mayCopy: (userId, id) => access.canUser(userId, 'resource', id, 'copy'),
    copyResource: services.library.resourceCopies.copyForBot,
    copyParts: [tasks.services.tasks.copyAll],
  })
  const { storeIcon } = services.library.carriedFiles
  const uses = createBotUses(db, publishing.channelOf)
  services.ground.resourceKinds.register(
    'bot',
    botKind({ bots, newId, storeIcon, uses, resumeTasks: tasks.services.tasks.resume }),
  )
  const view = createBotView({ links, people, history, publishing })
  const versions = wireBotVersions(
    infra,
    { ...services, repo, branchRepo, rules, bots, history, branches, reviews, publishing, online, view, botPorts },
    {
      gate: { require: (botId, version) => ports.publishGate.require(botId, version) },
      botEvents: { notify: (...event) => ports.botEvents.notify(...event) },
    },
  )
  const handlers: HandlersOf<'agentTask' | 'bot' | 'botVersion' | 'task'> = {
    botVersion: versions.handlers,
    bot: {
      ...draftRoutes({
        bots,
        agents: createBotAgents({ bots, newId }),
        history,
        favorites,
        resources,
        view,
        ports: botPorts,
        newId,
        listings: (ids) => ports.listings(ids),
      }),
      ...lifeRoutes({
        bots,
        copies,
        history,
        branches,
        publishing,
        lists: botLists,
        spaces,
        builtins,
        view,
        ports: botPorts,
      }),
      ...publishRoutes({
        bots,
        history,
        publishing,
        online,
        reviews,
        branches,
        view,
        ports,
        mayPublish: (userId, botId) => access.canUser(userId, 'bot', botId, 'publish'),
        policies: services.ground.instance.settings,
        links,
        changelog: createChangelogWriter({ ports: botPorts, log }),
      }),
      ...botEditorRoutes({
        bots,
        editor: createEditorService({ bots, repo, hasTasks: tasks.services.tasks.has }),
        uploads,
        writing,
        links,
        tasks: tasks.services.taskPorts,
        makeIcon: createIconMaker({ models: services.chat.models, egress: infra.egress }),
      }),
      ...userAuthRoutes(userAuths),
    },
    task: taskRoutes({ tasks: tasks.services.tasks, runner: tasks.services.taskRunner, writing, clock }),
    agentTask: agentTaskRoutes({ tasks: tasks.services.tasks, clock }),
  }
  return {
    handlers,
    skills: tasks.skills,
    services: {
      ...tasks.services,
      bots,
      botLists,
      botHistory: history,
      publishing,
      botBranches: branches,
      botRules: versions.rules,
      botGuard: versions.guard,
      botCopies: copies,
      botPorts,
      userAuths,
      writing,
    },
    async start() {
      await copies.start()
      await publishing.publications.start()
      await versions.guard.start()
      await tasks.start()
    },
  }
}
export type Bots = ReturnType<typeof wireBots>['services']
