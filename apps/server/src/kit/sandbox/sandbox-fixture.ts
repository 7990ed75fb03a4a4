import path from 'node:path'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError } from '../errors.ts'
import { rootDir } from '../config.ts'
import { createLog } from '../log.ts'
import { createSandbox, type RunRequest, type Sandbox, type SandboxOptions } from './sandbox.ts'

/**
 * A sandbox for tests: all tests share the files of the interpreters, because Python's memory snapshot takes seconds to
 * create, and no spare processes are started.
 */
export const testSandbox = (options: Partial<SandboxOptions> = {}): Sandbox =>
  createSandbox({
    cacheDir: path.join(rootDir, '.cache/sandbox'),
    log: createLog({ level: 'fatal' }),
    pythonSpares: 0,
    ...options,
  })

export interface Outcome {
  output?: unknown
  logs?: string[]
  code?: number
  message?: string
}

/** The outcome of a run: a value, or the error a user would see. Anything else fails the test. */
export async function outcome(
  sandbox: Sandbox,
  request: Omit<RunRequest, 'params'> & { params?: RunRequest['params'] },
): Promise<Outcome> {
  try {
    return await sandbox.run({ params: {}, timeoutMs: 20_000, ...request })
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    return { code: cause.code, message: cause.message, logs: (cause.data as { logs?: string[] } | undefined)?.logs }
  }
}

export const codes = {
  timedOut: ErrorCode.sandbox.timedOut,
  outOfMemory: ErrorCode.sandbox.outOfMemory,
  threw: ErrorCode.sandbox.threw,
  crashed: ErrorCode.sandbox.crashed,
  tooLarge: ErrorCode.sandbox.outputTooLarge,
}
