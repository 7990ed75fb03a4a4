import { favoriteRoutes } from '#domains/library/favorite/favorite.routes.ts'
import { createFavoriteService } from '#domains/library/favorite/favorite.service.ts'
import { folderRoutes } from '#domains/library/folder/folder.routes.ts'
import { createFolderService } from '#domains/library/folder/folder.service.ts'
import { createSearchIndex } from '#domains/library/search/search-index.service.ts'
import { searchRoutes } from '#domains/library/search/search.routes.ts'
import { createSearchService } from '#domains/library/search/search.service.ts'
import { libraryRoutes } from '#domains/resources/plugin/library.routes.ts'
import { createLibrary } from '#domains/resources/plugin/library.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from './ground.ts'
import type { HandlersOf } from './ports.ts'

/** What a space has, across kinds: lists, folders, favourites, search. */
export function wireLibrary(infra: Infra, { ground }: { ground: Ground }) {
  const { clock, jobs, log, newId } = infra
  const { db, pool } = infra.database
  const { access, links, passport, resources } = ground
  const favorites = createFavoriteService({ db, clock })
  const folders = createFolderService({ db, resources })
  const search = createSearchService({ pool })
  const index = createSearchIndex({ pool, log })
  infra.onClose(() => index.stop())
  const library = createLibrary({
    db,
    jobs,
    newId,
    clock,
    log,
    mayCopy: (userId, id) => access.canUser(userId, 'resource', id, 'copy'),
    mayRemove: (userId, id) => access.canUser(userId, 'resource', id, 'delete'),
    mayMove: (userId, id) => access.canUser(userId, 'resource', id, 'editInfo'),
    mayCreate: (userId, spaceId) => access.canUser(userId, 'space', spaceId, 'createResource'),
  })
  const rights = { membership: ground.spaces.membership, isEditor: ground.collaborators.isEditor }
  const handlers: HandlersOf<'favorite' | 'folder' | 'library' | 'search'> = {
    favorite: favoriteRoutes({ favorites, people: passport, links }),
    folder: folderRoutes({ folders, people: passport, links }),
    library: libraryRoutes({ library, people: passport, links, rights }),
    search: searchRoutes({ search, links }),
  }
  return {
    handlers,
    services: { favorites, folders, library, search, searchIndex: index },
    async start() {
      await library.start()
      index.start()
    },
  }
}
export type Library = ReturnType<typeof wireLibrary>['services']
