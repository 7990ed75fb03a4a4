/** Cohen's kappa of two people over the same rows; undefined when chance alone explains everything. */
export function cohenKappa(pairs: readonly (readonly [string, string])[]): number | undefined {
  if (!pairs.length) return undefined
  const names = new Set(pairs.flat())
  const share = (count: number) => count / pairs.length
  const seen = share(pairs.filter(([a, b]) => a === b).length)
  let byChance = 0
  for (const name of names)
    byChance += share(pairs.filter(([a]) => a === name).length) * share(pairs.filter(([, b]) => b === name).length)
  return byChance === 1 ? undefined : (seen - byChance) / (1 - byChance)
}
