import { CustomError, isChunkLoadError, isHandledElsewhere } from './error-kinds.ts'
import { type LogEntry, log } from './log.ts'

type WriteLog = (entry: LogEntry) => void

/** Logs a thrown value according to its kind. Returns whether the kind is known. */
function logKnown(error: unknown, write: WriteLog): boolean {
  if (isHandledElsewhere(error)) return true
  if (isChunkLoadError(error)) {
    const { message, stack } = error as Error
    write({ name: 'chunk_load_error', level: 'info', message, stack })
    return true
  }
  if (error instanceof CustomError) {
    // Logged twice: under the name of its event, for counting, and as an error, for its stack.
    const { eventName, message, extension, stack } = error
    write({ name: eventName, level: 'error', message, extra: extension })
    write({ name: error.name, level: 'error', message, stack, extra: { eventName } })
    return true
  }
  if (!(error instanceof Error)) {
    write({ name: 'thrown_value', level: 'error', message: asText(error) })
    return true
  }
  return false
}

/** Logs an error that reached the window. */
export function reportThrown(error: unknown, write: WriteLog = log): void {
  if (logKnown(error, write)) return
  const { name, message, stack } = error as Error
  write({ name, level: 'error', message, stack })
}

/** Logs an unhandled promise rejection. */
export function reportRejection(reason: unknown, write: WriteLog = log): void {
  if (logKnown(reason, write)) return
  const { name, message, stack } = reason as Error
  write({ name: 'unhandledrejection', level: 'error', message, stack, extra: { errorName: name } })
}

/** Logs an error that a React boundary caught. */
export function reportBoundary(caught: unknown, write: WriteLog = log): void {
  if (isHandledElsewhere(caught)) return
  if (isChunkLoadError(caught)) return void logKnown(caught, write)
  const error = caught instanceof Error ? caught : new CustomError('global_error_boundary', asText(caught))
  logKnown(error, write)
  if (error instanceof CustomError && error.eventName === 'global_error_boundary') return
  const { name, message, stack } = error
  write({ name: 'global_error_boundary', level: 'error', message, stack, extra: { errorName: name } })
}

/** The window, or an equivalent event target. */
type ErrorTarget = Pick<EventTarget, 'addEventListener'>

export function installErrorHandlers(target: ErrorTarget, write: WriteLog = log): void {
  const on = <E extends Event>(type: string, act: (event: E) => void) =>
    target.addEventListener(type, (event) => act(event as E))
  // An event without an error comes from a script of another site, or from an image that failed to load.
  on<ErrorEvent>('error', ({ error }) => {
    if (error !== undefined && error !== null) reportThrown(error, write)
  })
  on<PromiseRejectionEvent>('unhandledrejection', ({ reason }) => reportRejection(reason, write))
  on<Event & { payload?: unknown }>('vite:preloadError', ({ payload }) => reportThrown(payload, write))
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
