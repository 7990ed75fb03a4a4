import { CustomError, isChunkLoadError, isHandledElsewhere } from './error-kinds.ts'
import { type LogEntry, log } from './log.ts'

type Say = (entry: LogEntry) => void

/** Takes whatever was thrown into the log, by what it is. Gives back whether it was of a known kind. */
function logKnown(error: unknown, say: Say): boolean {
  if (isHandledElsewhere(error)) return true
  if (isChunkLoadError(error)) {
    const { message, stack } = error as Error
    say({ name: 'chunk_load_error', level: 'info', message, stack })
    return true
  }
  if (error instanceof CustomError) {
    // Twice: once under the name of its event, for counting, and once as the error it is, for its stack.
    const { eventName, message, extension, stack } = error
    say({ name: eventName, level: 'error', message, extra: extension })
    say({ name: error.name, level: 'error', message, stack, extra: { eventName } })
    return true
  }
  if (!(error instanceof Error)) {
    say({ name: 'thrown_value', level: 'error', message: asText(error) })
    return true
  }
  return false
}

/** An error that reached the window. */
export function reportThrown(error: unknown, say: Say = log): void {
  if (logKnown(error, say)) return
  const { name, message, stack } = error as Error
  say({ name, level: 'error', message, stack })
}

/** An unhandled promise rejection. */
export function reportRejection(reason: unknown, say: Say = log): void {
  if (logKnown(reason, say)) return
  const { name, message, stack } = reason as Error
  say({ name: 'unhandledrejection', level: 'error', message, stack, extra: { errorName: name } })
}

/** An error that a React boundary caught. */
export function reportBoundary(caught: unknown, say: Say = log): void {
  if (isHandledElsewhere(caught)) return
  if (isChunkLoadError(caught)) return void logKnown(caught, say)
  const error = caught instanceof Error ? caught : new CustomError('global_error_boundary', asText(caught))
  logKnown(error, say)
  if (error instanceof CustomError && error.eventName === 'global_error_boundary') return
  const { name, message, stack } = error
  say({ name: 'global_error_boundary', level: 'error', message, stack, extra: { errorName: name } })
}

/** The window, or something that acts like it. */
type ErrorTarget = Pick<EventTarget, 'addEventListener'>

export function installErrorHandlers(target: ErrorTarget, say: Say = log): void {
  const on = <E extends Event>(type: string, act: (event: E) => void) =>
    target.addEventListener(type, (event) => act(event as E))
  // An event without an error comes from a script of another site, or from a picture that did not load.
  on<ErrorEvent>('error', ({ error }) => {
    if (error !== undefined && error !== null) reportThrown(error, say)
  })
  on<PromiseRejectionEvent>('unhandledrejection', ({ reason }) => reportRejection(reason, say))
  on<Event & { payload?: unknown }>('vite:preloadError', ({ payload }) => reportThrown(payload, say))
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
