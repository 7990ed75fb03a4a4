/** Ports that still lack a provider; once there are none, the ports can be sealed. */
type Seal<Missing> = [Missing] extends [never] ? () => void : { missing: Missing }
/** Parameter type of `provide`: ports that are optional for their users must still be provided. */
type Part<T, K extends keyof T> = { [P in K]-?: Exclude<T[P], undefined> }

export interface Ports<T, Missing extends keyof T = keyof T> {
  /** The ports, to be passed to their users. Reading a port before `seal` throws. */
  use: Readonly<T>
  provide<K extends Missing>(part: Part<T, K>): Ports<T, Exclude<Missing, K>>
  seal: Seal<Missing>
  /** Replaces sealed implementations in tests. */
  replace(part: { [K in keyof T]?: T[K] | undefined }): void
}

/**
 * Interfaces that lower parts of the app need from higher ones. Each port is provided exactly once while the app is
 * wired; `seal` ends the wiring and throws when a port is missing. The types enforce the same at compile time.
 */
export function createPorts<T extends object>(names: { [K in keyof T]-?: true }): Ports<T> {
  const all = Object.keys(names) as (keyof T & string)[]
  const provided: Partial<T> = {}
  let isSealed = false
  const use = {} as T
  for (const name of all) Object.defineProperty(use, name, { enumerable: true, get: () => read(name) })
  function read(name: keyof T & string) {
    if (!isSealed) throw new Error(`The port "${name}" is used before the app is wired`)
    return provided[name]
  }
  function check(part: object) {
    const unknown = Object.keys(part).filter((name) => !all.includes(name as keyof T & string))
    if (unknown.length) throw new Error(`There is no port "${unknown.join('", "')}"`)
  }
  const ports = {
    use,
    provide(part: Partial<T>) {
      check(part)
      if (isSealed) throw new Error(`The ports are sealed: "${Object.keys(part).join('", "')}" comes too late`)
      const twice = Object.keys(part).filter((name) => name in provided)
      if (twice.length) throw new Error(`The port "${twice.join('", "')}" is provided twice`)
      Object.assign(provided, part)
      return ports
    },
    seal() {
      const missing = all.filter((name) => provided[name] === undefined)
      if (missing.length) throw new Error(`Nobody provides the port "${missing.join('", "')}"`)
      isSealed = true
    },
    replace(part: object) {
      check(part)
      if (!isSealed) throw new Error('Only sealed ports can be replaced')
      Object.assign(provided, part)
    },
  }
  return ports as unknown as Ports<T>
}
