import { log } from './log.ts'

export const notFoundAddress = '/404'

interface OpenedWindow {
  location: { replace: (address: string) => void }
  close: () => void
  opener: unknown
}
export interface WindowDeps {
  open: () => OpenedWindow | null
  assign: (address: string) => void
  say: typeof log
}

const browser: WindowDeps = {
  open: () => globalThis.open('about:blank', '_blank'),
  assign: (address) => location.assign(address),
  say: log,
}

type UrlGetter = () => string | undefined | Promise<string | undefined>

/**
 * Opens a page in a new window. The window is opened at once, while the browser still sees the press of the person, and
 * led on when the address is known. An address that cannot be had leads to the page that says so.
 */
export async function openInNewWindow(getUrl: UrlGetter, deps: WindowDeps = browser): Promise<void> {
  const opened = deps.open()
  // The page that opens must not be able to reach back into this one.
  if (opened) opened.opener = null
  try {
    const address = await getUrl()
    if (!address) {
      sayNoUrl(deps.say)
      opened?.close()
    } else if (opened) opened.location.replace(address)
    // Popups are blocked: the same window is better than nothing.
    else deps.assign(address)
  } catch {
    if (opened) opened.location.replace(notFoundAddress)
    else deps.assign(notFoundAddress)
  }
}

/** Leaves the app's own router: for addresses that came from elsewhere. */
export function jump(address: string | undefined, deps: Pick<WindowDeps, 'assign' | 'say'> = browser): void {
  if (address) deps.assign(address)
  else sayNoUrl(deps.say)
}

function sayNoUrl(say: typeof log): void {
  say({ name: 'page_jump', level: 'error', message: 'page jump error: no url provided' })
}
