import { and, asc, eq, inArray } from 'drizzle-orm'
import { bundleRoutes } from '#domains/library/bundle/bundle.routes.ts'
import { portableKinds } from '#domains/library/bundle/bundle-types.ts'
import { createTransfers } from '#domains/library/bundle/transfer.service.ts'
import type { CopyTarget } from '#domains/resources/plugin/library.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { createSearchIndex } from '#domains/library/search/search-index.service.ts'
import { searchRoutes } from '#domains/library/search/search.routes.ts'
import { createSearchService } from '#domains/library/search/search.service.ts'
import { nodeTypes } from '#domains/flow/workflow/node-catalog.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { ProjectNeighbours, Projects } from '../studio/project.ts'

/** The library across kinds: search, files, copies with what they need, several at once. */
export function wireLibrary(infra: Infra, ground: Ground, near: ProjectNeighbours, projects: Projects) {
  const { pool, db } = infra.database
  const { access, links, resources, spaces } = ground
  const { bundles, creationOptions } = projects
  const actorOf = (userId: string) => ({ userId, isInstanceOwner: false })
  const mayCopy = (userId: string, id: string) => access.can(actorOf(userId), 'resource', id, 'copy')
  const index = createSearchIndex({ pool, log: infra.log })
  const search = createSearchService({ pool })
  infra.onClose(() => index.stop())
  const transfers = createTransfers({
    bundles,
    resources,
    blobs: infra.blobs,
    knownNodeTypes: new Set(nodeTypes.map((nodeType) => nodeType.type)),
    everythingIn: (spaceId) =>
      db
        .select()
        .from(resource)
        .where(and(eq(resource.spaceId, spaceId), inArray(resource.kind, [...portableKinds])))
        .orderBy(asc(resource.createdAt), asc(resource.id)),
    mayCopy,
    creationOptions,
    defaultModel: (spaceId) => near.models.models.defaultId(spaceId),
  })

  /** One resource for another place, with what it needs when that is another space. */
  async function copy(id: string, target: CopyTarget): Promise<string> {
    const { userId, spaceId, projectId } = target
    const { items } = await bundles.collect({
      roots: [id],
      userId,
      withRows: false,
      follows: async (row) => row.spaceId !== spaceId && (await mayCopy(userId, row.id)),
    })
    const parts = items.map((item) => (item.id === id && target.name ? { ...item, name: target.name } : item))
    const made = await bundles.create(parts, { ...creationOptions({ spaceId, userId, projectId }), publishes: true })
    return made.ids.get(id)!
  }
  async function move(id: string, userId: string, projectId: string | undefined): Promise<void> {
    await resources.touch(id, userId, { projectId: projectId ?? null })
    await infra.bus.publish('database', id)
  }
  const { library } = near.plugins
  library.registerCopier('workflow', {
    copy,
    move: (id, userId, projectId) => near.workflows.workflows.move(id, userId, projectId),
  })
  library.registerCopier('knowledge', { copy: near.knowledge.knowledgeCopies.copy, move })
  library.registerCopier('database', { copy, move })

  const { datasets } = near.knowledge.knowledgeParts
  // A table is not among them: its rows belong to people, and stay with the table.
  library.registerRemover('workflow', (row) => near.workflows.workflows.remove([row.id]))
  library.registerRemover('plugin', (row, userId) => near.plugins.plugins.remove(row.id, userId, ''))
  library.registerRemover('knowledge', (row, userId) => datasets.remove(row.id, userId))
  library.registerRemover('prompt', async (row) => void (await near.bots.prompts.remove(row.id)))
  const handlers: HandlersOf<'bundle' | 'search'> = {
    search: searchRoutes({ search, links }),
    bundle: bundleRoutes({
      transfers,
      resources,
      spaceName: async (id) => (await spaces.get(id)).name,
      removers: {
        bot: (row, userId) => near.bots.bots.remove(row.id, userId),
        project: (row, userId) => projects.projects.remove(row.id, userId),
        workflow: (row) => near.workflows.workflows.remove([row.id]),
        plugin: (row, userId, address) => near.plugins.plugins.remove(row.id, userId, address),
        knowledge: (row, userId) => datasets.remove(row.id, userId),
        database: (row, userId) => near.data.databases.remove(row.id, userId),
        prompt: async (row) => void (await near.bots.prompts.remove(row.id)),
        folder: (row) => projects.folders.remove(row.id),
      },
    }),
  }
  return {
    handlers,
    services: { searchIndex: index, search, transfers },
    async start() {
      index.start()
    },
  }
}
