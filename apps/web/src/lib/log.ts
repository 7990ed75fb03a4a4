import type { logLevels } from './constants.ts'

type LogLevel = (typeof logLevels)[number]

export interface LogEntry {
  /** The event, not its message. */
  name: string
  message: string
  level: LogLevel
  stack?: string
  extra?: Record<string, unknown>
}
export type LogSink = (entry: LogEntry) => void

const sinks = new Set<LogSink>()

/** Additional log targets besides the console, such as the log of the server. */
export function addLogSink(sink: LogSink): () => void {
  sinks.add(sink)
  return () => void sinks.delete(sink)
}

const consoleOf: Record<LogLevel, 'info' | 'warn' | 'error'> = {
  info: 'info',
  success: 'info',
  warning: 'warn',
  error: 'error',
  fatal: 'error',
}

/** Never throws: a failed log entry must not break the page. */
export function log(entry: LogEntry): void {
  try {
    console[consoleOf[entry.level]](`[${entry.level}] ${entry.name}: ${entry.message}`, entry.extra ?? '')
    for (const sink of sinks) sink(entry)
  } catch {
    // There is no way left to report this.
  }
}
