const KEY = 'orrery.connect'

interface Left {
  channelId: string
  /** The page to come back to. */
  path: string
}

/** Leaves to the service that asks the person, and remembers the page to come back to. */
export function leaveToConnect(channelId: string, address: string): void {
  const left: Left = { channelId, path: location.pathname }
  sessionStorage.setItem(KEY, JSON.stringify(left))
  location.assign(address)
}

/** The page that was left for this channel; the account page when it is not known. */
export function wayBack(channelId: string): string {
  try {
    const left = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Partial<Left>
    if (left.channelId === channelId && left.path?.startsWith('/') && !left.path.startsWith('//')) return left.path
  } catch {
    // Nothing was left here.
  }
  return '/account/connectors'
}
