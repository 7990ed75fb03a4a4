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
 * Opens a page in a new window. The window is opened at once, while the browser still attributes it to the click, and
 * navigated when the address is known. If the address cannot be loaded, the "not found" page is shown.
 */
export async function openInNewWindow(getUrl: UrlGetter, deps: WindowDeps = browser): Promise<void> {
  const opened = deps.open()
  // The opened page must not be able to access this one.
  if (opened) opened.opener = null
  try {
    const address = await getUrl()
    if (!address) {
      logMissingUrl(deps.say)
      opened?.close()
    } else if (opened) opened.location.replace(address)
    // If popups are blocked, use the same window.
    else deps.assign(address)
  } catch {
    if (opened) opened.location.replace(notFoundAddress)
    else deps.assign(notFoundAddress)
  }
}

/** Navigates without the router of the app, for external addresses. */
export function jump(address: string | undefined, deps: Pick<WindowDeps, 'assign' | 'say'> = browser): void {
  if (address) deps.assign(address)
  else logMissingUrl(deps.say)
}

function logMissingUrl(say: typeof log): void {
  say({ name: 'page_jump', level: 'error', message: 'page jump error: no url provided' })
}
