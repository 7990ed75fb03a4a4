/**
 * Path, query and hash of an address on this site; undefined for any other. Addresses from links and responses pass
 * through here, which prevents open redirects.
 */
export function ownAddress(address: string, origin: string): string | undefined {
  if (address.trim() === '' || !URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  if (url.origin !== origin) return undefined
  return url.pathname + url.search + url.hash
}
