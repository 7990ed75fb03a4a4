/**
 * The codes of one domain: a base, and an offset for each error. Numbers never change: clients and stored rows use
 * them.
 */
export function block<const T extends Record<string, number>>(
  base: number,
  offsets: T,
): Readonly<Record<keyof T, number>> {
  return Object.fromEntries(Object.entries(offsets).map(([name, offset]) => [name, base + offset])) as Record<
    keyof T,
    number
  >
}
