import { field, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { callOf, need } from '#run/call.ts'
import type { Values } from '#values/own.ts'
import { convertOutputs } from './convert-outputs.ts'
import type { CompileScope, NodeKind } from './node-kind.ts'

const common = {
  needs: ['scene'],
  zeroInputs: false,
  nullOutputs: true,
  timeoutMs: 60_000,
  effect: true,
} as const

const rest = (scope: CompileScope): Values => {
  const { inputParameters: _, ...others } = scope.node.inputs
  return others
}

/** Reads or writes variables of a scene with several roles. */
export const sceneVariable: NodeKind<{ set: boolean }> = {
  ...common,
  type: NodeType.SceneVariable,
  compile: (scope) => ({
    inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
    config: { set: textField(scope.node.inputs, 'mode') === 'set' },
  }),
  async run(task, { set }) {
    const names = task.node.outputs.map((output) => output.name)
    const request = { operation: set ? 'set' : 'get', values: task.input, names } as const
    const found = await need(task, 'scene').variables(request, callOf(task))
    return set ? { output: { isSuccess: true, ...found } } : convertOutputs(task.node.outputs, found)
  },
}

/** Lets the roles of a scene speak. */
export const sceneChat: NodeKind<Values> = {
  ...common,
  type: NodeType.SceneChat,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: rest(scope) }),
  async run(task, config) {
    const said = await need(task, 'scene').chat({ setting: config, input: task.input }, callOf(task))
    return task.node.outputs.length ? convertOutputs(task.node.outputs, said) : { output: said }
  },
}
