import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { field, listField, textField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { PluginRef } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import { stableJson, valueText } from '#values/json.ts'
import { isObject } from '#values/own.ts'
import { convertOutputs } from './convert-outputs.ts'
import { literalParams } from './literal-params.ts'
import type { NodeKind } from './node-kind.ts'

/** Calls one tool of a plugin. */
export const plugin: NodeKind<PluginRef> = {
  type: NodeType.Api,
  needs: ['plugin'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 180_000,
  effect: true,
  compile(scope) {
    const { inputs } = scope.node
    const params = literalParams(listField(inputs, 'apiParam'))
    const text = (name: string) => valueText(params.get(name))
    if (!text('apiID') && !text('apiName')) scope.fail('no tool is chosen', { fault: 'notChosen', names: ['tool'] })
    return {
      inputs: scope.inputs(field(inputs, 'inputParameters')),
      config: {
        pluginId: text('pluginID'),
        apiId: text('apiID'),
        apiName: text('apiName'),
        version: text('pluginVersion'),
        from: textField(inputs, 'pluginFrom'),
      },
    }
  },
  async run(task, ref) {
    const { output, raw, authUrl } = await need(task, 'plugin').call(ref, task.input, callOf(task))
    if (authUrl) {
      if (task.run.authInterrupt)
        return { output: {}, interrupt: { type: 7, data: JSON.stringify({ auth_url: authUrl }) } }
      throw new EngineError(ErrorCode.engine.authRequired, `this plugin needs a permission first: ${authUrl}`, {
        zh: `须先授权此插件：${authUrl}`,
        retryable: false,
      })
    }
    const shown = raw ?? (typeof output === 'string' ? output : stableJson(output ?? null))
    if (!task.node.outputs.length) return { output: isObject(output) ? output : { data: output ?? null }, raw: shown }
    return { ...convertOutputs(task.node.outputs, isObject(output) ? output : {}), raw: shown }
  },
}
