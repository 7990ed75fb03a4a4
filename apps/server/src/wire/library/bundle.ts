import type { Porters } from '#domains/library/bundle/bundle-types.ts'
import { bundleRoutes } from '#domains/library/bundle/bundle.routes.ts'
import { createBundleService } from '#domains/library/bundle/bundle.service.ts'
import { createInstanceTargets } from '#domains/library/bundle/instance-target.ts'
import { createBotPorter } from '#domains/library/bundle/porters/bot-porter.ts'
import {
  createDatabasePorter,
  createKnowledgePorter,
  createPromptPorter,
} from '#domains/library/bundle/porters/data-porters.ts'
import { createPluginPorter } from '#domains/library/bundle/porters/plugin-porter.ts'
import { createProjectPorter } from '#domains/library/bundle/porters/project-porter.ts'
import { createWorkflowPorter } from '#domains/library/bundle/porters/workflow-porter.ts'
import { createResourceCopies } from '#domains/library/bundle/resource-copy.ts'
import { createTransfers } from '#domains/library/bundle/transfer.service.ts'
import { createAtomicCreations } from '#domains/ground/resource/atomic-creation.service.ts'
import { nodeTypes } from '#domains/flow/workflow/node-catalog.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import type { ProjectRepo } from '#domains/studio/project/project.repo.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'

interface Services {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  flow: Flow
}

/** Resources as content that can be copied, kept and brought back. */
export function wireBundles(infra: Infra, services: Services & { bots: BotService; projectRepo: ProjectRepo }) {
  const { clock, newId, jobs, log, blobs } = infra
  const { ground, chat, resources: kinds, flow, bots, projectRepo } = services
  const { access, builtins, resources, uploads } = ground
  const targets = createInstanceTargets({
    blobs,
    builtins,
    uploads,
    resources,
    models: chat.models,
    toolsets: kinds.toolsets,
    access,
  })
  const porters: Porters = {
    project: createProjectPorter({
      resources,
      inside: (id) => projectRepo.inside(id),
      variables: kinds.variables,
      conversations: flow.projectConversations,
    }),
    prompt: createPromptPorter({ prompts: kinds.prompts }),
    plugin: createPluginPorter({
      contents: kinds.pluginContents,
      publish: async (id, userId) =>
        void (await kinds.pluginVersions.publish(id, userId, { name: '', description: '', privacy: null }, '')),
    }),
    knowledge: createKnowledgePorter(kinds.knowledgeParts),
    database: createDatabasePorter({ databases: kinds.databases, records: kinds.databaseRecords }),
    workflow: createWorkflowPorter({
      workflows: flow.workflows,
      versions: flow.workflowVersions,
      roles: flow.chatRoles,
    }),
    bot: createBotPorter({ bots, newId, storeIcon: targets.storeIcon }),
  }
  const atomicCreations = createAtomicCreations({ db: infra.database.db, resources, jobs, newId, clock, log })
  const bundles = createBundleService({ porters, resources, atomicCreations, log })
  return {
    services: { bundles, atomicCreations, porters, creationOptions: targets.creationOptions },
    start: () => atomicCreations.start(),
  }
}
export type Bundles = ReturnType<typeof wireBundles>['services']

/** Files and copies of resources with what they need, and several resources removed at once. */
export function wireTransfers(
  infra: Infra,
  services: Services & { bundles: Bundles; bots: BotService; projects: ProjectService },
) {
  const { ground, chat, library, resources: kinds, flow, bots, projects } = services
  const { access, resources, spaces } = ground
  const { bundles, creationOptions } = services.bundles
  const { knowledgeCopies, knowledgeParts, plugins, prompts } = kinds
  const mayCopy = (userId: string, id: string) => access.canUser(userId, 'resource', id, 'copy')
  const transfers = createTransfers({
    bundles,
    resources,
    blobs: infra.blobs,
    knownNodeTypes: new Set(nodeTypes.map((nodeType) => nodeType.type)),
    mayCopy,
    creationOptions,
    defaultModel: (spaceId) => chat.models.defaultId(spaceId),
  })
  const copies = createResourceCopies({ bundles, resources, bus: infra.bus, creationOptions, mayCopy })
  const { copy, move } = copies
  library.library.registerCopier('plugin', { copy: plugins.copy, move: plugins.move })
  library.library.registerCopier('prompt', { copy: prompts.copy })
  library.library.registerCopier('workflow', { copy, move: flow.workflows.move })
  library.library.registerCopier('knowledge', { copy: knowledgeCopies.copy, move })
  library.library.registerCopier('database', { copy, move })
  // A table is not among them: its rows belong to people, and stay with the table.
  library.library.registerRemover('workflow', (row) => flow.workflows.remove([row.id]))
  library.library.registerRemover('plugin', (row, userId) => plugins.remove(row.id, userId, ''))
  library.library.registerRemover('knowledge', (row, userId) => knowledgeParts.datasets.remove(row.id, userId))
  library.library.registerRemover('prompt', async (row) => void (await prompts.remove(row.id)))
  const handlers: HandlersOf<'bundle'> = {
    bundle: bundleRoutes({
      transfers,
      resources,
      spaceName: async (id) => (await spaces.get(id)).name,
      removers: {
        bot: (row, userId) => bots.remove(row.id, userId),
        project: (row, userId) => projects.remove(row.id, userId),
        workflow: (row) => flow.workflows.remove([row.id]),
        plugin: (row, userId, address) => plugins.remove(row.id, userId, address),
        knowledge: (row, userId) => knowledgeParts.datasets.remove(row.id, userId),
        database: (row, userId) => kinds.databases.remove(row.id, userId),
        prompt: async (row) => void (await prompts.remove(row.id)),
        folder: (row) => library.folders.remove(row.id),
      },
    }),
  }
  return { handlers, services: { transfers } }
}
