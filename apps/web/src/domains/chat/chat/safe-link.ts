/** Allowed link targets in answers. Anything else shows as text. */
export function safeLink(address: string | undefined): string | null {
  if (!address) return null
  try {
    const url = new URL(address, 'https://relative.invalid')
    // Addresses without a host would lead into this studio, where links of a model must not lead.
    if (url.hostname === 'relative.invalid') return null
    return /^(https?|mailto):$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/**
 * The address of a picture here, or null. Pictures are only shown from here: one from elsewhere would tell its host who reads
 * what. A file of the studio is taken from here by whatever name its host goes.
 */
export function ownPicture(address: string | undefined): string | null {
  if (address === undefined) return null
  if (/^\/(files|api)\//.test(address)) return address
  const file = /^https?:\/\/[^/]+(\/api\/file\/[^?#]+\?[^#]*)$/.exec(address)
  return file ? file[1]! : null
}
