/** Catches typing mistakes; the server validates fully. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Whether the address belongs to one of the domains that may register. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  return domains.length === 0 || domains.includes(domain)
}
