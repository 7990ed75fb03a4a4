import { createBuiltinIcons } from '#domains/ground/upload/shared/builtin-icons.ts'
import { createEndUserFiles } from '#domains/ground/upload/end-user-file.service.ts'
import { createDirectUploadService } from '#domains/ground/upload/direct-upload.service.ts'
import { createUploadRepo } from '#domains/ground/upload/upload.repo.ts'
import { uploadRoutes } from '#domains/ground/upload/upload.routes.ts'
import { createUploadService } from '#domains/ground/upload/upload.service.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Infra } from '#kit/infra.ts'
import type { HandlersOf } from '../ports.ts'

/** Wires file uploads. */
export function wireUploads({ database, blobs, secrets, jobs, clock, config }: Infra, { links }: { links: FileLinks }) {
  const repo = createUploadRepo(database.db)
  const builtins = createBuiltinIcons(blobs)
  const endUserFiles = createEndUserFiles({ db: database.db, blobs, clock })
  const uploads = createUploadService({ repo, blobs, builtins, endUserFiles, clock })
  const direct = createDirectUploadService({ repo, blobs, secrets, jobs, clock })
  const handlers: HandlersOf<'upload'> = {
    upload: uploadRoutes({ uploads, direct, builtins, links, publicUrl: config.publicUrl }),
  }
  return {
    handlers,
    services: { uploads, builtins, directUploads: direct, endUserFiles },
    start: () => direct.startSweeping(),
  }
}
