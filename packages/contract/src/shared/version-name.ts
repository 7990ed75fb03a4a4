const parts = (version: string): [number, number, number] | undefined => {
  const [, major, minor, patch] = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/i.exec(version.trim()) ?? []
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

export interface NextVersions {
  patch: string
  minor: string
  major: string
}

/** Returns the possible next versions. Before the first version, counting starts at v0.0.0. */
export function nextVersions(last: string): NextVersions {
  const [major, minor, patch] = parts(last) ?? [0, 0, 0]
  return {
    patch: `v${major}.${minor}.${patch + 1}`,
    minor: `v${major}.${minor + 1}.0`,
    major: `v${major + 1}.0.0`,
  }
}

/** Why a version cannot be the next one: wrong format, or not greater than the last one. */
export function versionFault(version: string, last: string): 'form' | 'order' | undefined {
  const next = parts(version)
  if (!next) return 'form'
  const before = parts(last) ?? [0, 0, 0]
  const at = next.findIndex((part, place) => part !== before[place])
  return at >= 0 && next[at]! > before[at]! ? undefined : 'order'
}
