/** The rule of the server: a plain domain such as example.org. */
const wellFormed = /^[\w-]+(\.[\w-]+)+$/

/** Reads a domain; of a whole address its domain. */
export function readDomain(typed: string): string | undefined {
  const domain = typed.trim().toLowerCase().split('@').at(-1) ?? ''
  return wellFormed.test(domain) ? domain : undefined
}
