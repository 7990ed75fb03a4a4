import { openAppRoutes } from '#domains/reach/open/open-app.routes.ts'
import { createOpenRepo } from '#domains/reach/open/open.repo.ts'
import type { MarketService } from '#domains/market/market/market.service.ts'
import type { VariableService } from '#domains/resources/variable/variable.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Projects } from '../studio/project.ts'

/** Apps, folders and templates for programs from outside. */
export function wireOpenApps(
  infra: Infra,
  { links, resources }: Ground,
  { folders, projectPublishing }: Projects,
  { market }: { market: MarketService },
  { variables }: { variables: VariableService },
) {
  const handlers: HandlersOf<'openApp'> = {
    openApp: openAppRoutes({
      repo: createOpenRepo(infra.database.db),
      resources,
      folders,
      publishing: projectPublishing,
      variables,
      market,
      linkOf: (key) => (key ? new URL(links.make(key), infra.config.publicUrl).href : ''),
    }),
  }
  return { handlers }
}
