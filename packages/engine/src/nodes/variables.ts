import { field, listField, textField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import { callOf, need } from '#run/call.ts'
import { convert, createSink } from '#values/convert.ts'
import { valueText } from '#values/json.ts'
import { setOwn, type Values } from '#values/own.ts'
import { parseType } from '#values/types.ts'
import { literalParams } from './literal-params.ts'
import type { NodeKind } from './node-kind.ts'

interface Assignment {
  scope: 'app' | 'user'
  variable: string
  input: string
}

/** Writes variables that outlive the run. */
export const assign: NodeKind<Assignment[]> = {
  type: NodeType.AssignVariable,
  needs: ['variables'],
  zeroInputs: false,
  nullOutputs: false,
  effect: true,
  compile(scope) {
    const inputs: InputSpec[] = []
    const config = listField(scope.node.inputs, 'inputParameters').map((param, i): Assignment => {
      const left = scope.source(field(param, 'left'))
      if (left.from !== 'global' || left.path.length)
        return scope.fail(`parameter ${i + 1} does not name a global variable`, {
          fault: 'noVariable',
          names: [String(i + 1)],
        })
      if (left.scope === 'system')
        return scope.fail(`the system variable "${left.name}" is read-only`, {
          fault: 'readOnly',
          names: [left.name],
        })
      const input = `right_${i}`
      inputs.push({ name: input, type: parseType(field(param, 'left')), source: scope.source(field(param, 'input')) })
      return { scope: left.scope, variable: left.name, input }
    })
    return { inputs, config }
  },
  showInput: (task, config) => Object.fromEntries(config.map((item) => [item.variable, task.input[item.input]])),
  async run(task, config) {
    const port = need(task, 'variables')
    for (const [i, item] of config.entries())
      await port.write(item.scope, item.variable, task.input[item.input], callOf(task, `v${i}`))
    return { output: { isSuccess: true } }
  },
}

interface Config {
  set: boolean
  /** Names to read, in the order of the outputs. */
  names: string[]
}

/** The older node for variables of a bot: it either reads or writes them. */
export const variable: NodeKind<Config> = {
  type: NodeType.Variable,
  needs: ['variables'],
  zeroInputs: false,
  nullOutputs: true,
  effect: true,
  compile(scope) {
    const { inputs } = scope.node
    const params = listField(inputs, 'inputParameters').filter((item) => textField(item, 'name') !== 'mode')
    const fixed = literalParams(listField(inputs, 'inputParameters'))
    const mode = textField(inputs, 'mode') || valueText(fixed.get('mode')) || 'get'
    if (mode !== 'get' && mode !== 'set')
      scope.fail(`unknown mode "${mode}"`, { fault: 'unknownSetting', names: ['mode'] })
    if (mode === 'set') return { inputs: scope.inputs(params), config: { set: true, names: [] } }
    const named = params.map((param) => valueText(fixed.get(textField(param, 'name')))).filter(Boolean)
    return { config: { set: false, names: named.length ? named : scope.outputs().map((output) => output.name) } }
  },
  async run(task, config) {
    const port = need(task, 'variables')
    if (config.set) {
      for (const [name, value] of Object.entries(task.input)) await port.write('user', name, value, callOf(task, name))
      return { output: { isSuccess: true } }
    }
    const sink = createSink()
    const output: Values = {}
    for (const [i, { name, type }] of task.node.outputs.entries()) {
      const value = await port.read('user', config.names[i] ?? name, callOf(task))
      setOwn(output, name, convert(value, type, name, sink))
    }
    return { output, warnings: sink.warnings }
  },
}
