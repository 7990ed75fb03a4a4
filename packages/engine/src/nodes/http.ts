import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { numberField, objectField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { callOf, need } from '#run/call.ts'
import type { NodeKind } from './node-kind.ts'
import { buildRequest, compileRequest, type RequestConfig } from './http/request.ts'

interface Config extends RequestConfig {
  timeoutMs: number
}

const defaultSeconds = 120
const maxFileBytes = 20 * 1024 * 1024
const shownBody = 1000

/** Sends a request to any address that the port allows. */
export const http: NodeKind<Config> = {
  type: NodeType.Http,
  needs: ['http'],
  zeroInputs: true,
  nullOutputs: true,
  effect: true,
  compile(scope) {
    const { config, inputs } = compileRequest(scope)
    const setting = objectField(scope.node.inputs, 'setting')
    const timeoutMs = (numberField(setting, 'timeout') || defaultSeconds) * 1000
    const retries = Math.max(0, numberField(setting, 'retryTimes') ?? 0)
    return { inputs, config: { ...config, timeoutMs }, retries, timeoutMs: timeoutMs * (retries + 1) }
  },
  async run(task, config) {
    const call = callOf(task)
    const request = buildRequest(task, config)
    const reply = await need(task, 'http').send(
      { ...request, timeoutMs: config.timeoutMs, idempotencyKey: call.key, maxFileBytes },
      call,
    )
    if (reply.status >= 400) {
      throw new EngineError(
        ErrorCode.engine.operationFail,
        `the request was answered with status ${reply.status}: ${reply.body.slice(0, shownBody)}`,
        { zh: `请求返回状态码 ${reply.status}：${reply.body.slice(0, shownBody)}` },
      )
    }
    // The last value wins if a header is repeated.
    const headers = JSON.stringify(Object.fromEntries(reply.headers))
    return { output: { body: reply.body, statusCode: reply.status, headers }, raw: reply.body }
  },
}
