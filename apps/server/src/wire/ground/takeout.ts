import { takeoutRoutes } from '#domains/ground/takeout/takeout.routes.ts'
import type { ArchiveSource } from '#domains/ground/takeout/takeout-archive.ts'
import { createTakeouts } from '#domains/ground/takeout/takeout.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { HandlersOf } from '../ports.ts'

/** Wires takeouts: a file for a person with all data stored about that person. */
export function wireTakeouts(
  infra: Infra,
  { audit, tableRows }: { audit: AuditService; tableRows: ArchiveSource['tableRows'] },
) {
  const { blobs, clock, jobs, log, newId } = infra
  const { db, pool } = infra.database
  const takeouts = createTakeouts({ db, pool, blobs, jobs, audit, newId, clock, log, tableRows })
  const handlers: HandlersOf<'takeout'> = {
    takeout: takeoutRoutes({ takeouts, publicUrl: infra.config.publicUrl }),
  }
  return { handlers, start: takeouts.start }
}
