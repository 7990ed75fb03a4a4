/** Increments the patch number of a version. */
export function nextPatch(version: string): string {
  const [major = '0', minor = '0', patch = '0'] = version.split(/[-+]/)[0]!.split('.')
  return `${major}.${minor}.${BigInt(patch) + 1n}`
}
