import { listField, textField } from '#canvas/fields.ts'
import type { InputSpec, Source } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import { setOwn, type Values } from '#values/own.ts'
import type { NodeKind } from './node-kind.ts'

interface Group {
  name: string
  inputs: string[]
  sources: Source[]
}

/** Returns for every group the first value that exists; a branch that was not taken has none. */
export const aggregate: NodeKind<Group[]> = {
  type: NodeType.VariableAggregator,
  needs: [],
  zeroInputs: false,
  nullOutputs: true,
  compile(scope) {
    const inputs: InputSpec[] = []
    const config = listField(scope.node.inputs, 'mergeGroups').map((raw): Group => {
      const name = textField(raw, 'name')
      const specs = listField(raw, 'variables').map((item, i) => scope.input(`${name}_${i}`, item))
      inputs.push(...specs)
      return { name, inputs: specs.map((spec) => spec.name), sources: specs.map((spec) => spec.source) }
    })
    return { inputs, config }
  },
  relays: (config, field) => config.find((item) => item.name === field)?.sources,
  showInput: (task, config) =>
    Object.fromEntries(config.map((item) => [item.name, item.inputs.map((name) => task.input[name] ?? null)])),
  run(task, config) {
    const output: Values = {}
    const chosen: Values = {}
    for (const { name, inputs } of config) {
      const at = inputs.findIndex((input) => task.input[input] !== null && task.input[input] !== undefined)
      setOwn(output, name, at < 0 ? null : task.input[inputs[at]!])
      setOwn(chosen, name, at)
    }
    return { output, extra: { variable_select: Object.values(chosen) } }
  },
}
