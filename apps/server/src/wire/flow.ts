import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import { wireFlowRoutes } from './flow/routes.ts'
import { wireRuns } from './flow/run.ts'
import { wireWorkflows } from './flow/workflow.ts'
import type { Ground } from './ground.ts'
import type { AppPorts } from './ports.ts'
import type { Resources } from './resources.ts'

/** Wires workflows, their versions and their runs. */
export function wireFlow(
  infra: Infra,
  given: { ground: Ground; chat: Chat; resources: Resources },
  ports: Pick<AppPorts, 'appVersions' | 'bots' | 'gate' | 'listings' | 'noteUse' | 'pageTools'>,
) {
  const workflows = wireWorkflows(infra, given)
  const runs = wireRuns(infra, { ...given, ...workflows.services }, ports)
  const services = { ...workflows.services, ...runs.services }
  return {
    handlers: wireFlowRoutes(infra, { ...given, ...services }, ports),
    services,
    skills: runs.skills,
    provides: {
      workflowFacts: workflows.services.workflowFacts,
      servedWorkflows: runs.servedWorkflows,
      workflowCollaboration: {
        isOpen: workflows.services.workflows.isOpenToOthers,
        setOpen: workflows.services.workflows.setCollaborators,
      },
    },
    start: runs.start,
  }
}
export type Flow = ReturnType<typeof wireFlow>['services']
