import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { type CodePort, EngineError } from '@orrery/engine'
import { AppError } from '#kit/errors.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import type { RunContext } from '../run-types.ts'

/** Runs code nodes in the sandbox, which serves spaces in turn. */
export function createCodePort(sandbox: Pick<Sandbox, 'run' | 'ready'>): CodePort {
  return {
    async ready(language, { context, signal }) {
      const { spaceId } = context as RunContext
      await sandbox.ready(language, { owner: spaceId, signal }).catch(throwForEngine)
    },
    async run({ language, code, params, timeoutMs }, call) {
      const { spaceId } = call.context as RunContext
      try {
        const { output, logs } = await sandbox.run({
          language,
          code,
          params,
          ...(timeoutMs > 0 && { timeoutMs }),
          signal: call.signal,
          owner: spaceId,
        })
        return { output, logs: logs.join('\n') }
      } catch (cause) {
        throwForEngine(cause)
      }
    },
  }
}
function throwForEngine(cause: unknown): never {
  if (!(cause instanceof AppError)) throw cause
  throw new EngineError(ErrorCode.engine.codeFail, cause.message, { cause, zh: cause.text('zh-CN') })
}
