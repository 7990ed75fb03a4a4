import { flagsPolling, flagsTimeout, minFlagsTimeout } from './constants.ts'
import { createStore } from './store.ts'

export type Flags = Readonly<Record<string, boolean>>

export interface FlagDeps {
  load: (signal: AbortSignal) => Promise<unknown>
  cache: { read: () => unknown; write: (flags: Flags) => void }
  /** A failed load is an error instead of a fallback to cached flags. */
  strict?: boolean
  timeout?: number
}

/** Switches that the owner of an instance sets: loaded at start, and cached for a start without the server. */
export function createFlags<K extends string = string>({
  load,
  cache,
  strict = false,
  timeout = flagsTimeout,
}: FlagDeps) {
  const { current, set, subscribe, use } = createStore<Flags | undefined>(undefined)
  let polling: ReturnType<typeof setTimeout> | undefined

  const fetchOnce = async () => {
    const fresh = checked(await withTimeout(load, Math.max(timeout, minFlagsTimeout)))
    cache.write(fresh)
    set(fresh)
  }
  function isOn(key: K, flags = current()): boolean {
    if (!flags) throw new Error(`The feature flag ${key} was read before the flags were loaded`)
    // Inherited properties such as `constructor` are not flags.
    return Object.hasOwn(flags, key) && flags[key] === true
  }
  const poll = () => {
    polling = setTimeout(() => {
      fetchOnce().catch(poll)
    }, flagsPolling)
  }

  return {
    /** Resolves when flags can be read: those of the server, or after the timeout the cached ones, or none. */
    async start(): Promise<void> {
      try {
        await fetchOnce()
      } catch (error) {
        if (strict) throw error
        set(readCache(cache))
        poll()
      }
    },
    stop: () => clearTimeout(polling),
    /** Applies a change by the owner in this browser at once. */
    reload: fetchOnce,
    isOn,
    all(): Flags {
      const flags = current()
      if (!flags) throw new Error('The feature flags were read before they were loaded')
      return flags
    },
    onChange: subscribe,
    use: (key: K): boolean => use((flags) => isOn(key, flags)),
  }
}

function checked(value: unknown): Flags {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The flags are not an object')
  const wrong = Object.entries(value).find(([, flag]) => typeof flag !== 'boolean')
  if (wrong) throw new Error(`The feature flag ${wrong[0]} is not a boolean`)
  return value as Flags
}

function readCache(cache: FlagDeps['cache']): Flags {
  try {
    return checked(cache.read())
  } catch {
    return {}
  }
}

async function withTimeout(load: FlagDeps['load'], timeout: number): Promise<unknown> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The feature flags did not load within ${timeout} ms`))
      abort.abort()
    }, timeout)
  })
  try {
    return await Promise.race([load(abort.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
