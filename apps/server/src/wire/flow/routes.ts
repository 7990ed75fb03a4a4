import { liveRunRoutes, spanRoutes } from '#domains/flow/run/trace.routes.ts'
import { legacyRunRoutes } from '#domains/flow/run/legacy-run.routes.ts'
import { createOpenCalls } from '#domains/flow/run/open-call.ts'
import { openChatflowRoutes } from '#domains/flow/run/open-chat.routes.ts'
import { openRunRoutes } from '#domains/flow/run/open-run.routes.ts'
import { openWorkflowRoutes } from '#domains/flow/workflow/open.routes.ts'
import { jobRoutes } from '#domains/flow/run/job.routes.ts'
import { createRunEventStream } from '#domains/flow/run/run-event-stream.ts'
import { runRoutes } from '#domains/flow/run/run.routes.ts'
import { formRoutes } from '#domains/flow/trigger/form.routes.ts'
import { triggerRoutes } from '#domains/flow/trigger/trigger.routes.ts'
import { assistRoutes } from '#domains/flow/workflow/assist.routes.ts'
import { createBuildService } from '#domains/flow/workflow/build.service.ts'
import { createCopilot } from '#domains/flow/workflow/copilot.service.ts'
import { featureRoutes } from '#domains/flow/workflow/feature.routes.ts'
import { legacyRoutes } from '#domains/flow/workflow/legacy.routes.ts'
import { upkeepRoutes } from '#domains/flow/workflow/upkeep.routes.ts'
import { createUpkeepService } from '#domains/flow/workflow/upkeep.service.ts'
import { workflowEditorRoutes } from '#domains/flow/workflow/editor.routes.ts'
import { studioRoutes } from '#domains/flow/workflow/studio.routes.ts'
import { createPresence } from '#domains/flow/workflow/presence.service.ts'
import { createPresenter } from '#domains/flow/workflow/shared/present.ts'
import { createCheckTree } from '#domains/flow/workflow/check-tree.ts'
import { workflowVersionRoutes } from '#domains/flow/workflow/version.routes.ts'
import { workflowRoutes } from '#domains/flow/workflow/workflow.routes.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { RunServices } from './run.ts'
import type { WorkflowServices } from './workflow.ts'

interface Services extends WorkflowServices, RunServices {
  ground: Ground
  resources: Resources
}

/** Wires the routes for workflows, their versions and their runs. */
export function wireFlowRoutes(
  infra: Infra,
  services: Services,
  ports: Pick<AppPorts, 'appVersions' | 'bots' | 'gate' | 'listings'>,
) {
  const { bus, clock, newId } = infra
  const { publicUrl } = infra.config
  const { collaborators, links, passport, resources, spaces, tokens, uploads } = services.ground
  const { workflows, workflowRepo: repo, workflowVersions: versions, workflowBundles: bundles } = services
  const { chatRoles: roles, dependencies, environments, projectConversations, workflowFeatures: features } = services
  const { workflowPins: pins, workflowWriter: writer } = services
  const { runs, runChats: chats, runThreads: threads, triggers } = services
  const { pluginInfo } = services.resources
  const present = createPresenter({ people: passport, links, ports })
  const calls = createOpenCalls({ runs, ports })
  const handlers: HandlersOf<
    | 'workflow'
    | 'workflowAssist'
    | 'workflowEditor'
    | 'workflowFeature'
    | 'workflowForm'
    | 'workflowJob'
    | 'workflowLegacy'
    | 'workflowUpkeep'
    | 'workflowVersion'
    | 'workflowRun'
    | 'workflowOpen'
    | 'workflowStudio'
    | 'workflowTrigger'
  > = {
    workflow: workflowRoutes({
      workflows,
      versions,
      bundles,
      spaces,
      present,
      conversations: projectConversations,
      collaborators,
    }),
    workflowVersion: workflowVersionRoutes({
      environments,
      workflows,
      versions,
      bundles,
      dependencies,
      contentOfRun: runs.contentOf,
      present,
      checkTree: createCheckTree({ workflows, versions, variables: services.resources.variables }),
    }),
    workflowStudio: {
      ...studioRoutes({
        resources,
        plugins: pluginInfo,
        workflows,
        versions,
        roles,
        conversations: projectConversations,
        threads,
        present,
        links,
        requireFile: uploads.require,
      }),
      ...spanRoutes(runs),
    },
    workflowTrigger: triggerRoutes({
      triggers,
      firing: services.triggerFiring,
      webhooks: services.triggerWebhooks,
      runs,
      publicUrl,
      newId,
      clock,
    }),
    workflowForm: formRoutes(services.triggerForms),
    workflowEditor: {
      ...workflowEditorRoutes({
        workflows,
        versions,
        presence: createPresence({ bus, clock }),
        pins,
        build: createBuildService({ writer }),
        requireFeature: features.require,
        present,
        bus,
      }),
      ...liveRunRoutes({ runs, events: createRunEventStream(runs), present }),
    },
    workflowJob: jobRoutes({ jobs: services.runJobs, present, links, requireFeature: features.require }),
    workflowLegacy: {
      ...legacyRoutes({ workflows, versions, bundles, present }),
      ...legacyRunRoutes({ runs, chats }),
    },
    workflowFeature: featureRoutes({ features, spaces }),
    workflowUpkeep: upkeepRoutes({ workflows, environments, upkeep: createUpkeepService({ repo, bus }), present }),
    workflowAssist: assistRoutes({
      workflows,
      versions,
      runs,
      copilot: createCopilot(writer),
      tokens,
      collaborators,
      spaces,
      ports,
      plugins: pluginInfo,
      present,
      clock,
    }),
    workflowRun: runRoutes({
      runs,
      cases: services.runCases,
      chats,
      retention: services.runRetention,
      p90: services.runRepo.p90,
      pins: pins.outputs,
      boundBot: async (id) => (await workflows.get(id)).row.bindBizId ?? undefined,
    }),
    workflowOpen: {
      ...openRunRoutes({ runs, calls, publicUrl }),
      ...openChatflowRoutes({ runs, calls, chats, threads, newId, clock }),
      ...openWorkflowRoutes({ workflows, versions, roles, present, publicUrl }),
    },
  }
  return handlers
}
