import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { field, numberField, textField } from '#canvas/fields.ts'
import { toEngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { callOf, need } from '#run/call.ts'
import { stableJson } from '#values/json.ts'
import { isObject } from '#values/own.ts'
import { convertOutputs } from './convert-outputs.ts'
import type { NodeKind } from './node-kind.ts'

interface Config {
  language: 'python' | 'javascript'
  code: string
}

/** Runs user code in the sandbox behind the port. */
export const code: NodeKind<Config> = {
  type: NodeType.Code,
  needs: ['code'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 60_000,
  effect: true,
  compile(scope) {
    const language = numberField(scope.node.inputs, 'language')
    if (language !== 3 && language !== 5)
      scope.fail(`code language ${language ?? 'none'} is not known; 3 is Python, 5 is JavaScript`, {
        fault: 'unknownSetting',
        names: ['language'],
      })
    return {
      inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
      config: { language: language === 3 ? 'python' : 'javascript', code: textField(scope.node.inputs, 'code') },
    }
  },
  ready: (task, config) => need(task, 'code').ready?.(config.language, callOf(task)),
  async run(task, config) {
    const port = need(task, 'code')
    const request = { ...config, params: task.input, timeoutMs: task.node.timeoutMs }
    let output: unknown
    try {
      output = (await port.run(request, callOf(task))).output
    } catch (thrown) {
      throw toEngineError(thrown, ErrorCode.engine.codeFail)
    }
    const raw = stableJson(output ?? null)
    return { ...convertOutputs(task.node.outputs, isObject(output) ? output : {}), raw }
  },
}
