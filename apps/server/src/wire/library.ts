import { createAtomicCreations } from '#domains/ground/resource/atomic-creation.service.ts'
import { binRoutes } from '#domains/library/bin/bin.routes.ts'
import { createBin } from '#domains/library/bin/bin.service.ts'
import { bundleRoutes } from '#domains/library/bundle/bundle.routes.ts'
import { createBundleService } from '#domains/library/bundle/bundle.service.ts'
import { createCarriedFiles } from '#domains/library/bundle/shared/carried-files.ts'
import { createCreationOptions } from '#domains/library/bundle/shared/creation-options.ts'
import { createTransfers } from '#domains/library/bundle/transfer.service.ts'
import { favoriteRoutes } from '#domains/library/favorite/favorite.routes.ts'
import { createFavoriteService } from '#domains/library/favorite/favorite.service.ts'
import { folderRoutes } from '#domains/library/folder/folder.routes.ts'
import { createFolderService } from '#domains/library/folder/folder.service.ts'
import { createCopyTasks } from '#domains/library/library/copy-task.service.ts'
import { createResourceCopies } from '#domains/library/library/copy.service.ts'
import { libraryRoutes } from '#domains/library/library/library.routes.ts'
import { createLibrary } from '#domains/library/library/library.service.ts'
import { referenceRoutes } from '#domains/library/reference/reference.routes.ts'
import { createReferences } from '#domains/library/reference/reference.service.ts'
import { createSearchIndex } from '#domains/library/search/search-index.service.ts'
import { searchRoutes } from '#domains/library/search/search.routes.ts'
import { createSearchService } from '#domains/library/search/search.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import type { Ground } from './ground.ts'
import type { AppPorts, HandlersOf } from './ports.ts'

/** Wires the library of a space across kinds: lists, folders, favourites, search, copies and files. */
export function wireLibrary(
  infra: Infra,
  { ground, chat }: { ground: Ground; chat: Chat },
  ports: Pick<AppPorts, 'listings'>,
) {
  const { clock, jobs, log, newId } = infra
  const { db, pool } = infra.database
  const { access, links, passport, resources, resourceKinds: kinds, spaces } = ground
  const content = wireContent(infra, { ground, chat })
  const { bundles, creationOptions, resourceCopies } = content
  const favorites = createFavoriteService({ db, clock })
  const folders = createFolderService({ db, resources })
  kinds.register('folder', { remove: (row) => folders.remove(row.id) })
  const search = createSearchService({ pool })
  const index = createSearchIndex({ pool, kinds, log })
  infra.onClose(() => index.stop())
  const mayCopy = (userId: string, id: string) => access.canUser(userId, 'resource', id, 'copy')
  const transfers = createTransfers({
    bundles,
    resources,
    blobs: infra.blobs,
    mayCopy,
    creationOptions,
    defaultModel: (spaceId) => chat.models.defaultId(spaceId),
  })
  const copyTasks = createCopyTasks({
    db,
    jobs,
    newId,
    clock,
    log,
    kinds,
    copies: resourceCopies,
    mayCopy: (userId, { id, projectId }) =>
      projectId ? access.canUser(userId, 'project', projectId, 'copyResource') : mayCopy(userId, id),
    mayRemove: (userId, id) => access.canUser(userId, 'resource', id, 'delete'),
    mayMove: (userId, id) => access.canUser(userId, 'resource', id, 'editInfo'),
    mayCreate: (userId, spaceId) => access.canUser(userId, 'space', spaceId, 'createResource'),
  })
  const rights = { membership: spaces.membership, rolesOf: ground.collaborators.rolesOf }
  const bin = createBin({ resources, kinds, audit: ground.audit, ...rights, jobs, clock, log })
  const references = createReferences({ kinds, resources })
  const handlers: HandlersOf<'bin' | 'bundle' | 'favorite' | 'folder' | 'library' | 'reference' | 'search'> = {
    bin: binRoutes({ bin, people: passport, links }),
    reference: referenceRoutes({ references, resources }),
    bundle: bundleRoutes({ transfers, resources, kinds, spaceName: async (id) => (await spaces.get(id)).name }),
    favorite: favoriteRoutes({ favorites, people: passport, links }),
    folder: folderRoutes({ folders, people: passport, links }),
    library: libraryRoutes({
      library: createLibrary({ db, pool, kinds }),
      copyTasks,
      people: passport,
      links,
      rights,
      listings: (ids) => ports.listings(ids),
    }),
    search: searchRoutes({ search, links }),
  }
  return {
    handlers,
    services: { ...content, bin, favorites, folders, copyTasks, references, transfers, search, searchIndex: index },
    async start() {
      await content.atomicCreations.start()
      await copyTasks.start()
      await bin.start()
      index.start()
    },
  }
}
export type Library = ReturnType<typeof wireLibrary>['services']

/** Wires the content of resources for copies, imports, versions and the marketplace. */
function wireContent(infra: Infra, { ground, chat }: { ground: Ground; chat: Chat }) {
  const { jobs, newId, clock, log, blobs } = infra
  const { access, builtins, resources, resourceKinds: kinds, uploads } = ground
  const atomicCreations = createAtomicCreations({ db: infra.database.db, resources, jobs, newId, clock, log })
  const bundles = createBundleService({ kinds, resources, atomicCreations, log })
  const carriedFiles = createCarriedFiles({ blobs, uploads, builtins })
  const creationOptions = createCreationOptions({ kinds, resources, access, models: chat.models, files: carriedFiles })
  const resourceCopies = createResourceCopies({
    kinds,
    bundles,
    creationOptions,
    mayCopy: (userId, id) => access.canUser(userId, 'resource', id, 'copy'),
  })
  return { atomicCreations, bundles, carriedFiles, creationOptions, resourceCopies }
}
