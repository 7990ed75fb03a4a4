/**
 * The path, query and hash of an address of this site; undefined for any other. Addresses that come with a link or an
 * answer go through it, so that nobody can be sent elsewhere by one.
 */
export function ownAddress(address: string, origin: string): string | undefined {
  if (address.trim() === '' || !URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  if (url.origin !== origin) return undefined
  return url.pathname + url.search + url.hash
}
