import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { queryClient } from '#lib/query.ts'
import { parseQuery, writeQuery } from '#lib/query-string.ts'
import { openRoutes } from '#routes/open.routes.tsx'
import { exploreRoute } from '#routes/explore.routes.tsx'
import { homeRoute, rootRoute, signedRoute, visitRoute } from '#routes/root.route.tsx'
import { spaceRoutes } from '#routes/space.routes.tsx'
import { studioRoutes } from '#routes/studio.routes.tsx'
import { FailedRoute } from '#shell/failed-route.tsx'
import { MissingRoute } from '#shell/missing-route.tsx'
import { PendingRoute } from '#shell/pending-route.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  ...openRoutes,
  signedRoute.addChildren([spaceRoutes, ...studioRoutes]),
  visitRoute.addChildren([exploreRoute]),
])

export function createAppRouter(client: QueryClient = queryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient: client },
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    // The query client caches data and knows better how old it is.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingComponent: PendingRoute,
    defaultNotFoundComponent: MissingRoute,
    defaultErrorComponent: FailedRoute,
  })
}
export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
