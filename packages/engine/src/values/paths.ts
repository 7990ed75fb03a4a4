import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { isObject } from './own.ts'

/**
 * Walks a reference path. Before the last segment a list is replaced by its first element; an empty list there is a
 * run error. Anything missing is undefined.
 */
export function readPath(value: unknown, path: readonly string[], from = 0): unknown {
  let at = value
  for (let i = from; i < path.length; i++) {
    while (Array.isArray(at)) {
      if (at.length === 0) {
        throw new EngineError(
          ErrorCode.engine.indexRange,
          `cannot read "${path.slice(from).join('.')}": the list before "${path[i]}" is empty`,
          { zh: `无法读取「${path.slice(from).join('.')}」：「${path[i]}」之前的数组为空` },
        )
      }
      at = at[0] as unknown
    }
    if (!isObject(at)) return undefined
    const key = path[i]!
    if (!Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}
