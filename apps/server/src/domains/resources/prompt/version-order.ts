/** Parses a version of the strict form x.y.z, as the SDKs expect. */
export function placeOf(version: string): [number, number, number] | undefined {
  const [, major, minor, patch] = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version) ?? []
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}
/** Negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [placeOf(a) ?? [0, 0, 0], placeOf(b) ?? [0, 0, 0]]
  const at = left.findIndex((number, place) => number !== right[place])
  return at < 0 ? 0 : left[at]! - right[at]!
}
/** The default name of the next version. */
export function nextPatch(last: string): string {
  const place = placeOf(last)
  return place ? `${place[0]}.${place[1]}.${place[2] + 1}` : '0.0.1'
}
