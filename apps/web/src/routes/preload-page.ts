import type { AnyRouter } from '@tanstack/react-router'
import { loadStudioFrame } from '#shell/load-studio-frame.ts'
import { signedRoute } from './root.route.tsx'

/** Loads the page at the address, and the page to which it redirects. */
export async function loadPage(router: AnyRouter): Promise<void> {
  for (let from = ''; from !== router.latestLocation.href;) {
    from = router.latestLocation.href
    await router.load()
  }
}

/** Loads the code of the page in parallel with the first calls, not after them. */
export function preloadPage(router: AnyRouter): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {})
  if (routes.some(({ id }) => id === signedRoute.id)) loadStudioFrame().catch(() => {})
}
