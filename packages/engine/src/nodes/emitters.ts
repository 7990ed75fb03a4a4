import { boolField, field, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { completeText, type EmitterConfig } from '#run/emission.ts'
import { valueText } from '#values/json.ts'
import { parseTemplate, render } from '#values/template.ts'
import type { Compiled, CompileScope, NodeKind } from './node-kind.ts'

const emitting = { needs: [], zeroInputs: true, nullOutputs: false, emits: true } as const

function compileEmitter(scope: CompileScope, answers: boolean): Compiled<EmitterConfig> {
  const inputs = scope.inputs(field(scope.node.inputs, 'inputParameters'))
  const content = valueText(field(objectField(objectField(scope.node.inputs, 'content'), 'value'), 'content'))
  return {
    inputs,
    outputs: [],
    config: {
      template: answers ? parseTemplate(content) : undefined,
      streaming: answers && boolField(scope.node.inputs, 'streamingOutput'),
      inputs: new Map(inputs.map((input) => [input.name, input])),
    },
  }
}

/** Ends the workflow with its parameters or with an answer text. */
export const end: NodeKind<EmitterConfig> = {
  ...emitting,
  type: NodeType.End,
  compile: (scope) => compileEmitter(scope, textField(scope.node.inputs, 'terminatePlan') === 'useAnswerContent'),
  run(task, { template }) {
    if (!template) return { output: task.input }
    const text = render(template, task.input)
    completeText(task, text)
    return { output: { output: text }, text, extra: { terminal_plan: 2 } }
  },
}

/** Emits a text while the run continues. */
export const output: NodeKind<EmitterConfig> = {
  ...emitting,
  type: NodeType.Message,
  compile: (scope) => compileEmitter(scope, true),
  run(task, { template }) {
    const text = render(template!, task.input)
    completeText(task, text)
    return { output: { output: text }, text }
  },
}
