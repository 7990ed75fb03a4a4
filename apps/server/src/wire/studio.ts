import { chatActs, manifestOf, pageToolsOf } from '@orrery/engine/interface'
import { createComparisons } from '#domains/studio/comparison/comparison.service.ts'
import { comparisonRoutes } from '#domains/studio/comparison/comparison.routes.ts'
import { createAppVersions } from '#domains/studio/project/app-version.service.ts'
import { createChatBots } from '#domains/studio/project/chat-bot.service.ts'
import { createProjectRepo } from '#domains/studio/project/project.repo.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import type { Flow } from './flow.ts'
import type { Ground } from './ground.ts'
import type { Library } from './library.ts'
import type { AppPorts, HandlersOf } from './ports.ts'
import type { Resources } from './resources.ts'
import { wireAgentApps } from './studio/agent-app.ts'
import { wireBots } from './studio/bot.ts'
import { wireDesks } from './studio/desk.ts'
import { wireInterfaces } from './studio/interface.ts'
import { wireProjects } from './studio/project.ts'

interface Lower {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  flow: Flow
}

/** Wires bots and projects, which people build from everything below. */
export function wireStudio(
  infra: Infra,
  lower: Lower,
  ports: Pick<
    AppPorts,
    'shares' | 'channels' | 'customConnectors' | 'listings' | 'offers' | 'publishGate' | 'botEvents'
  >,
) {
  const { db } = infra.database
  const { ground, flow } = lower
  const repo = createProjectRepo(db)
  const interfaces = wireInterfaces(infra, { ...lower, repo })
  const appVersions = createAppVersions({
    repo,
    resources: ground.resources,
    roles: flow.chatRoles,
    bus: infra.bus,
    hasInterface: async (id) => (await interfaces.services.interfaces.released(id)).length > 0,
  })
  const bots = wireBots(infra, { ...lower, appVersions }, ports)
  const chatBots = createChatBots({
    interfaces: interfaces.services.interfaces,
    publishing: bots.services.publishing,
  })
  const projects = wireProjects(infra, { ...lower, ...interfaces.services, chatBots, bots: bots.services, repo }, ports)
  const agentApps = wireAgentApps(
    infra,
    {
      ...lower,
      ...interfaces.services,
      bots: bots.services,
      ...projects.services,
      repo,
    },
    ports,
  )
  const desks = wireDesks(infra, { ...lower, bots: bots.services })
  const comparisons = createComparisons({ db, clock: infra.clock, conversations: lower.chat.conversations })
  const comparison: HandlersOf<'botComparison'> = { botComparison: comparisonRoutes(comparisons) }
  const { bots: botService, publishing } = bots.services
  return {
    handlers: {
      ...bots.handlers,
      ...projects.handlers,
      ...comparison,
      ...agentApps.handlers,
      ...desks.handlers,
      ...interfaces.handlers(projects.services.projects, appVersions),
    },
    skills: bots.skills,
    services: {
      ...bots.services,
      ...projects.services,
      ...interfaces.services,
      ...agentApps.services,
      ...desks.services,
      appVersions,
      chatBots,
    },
    provides: {
      appVersions,
      async pageTools(versionId: string, workflowId: string) {
        const parts = await interfaces.services.interfaces.released(versionId)
        const part = parts.find(({ document }) => chatActs(document) && manifestOf(document).chat === workflowId)
        return part ? pageToolsOf(part.document) : []
      },
      bots: { ...botService, getPublished: publishing.getPublished },
      botCollaboration: { discardDraftOf: bots.services.botBranches.discardDraftOf },
      comparisons,
    },
    async start() {
      for (const part of [bots, projects, agentApps, desks]) await part.start()
    },
  }
}
export type Studio = ReturnType<typeof wireStudio>['services']
