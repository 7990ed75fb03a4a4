import { listField, textField } from '#canvas/fields.ts'
import type { InputSpec, Source } from '#canvas/plan.ts'
import { setOwn, type Values } from '#values/own.ts'
import type { NodeKind } from './node-kind.ts'

interface Group {
  name: string
  inputs: string[]
  sources: Source[]
}

/** For every group the first value that is there; a branch that was not taken gives none. */
export const aggregate: NodeKind<Group[]> = {
  type: '32',
  key: 'VariableAggregator',
  name: 'Variable aggregate',
  category: 'data',
  needs: [],
  zeroInputs: false,
  nullOutputs: true,
  compile(scope) {
    const inputs: InputSpec[] = []
    const config = listField(scope.node.inputs, 'mergeGroups').map((raw): Group => {
      const name = textField(raw, 'name')
      const specs = listField(raw, 'variables').map((one, i) => scope.input(`${name}_${i}`, one))
      inputs.push(...specs)
      return { name, inputs: specs.map((one) => one.name), sources: specs.map((one) => one.source) }
    })
    return { inputs, config }
  },
  relays: (config, field) => config.find((one) => one.name === field)?.sources,
  showInput: (task, config) =>
    Object.fromEntries(config.map((one) => [one.name, one.inputs.map((name) => task.input[name] ?? null)])),
  run(task, config) {
    const output: Values = {}
    const chosen: Values = {}
    for (const { name, inputs } of config) {
      const at = inputs.findIndex((one) => task.input[one] !== null && task.input[one] !== undefined)
      setOwn(output, name, at < 0 ? null : task.input[inputs[at]!])
      setOwn(chosen, name, at)
    }
    return { output, extra: { variable_select: Object.values(chosen) } }
  },
}
