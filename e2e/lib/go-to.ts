import type { Page } from 'playwright-core'

/** The parts of the app's router, and of the queries that it carries, that a move needs. */
interface Running {
  routesByPath: object
  latestLocation: { href: string }
  state: { status: string; resolvedLocation?: { href: string } }
  options: {
    context: {
      queryClient: {
        removeQueries: (filter: { type: 'inactive' }) => void
        invalidateQueries: (filter: { predicate: (query: { state: { dataUpdatedAt: number } }) => boolean }) => unknown
      }
    }
  }
}

/**
 * Opens an address as a link of the app does, at a quarter of the cost of loading it. Nothing that was fetched before is
 * shown again, so calls that a test has made meanwhile count. The page is loaded where the app does not run yet, where the
 * address is shown already, and from the workspace of a project, which has a router of its own. A test that is about
 * loading (a first visit, a reload, sessions, languages) uses `page.goto`.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  // A page that was just loading something else forgets the move.
  const hasMoved = await move(page, address).catch(() => false)
  if (!hasMoved) await page.goto(address)
}

const move = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(async (next) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: Running }
    if (!router || !('/inbox' in router.routesByPath) || location.pathname.includes('/project-ide/')) return false
    const target = new URL(next, location.href)
    if (target.origin !== location.origin || target.href === location.href) return false
    const { queryClient } = router.options.context
    const begun = Date.now()
    queryClient.removeQueries({ type: 'inactive' })
    history.pushState({}, '', target)
    // `latestLocation` changes at once. The rest follows in a transition, which starts some frames later on a busy page. While
    // the code of a page is loading, React keeps the previous page mounted but hidden, and shows it again on the way back.
    const hasArrived = () =>
      router.state.status === 'idle' &&
      router.state.resolvedLocation?.href === router.latestLocation.href &&
      !document.querySelector('[data-pending-route]')
    await new Promise<void>((resolve) => {
      const look = () => (hasArrived() ? resolve() : requestAnimationFrame(look))
      requestAnimationFrame(look)
    })
    // The frame around the page stays: what it shows may have changed as well.
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt < begun })
    return true
  }, address)
