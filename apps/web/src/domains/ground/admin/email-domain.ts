/** As the server takes them: example.org, without anything before or after. */
const wellFormed = /^[\w-]+(\.[\w-]+)+$/

/** A whole address was typed: use its domain. */
export function readDomain(typed: string): string | undefined {
  const domain = typed.trim().toLowerCase().split('@').at(-1) ?? ''
  return wellFormed.test(domain) ? domain : undefined
}
