import type { FolderService } from '#domains/library/folder/folder.service.ts'
import type { OpenRepo } from './open.repo.ts'

export interface AppRequest {
  spaceId: string
  /** Undefined: published or not. */
  isPublished: boolean | undefined
  page: number
  size: number
}

/** Apps of a space with their folders. */
export function createOpenApps({ repo, folders }: { repo: OpenRepo; folders: Pick<FolderService, 'placesOf'> }) {
  return {
    async list(request: AppRequest) {
      const { rows, total } = await repo.apps(request)
      const places = await folders.placesOf(rows.map(({ id }) => id))
      return { total, apps: rows.map((head) => ({ head, folderId: places.get(head.id) ?? '' })) }
    },
  }
}
export type OpenApps = ReturnType<typeof createOpenApps>
