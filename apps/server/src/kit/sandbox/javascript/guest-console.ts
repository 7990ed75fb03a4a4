export interface GuestConsole {
  lines: string[]
}

/** Runs inside the isolate, as source text. Collects what the code prints, up to a limit. */
export function guestConsole(maxLines: number, maxLength: number): GuestConsole {
  const { stringify } = JSON
  const lines: string[] = []
  let left = maxLength
  const show = (value: unknown): string => {
    if (typeof value === 'string') return value
    if (typeof value === 'function') return `[Function: ${value.name || 'anonymous'}]`
    if (typeof value === 'bigint') return `${value}n`
    if (value instanceof Error) return value.stack ?? String(value)
    if (value instanceof Map) return `Map ${show([...value])}`
    if (value instanceof Set) return `Set ${show([...value])}`
    if (typeof value !== 'object' || value === null) return String(value)
    try {
      return stringify(value) ?? String(value)
    } catch {
      return Object.prototype.toString.call(value)
    }
  }
  const print = (...values: unknown[]) => {
    if (left <= 0) return
    for (const line of values.map(show).join(' ').slice(0, left).split('\n')) {
      if (lines.length >= maxLines) left = 0
      if (left <= 0) return
      lines.push(line)
      left -= line.length + 1
    }
  }
  const console = {
    log: print,
    info: print,
    warn: print,
    error: print,
    debug: print,
    trace: print,
    dir: print,
    table: print,
  }
  Object.assign(globalThis, { console })
  return { lines }
}
