import { createTriggerRepo } from '#domains/flow/trigger/trigger.repo.ts'
import { createTriggerService } from '#domains/flow/trigger/trigger.service.ts'
import { createWorkflowBundles } from '#domains/flow/workflow/bundle.service.ts'
import { createChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import { createDependencyService } from '#domains/flow/workflow/dependency.service.ts'
import { createEnvironmentService } from '#domains/flow/workflow/environment.service.ts'
import { createFeatureService } from '#domains/flow/workflow/feature.service.ts'
import { createModelWriter } from '#domains/flow/workflow/model-writer.ts'
import { nodeTypes } from '#domains/flow/workflow/node-catalog.ts'
import { createProjectConversationService } from '#domains/flow/workflow/project-conversation.service.ts'
import { createPinService } from '#domains/flow/workflow/pin.service.ts'
import { createPlanService } from '#domains/flow/workflow/plan.service.ts'
import { createVersionService } from '#domains/flow/workflow/version.service.ts'
import { workflowKind } from '#domains/flow/workflow/workflow.kind.ts'
import { createWorkflowUses } from '#domains/flow/workflow/workflow-uses.repo.ts'
import { createWorkflowRepo } from '#domains/flow/workflow/workflow.repo.ts'
import { createWorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import { createWorkflowFacts } from '#domains/flow/workflow/workflow-facts.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'

/** Wires workflows as people edit them: drafts, versions and related data. */
export function wireWorkflows(infra: Infra, { ground, chat }: { ground: Ground; chat: Chat }) {
  const { bus, clock, log, newId } = infra
  const { db } = infra.database
  const { access, resources, audit } = ground
  const repo = createWorkflowRepo(db)
  const workflows = createWorkflowService({ repo, resources, bus, newId, clock })
  const versions = createVersionService({ repo, workflows, resources, bus, newId, clock })
  const bundles = createWorkflowBundles({
    workflows,
    versions,
    knownNodeTypes: new Set(nodeTypes.map((nodeType) => nodeType.type)),
  })
  const triggers = createTriggerService({
    repo: createTriggerRepo(db),
    audit,
    secrets: infra.secrets,
    newId,
    clock,
    canUser: access.canUser,
    spaceOf: resources.spaceOf,
  })
  const roles = createChatRoleService({ db, newId, clock })
  ground.resourceKinds.register(
    'workflow',
    workflowKind({ workflows, versions, roles, bundles, triggers, uses: createWorkflowUses(db), access, log }),
  )
  return {
    services: {
      triggers,
      workflows,
      workflowRepo: repo,
      workflowVersions: versions,
      workflowBundles: bundles,
      workflowPlans: createPlanService({ repo, bus }),
      workflowFeatures: createFeatureService({ db, bus, clock, audit }),
      workflowPins: createPinService({ db, clock }),
      workflowWriter: createModelWriter(chat.models),
      workflowFacts: createWorkflowFacts(workflows),
      chatRoles: roles,
      dependencies: createDependencyService({ workflows, versions }),
      environments: createEnvironmentService({ repo, workflows, bus, clock }),
      projectConversations: createProjectConversationService({ db, workflows, newId, clock }),
    },
  }
}
export type WorkflowServices = ReturnType<typeof wireWorkflows>['services']
