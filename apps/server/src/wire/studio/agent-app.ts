import { createAgentAppRepo } from '#domains/studio/agent-app/agent-app.repo.ts'
import { agentAppRoutes } from '#domains/studio/agent-app/agent-app.routes.ts'
import { createAgentApps } from '#domains/studio/agent-app/agent-app.service.ts'
import { createAgentBots } from '#domains/studio/agent-app/agent-bot.service.ts'
import { agentBuildRoutes } from '#domains/studio/agent-app/agent-build.routes.ts'
import { agentPluginRoutes } from '#domains/studio/agent-app/agent-plugin.routes.ts'
import { agentWorkRoutes } from '#domains/studio/agent-app/agent-work.routes.ts'
import { createGenerator } from '#domains/studio/agent-app/generate.service.ts'
import { createInterfaceSteps } from '#domains/studio/agent-app/interface-step.ts'
import { createPageDrawer } from '#domains/studio/agent-app/page-drawer.service.ts'
import { createPlanWriter } from '#domains/studio/agent-app/plan-writer.service.ts'
import { createPublications } from '#domains/studio/agent-app/publication.service.ts'
import { createStepRunner } from '#domains/studio/agent-app/step-runner.ts'
import { createAgentWorks } from '#domains/studio/agent-app/work.service.ts'
import { createRealModel } from '#domains/chat/model/real-model.ts'
import { problemError } from '#domains/studio/interface/problem-words.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { CodePages } from '#domains/studio/component-package/code-page.service.ts'
import type { PreviewLinks } from '#domains/studio/interface/preview-link.ts'
import type { Snapshots } from '#domains/studio/interface/snapshot.service.ts'
import type { ProjectCopies } from '#domains/studio/project/copy.service.ts'
import type { ProjectPublishing } from '#domains/studio/project/publish.service.ts'
import type { ProjectRepo } from '#domains/studio/project/project.repo.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import type { InterfaceFacts } from '@orrery/engine/interface'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { Bots } from './bot.ts'

interface Services {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  flow: Flow
  bots: Bots
  repo: ProjectRepo
  projects: ProjectService
  projectCopies: ProjectCopies
  projectPublishing: ProjectPublishing
  interfaceSnapshots: Snapshots
  interfacePreviewLinks: PreviewLinks
  interfaces: InterfaceService
  interfaceCode: Pick<CodePages, 'faults'>
  interfaceFacts(projectId: string): Promise<InterfaceFacts>
}

/** Wires agent apps, which are built from descriptions. They are projects: storing and publishing is done there. */
export function wireAgentApps(infra: Infra, services: Services, ports: Pick<AppPorts, 'shares'>) {
  const { bus, clock, jobs, log, newId } = infra
  const { ground, chat, resources, flow, bots, projects, interfaces, interfaceFacts: facts } = services
  const repo = createAgentAppRepo(infra.database.db)
  const realModel = createRealModel(chat.models)
  const writer = createPlanWriter({ realModel })
  const screens = createInterfaceSteps({
    repo,
    interfaces,
    facts,
    describeProblem: problemError,
    codeFaults: async (document, projectId) =>
      services.interfaceCode.faults(document, (await ground.resources.get(projectId))?.spaceId ?? ''),
  })
  const steps = createStepRunner({
    repo,
    resources: ground.resources,
    databases: resources.databases,
    bindings: resources.databaseBindings,
    workflows: flow.workflows,
    bots: bots.bots,
    inside: (id) => services.repo.inside(id),
    discard: (row, userId) => ground.resourceKinds.find(row.kind).remove!(row, userId, ''),
    defaultModel: (spaceId) => chat.models.defaultId(spaceId),
    icon: (kind, name) => ground.builtins.forName(kind, name),
    now: clock.now,
    screens,
    draw: createPageDrawer({ realModel }),
  })
  const works = createAgentWorks({ repo, projects, writer, steps, screens, facts, bus, jobs, newId, clock, log })
  const { atomicCreations: creations } = services.library
  const icon = (kind: 'bot', name: string) => ground.builtins.forName(kind, name)
  const apps = createAgentApps({
    repo,
    projects,
    copies: services.projectCopies,
    interfaces,
    bots: bots.bots,
    creations,
    icon,
    newId,
    clock,
  })
  const agentBots = createAgentBots({
    resources: ground.resources,
    workflows: flow.workflows,
    databases: resources.databases,
    bindings: resources.databaseBindings,
    bots: bots.bots,
    creations,
  })
  const handlers: HandlersOf<'agentApp' | 'agentAppPlugin' | 'agentBuild' | 'agentWork'> = {
    agentApp: agentAppRoutes({
      apps,
      publications: createPublications({
        repo,
        publishing: services.projectPublishing,
        interfaces,
        snapshots: services.interfaceSnapshots,
      }),
      projects,
      interfaces,
      people: ground.passport,
      links: ground.links,
      shareLinks: (ids) => ports.shares.linksOf(ids),
      previewLink: async (userId, id) => services.interfacePreviewLinks.make(userId, id, 1),
    }),
    agentAppPlugin: agentPluginRoutes({
      apps,
      local: resources.localPlugins,
      toolsets: resources.toolsets,
      reach: resources.reach,
      bots: bots.bots,
    }),
    agentBuild: agentBuildRoutes({
      apps,
      agentBots,
      generate: createGenerator({ writer, defaultModel: (spaceId) => chat.models.defaultId(spaceId) }),
    }),
    agentWork: agentWorkRoutes({ works }),
  }
  return { handlers, services: { agentWorks: works }, start: works.start }
}
