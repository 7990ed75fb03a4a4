/** Paths into JSON without filters or wildcards: each costs one step, so that none can take long. */
export const JSON_PATH_LIMIT = 500

type Step = string | number
const step = /\.([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\[(?:'([^'\\]*)'|"([^"\\]*)")\]/y

/** The steps of a path like `$.messages[0].content`; undefined when it is none. A bare name counts as well. */
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

/** What stands at a path; undefined when nothing does. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  let found = value
  for (const one of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, one)) return undefined
    found = (found as Record<Step, unknown>)[one]
  }
  return found
}
