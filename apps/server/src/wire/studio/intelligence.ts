import { comparisonRoutes } from '#domains/studio/comparison/comparison.routes.ts'
import { deployRoutes } from '#domains/studio/project/deploy.routes.ts'
import { takeoutRoutes } from '#domains/ground/takeout/takeout.routes.ts'
import { createTakeouts } from '#domains/ground/takeout/takeout.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground, HandlersOf } from '../ground.ts'

/** What stands beside bots and projects: two set-ups side by side, versions in service, and what is kept of a person. */
export function wireIntelligence(infra: Infra, { audit, links }: Ground) {
  const { blobs, clock, jobs, log, newId } = infra
  const { db, pool } = infra.database
  const takeouts = createTakeouts({ db, pool, blobs, jobs, audit, newId, clock, log })
  const handlers: HandlersOf<'botComparison' | 'oceanDeploy' | 'takeout'> = {
    botComparison: comparisonRoutes({ db, clock }),
    oceanDeploy: deployRoutes(db),
    takeout: takeoutRoutes({ takeouts, links, publicUrl: infra.config.publicUrl }),
  }
  return { handlers, start: takeouts.start }
}
