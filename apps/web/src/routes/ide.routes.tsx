import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { OpenPage, PageEvents } from '#domains/studio/project/ide/open-page.ts'
import { ProjectIdePage } from '#domains/studio/project/pages/project-ide-page.tsx'
import { queryClient } from '#lib/query.ts'
import { parseQuery, writeQuery } from '#lib/query-string.ts'
import { FailedRoute } from '#shell/failed-route.tsx'
import { MissingRoute } from '#shell/missing-route.tsx'
import { PendingRoute } from '#shell/pending-route.tsx'
import type { RouterContext } from './guards.ts'
import { pages } from './resource-pages.tsx'

/**
 * Pages of resources in a tab: the same routes with the same names as in the studio, without its shell, so that a page
 * works in both places. Each tab has its own address and history.
 */
const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })
const signedRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed' })
const workflowRoute = createRoute({ getParentRoute: () => signedRoute, ...pages.workflow })
const spacesRoute = createRoute({ getParentRoute: () => signedRoute, path: '/space' })
const spaceRoute = createRoute({ getParentRoute: () => spacesRoute, path: '$space_id' })
const { workflow: _, ...spacePages } = pages
const tree = rootRoute.addChildren([
  signedRoute.addChildren([
    workflowRoute,
    spacesRoute.addChildren([
      spaceRoute.addChildren(
        Object.values(spacePages).map((page) => createRoute({ getParentRoute: () => spaceRoute, ...page })),
      ),
    ]),
  ]),
])

const openPage: OpenPage = (href, isOwn) => {
  let events: PageEvents | null = null
  const history = createMemoryHistory({ initialEntries: [href] })
  const router = createRouter({
    routeTree: tree,
    history,
    context: { queryClient },
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPendingMs: 300,
    defaultPendingComponent: PendingRoute,
    defaultNotFoundComponent: MissingRoute,
    defaultErrorComponent: FailedRoute,
  })
  for (const way of ['push', 'replace'] as const) {
    const go = history[way]
    history[way] = (path, state, options) => {
      if (isOwn(path)) return go(path, state, options)
      events?.onLeave(path)
      // Restore the current location of the router.
      void router.load()
    }
  }
  history.subscribe(({ location }) => events?.onMove(location.href))
  return {
    href: () => history.location.href,
    go: (next) => history.push(next),
    listen: (listener) => {
      events = listener
      return () => {
        if (events === listener) events = null
      }
    },
    View: () => <RouterProvider router={router} />,
  }
}

export function ProjectIde() {
  return <ProjectIdePage openPage={openPage} />
}
