/** Allowed link targets in answers. All others are shown as text. */
export function safeLink(address: string | undefined): string | null {
  if (!address) return null
  try {
    const url = new URL(address, 'https://relative.invalid')
    // Addresses without a host would lead into this studio, which links of a model must not.
    if (url.hostname === 'relative.invalid') return null
    return /^(https?|mailto):$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/**
 * The address of a picture on this instance, or null. External pictures are not shown, because their host would learn
 * who reads what. A file of the studio is loaded from this instance, whatever the host in its address.
 */
export function ownPicture(address: string | undefined): string | null {
  if (address === undefined) return null
  if (/^\/(files|api)\//.test(address)) return address
  const file = /^https?:\/\/[^/]+(\/api\/file\/[^?#]+\?[^#]*)$/.exec(address)
  return file ? file[1]! : null
}
