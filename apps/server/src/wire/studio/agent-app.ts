import { createAgentAppRepo } from '#domains/studio/agent-app/agent-app.repo.ts'
import { agentWorkRoutes } from '#domains/studio/agent-app/agent-work.routes.ts'
import { createInterfaceSteps } from '#domains/studio/agent-app/interface-step.ts'
import { createPageDrawer } from '#domains/studio/agent-app/page-drawer.service.ts'
import { createPlanWriter } from '#domains/studio/agent-app/plan-writer.service.ts'
import { createStepRunner } from '#domains/studio/agent-app/step-runner.ts'
import { createAgentWorks } from '#domains/studio/agent-app/work.service.ts'
import { createRealModel } from '#domains/chat/model/real-model.ts'
import { problemError } from '#domains/studio/interface/problem-words.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { ProjectRepo } from '#domains/studio/project/project.repo.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import type { InterfaceFacts } from '@orrery/engine/interface'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { Bots } from './bot.ts'

interface Services {
  ground: Ground
  chat: Chat
  resources: Resources
  flow: Flow
  bots: Bots
  repo: ProjectRepo
  projects: ProjectService
  interfaces: InterfaceService
  interfaceFacts(projectId: string): Promise<InterfaceFacts>
}

/** Apps that are built from words. They are projects: nothing here stores or publishes by itself. */
export function wireAgentApps(infra: Infra, services: Services) {
  const { bus, clock, jobs, log, newId } = infra
  const { ground, chat, resources, flow, bots, projects, interfaces, interfaceFacts: facts } = services
  const repo = createAgentAppRepo(infra.database.db)
  const realModel = createRealModel(chat.models)
  const writer = createPlanWriter({ realModel })
  const screens = createInterfaceSteps({ repo, interfaces, facts, describeProblem: problemError })
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
  const handlers: HandlersOf<'agentWork'> = { agentWork: agentWorkRoutes({ works }) }
  return { handlers, services: { agentWorks: works }, start: works.start }
}
