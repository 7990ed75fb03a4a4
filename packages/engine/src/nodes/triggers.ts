import { field, listField, objectField, textField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import { callOf, need } from '#run/call.ts'
import { valueText } from '#values/json.ts'
import { setOwn, type Values } from '#values/own.ts'
import { convertOutputs } from './convert-outputs.ts'
import type { CompileScope, NodeKind } from './node-kind.ts'

const common = {
  needs: ['triggers'],
  zeroInputs: false,
  nullOutputs: true,
  timeoutMs: 60_000,
} as const

interface Upsert {
  workflowId: string
  meta: Values
}
const [configPrefix, payloadPrefix] = ['config.', 'payload.']

function prefixed(scope: CompileScope, list: unknown[], prefix: string): InputSpec[] {
  return scope.inputs(list).map((input) => ({ ...input, name: prefix + input.name }))
}

function part(input: Values, prefix: string): Values {
  const out: Values = {}
  for (const [name, value] of Object.entries(input))
    if (name.startsWith(prefix)) setOwn(out, name.slice(prefix.length), value)
  return out
}

/** Creates or changes a schedule that starts another workflow for this person. */
export const upsertTrigger: NodeKind<Upsert> = {
  ...common,
  type: NodeType.TriggerUpsert,
  effect: true,
  compile(scope) {
    const { inputs } = scope.node
    const meta = objectField(inputs, 'meta') ?? {}
    const workflowId = textField(meta, 'workflowId')
    if (!workflowId) scope.fail('no workflow is chosen for the trigger', { fault: 'notChosen', names: ['workflow'] })
    return {
      inputs: [
        ...prefixed(scope, listField(inputs, 'config'), configPrefix),
        ...prefixed(scope, listField(inputs, 'payload'), payloadPrefix),
      ],
      config: { workflowId, meta },
    }
  },
  showInput: (task) => ({ ...part(task.input, configPrefix), payload: part(task.input, payloadPrefix) }),
  async run(task, { workflowId, meta }) {
    const config = part(task.input, configPrefix)
    const request = {
      triggerId: valueText(config.triggerId),
      workflowId,
      config,
      payload: part(task.input, payloadPrefix),
      meta,
    }
    return { output: { triggerId: await need(task, 'triggers').upsert(request, callOf(task)) } }
  },
}

const named = (scope: CompileScope) => ({
  inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
  config: undefined,
})

export const deleteTrigger: NodeKind<undefined> = {
  ...common,
  type: NodeType.TriggerDelete,
  effect: true,
  compile: named,
  async run(task) {
    const numberOfDeletions = await need(task, 'triggers').remove(task.input, callOf(task))
    return { output: { success: true, numberOfDeletions } }
  },
}

export const readTrigger: NodeKind<undefined> = {
  ...common,
  type: NodeType.TriggerRead,
  compile: named,
  async run(task) {
    const outputList = await need(task, 'triggers').read(task.input, callOf(task))
    const found = { outputList, triggerList: outputList }
    return task.node.outputs.length ? convertOutputs(task.node.outputs, found) : { output: { outputList } }
  },
}
