/** An unused name: the stem, or the stem with a number. */
export function freeName(list: readonly { name?: string }[], stem = 'input'): string {
  const taken = new Set(list.map((item) => item?.name))
  if (!taken.has(stem)) return stem
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`
}
