const KEY = 'orrery.connect'

interface PendingConnect {
  channelId: string
  /** The page to return to. */
  path: string
}

/** Goes to the service where the person gives consent, and remembers the page to return to. */
export function leaveToConnect(channelId: string, address: string): void {
  const left: PendingConnect = { channelId, path: location.pathname }
  sessionStorage.setItem(KEY, JSON.stringify(left))
  location.assign(address)
}

/** The page from which the person left for this channel; the account page if it is unknown. */
export function returnAddress(channelId: string): string {
  try {
    const left = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Partial<PendingConnect>
    if (left.channelId === channelId && left.path?.startsWith('/') && !left.path.startsWith('//')) return left.path
  } catch {
    // No page is stored.
  }
  return '/account/connectors'
}
