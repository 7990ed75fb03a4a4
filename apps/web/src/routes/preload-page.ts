import { loadStudioFrame } from '#shell/load-studio-frame.ts'
import type { AppRouter } from '../router.tsx'
import { signedRoute } from './root.route.tsx'

/** The page at the address, or at the one that it leads on to. */
export async function loadPage(router: AppRouter): Promise<void> {
  for (let from = ''; from !== router.latestLocation.href;) {
    from = router.latestLocation.href
    await router.load()
  }
}

/** Fetches the code of the page beside the first answers of the server, not after them. */
export function preloadPage(router: AppRouter): void {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matched) router.loadRouteChunk(route)?.catch(() => {})
  if (matched.some(({ id }) => id === signedRoute.id)) loadStudioFrame().catch(() => {})
}
