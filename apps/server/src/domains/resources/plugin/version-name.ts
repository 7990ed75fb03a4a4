const parts = (name: string): [number, number, number] | undefined => {
  const match = /^v(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(name)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}
export const isVersionName = (name: string) => parts(name) !== undefined
export function isHigher(name: string, than: string): boolean {
  const [mine, last] = [parts(name), parts(than)]
  if (!mine || !last) return mine !== undefined
  for (const [index, part] of mine.entries()) if (part !== last[index]) return part > last[index]!
  return false
}
export function nextVersion(last: string): string {
  const known = parts(last)
  return known ? `v${known[0]}.${known[1]}.${known[2] + 1}` : 'v1.0.0'
}
