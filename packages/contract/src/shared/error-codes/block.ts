/** The codes of one domain: a base and an offset for each error. A number never changes, since clients and stored rows hold it. */
export function block<const T extends Record<string, number>>(
  base: number,
  offsets: T,
): Readonly<Record<keyof T, number>> {
  return Object.fromEntries(Object.entries(offsets).map(([name, offset]) => [name, base + offset])) as Record<
    keyof T,
    number
  >
}
