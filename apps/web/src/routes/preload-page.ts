import type { AnyRouter } from '@tanstack/react-router'
import { loadStudioFrame } from '#shell/load-studio-frame.ts'
import { signedRoute } from './root.route.tsx'

/** The page at the address, or at the one that it leads on to. */
export async function loadPage(router: AnyRouter): Promise<void> {
  for (let from = ''; from !== router.latestLocation.href;) {
    from = router.latestLocation.href
    await router.load()
  }
}

/** Fetches the code of the page beside the first answers of the server, not after them. */
export function preloadPage(router: AnyRouter): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {})
  if (routes.some(({ id }) => id === signedRoute.id)) loadStudioFrame().catch(() => {})
}
