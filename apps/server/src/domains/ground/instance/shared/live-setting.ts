import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import type { SettingsService } from '../settings.service.ts'

export interface LiveSetting<T> {
  get(): T
  set(value: T): Promise<void>
  /** Reads what is stored: once at the start, and by itself whenever a process changes it. */
  load(): Promise<void>
}

/** A setting that is read without waiting: it stands in memory, and is read again when any process changes it. */
export function createLiveSetting<T>(
  { settings, bus, log }: { settings: SettingsService; bus: Bus; log: Log },
  key: string,
  initial: T,
  onChange: (value: T) => void = () => {},
): LiveSetting<T> {
  let value = initial
  const take = (next: T) => {
    value = next
    onChange(next)
  }
  const load = async () => take((await settings.get<T>(key)) ?? initial)
  bus.subscribe('instance', (changed) => {
    if (changed === key || changed === '*')
      load().catch((cause: unknown) => log.error({ err: cause, key }, 'a changed setting could not be read'))
  })
  return {
    get: () => value,
    load,
    async set(next) {
      await (next === null ? settings.remove(key) : settings.set(key, next))
      take(next)
    },
  }
}
