/** JSON paths without filters or wildcards: each step takes constant time, so no path can be slow. */
export const JSON_PATH_LIMIT = 500

type Step = string | number
const step = /\.([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\[(?:'([^'\\]*)'|"([^"\\]*)")\]/y

/** Parses a path such as `$.messages[0].content`; undefined if it is invalid. A bare name is valid too. */
export function parsePath(path: string): Step[] | undefined {
  if (path.length > JSON_PATH_LIMIT) return undefined
  const text = path.startsWith('$') ? path.slice(1) : path && !/^[.[]/.test(path) ? `.${path}` : path
  const steps: Step[] = []
  step.lastIndex = 0
  while (step.lastIndex < text.length) {
    const found = step.exec(text)
    if (!found) return undefined
    const [, name, index, single, double] = found
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index))
  }
  return steps
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  let found = value
  for (const one of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, one)) return undefined
    found = (found as Record<Step, unknown>)[one]
  }
  return found
}
