/** Enough to catch a slip; the server checks for real. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Where only some domains may register: whether this address is of one of them. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  return domains.length === 0 || domains.includes(domain)
}
