import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import type { SettingsService } from '../settings.service.ts'

export interface LiveSetting<T> {
  get(): T
  set(value: T): Promise<void>
  /** Loads the stored value at startup; it is reloaded automatically when a process changes it. */
  load(): Promise<void>
}

/** A setting that can be read synchronously: it is held in memory and reloaded when any process changes it. */
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
