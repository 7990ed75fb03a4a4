import type { Task } from '#model.ts'
import { field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import { callOf, missingPort, need } from '#run/call.ts'
import { parseJson } from '#values/json.ts'
import { isObject, type Values } from '#values/own.ts'
import { parseTemplate, render, type Template } from '#values/template.ts'
import { convertOutputs } from './convert-outputs.ts'
import type { CompileScope, NodeKind } from './node-kind.ts'
import type { Outcome } from '#run/outcome.ts'

const common = {
  needs: ['image'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 60_000,
  effect: true,
} as const

interface Generate {
  model: string
  width: number
  height: number
  steps: number
  prompt: Template
  negative: Template
  references: { input: string; rest: Values }[]
}

const pictureOutcome = (task: Task, { url, message }: { url: string; message: string }): Outcome => {
  const made = { data: url, url, msg: message, message }
  return task.node.outputs.length ? convertOutputs(task.node.outputs, made) : { output: { data: url, msg: message } }
}

/** Generates a picture from a prompt. */
export const generateImage: NodeKind<Generate> = {
  ...common,
  type: NodeType.ImageGenerate,
  compile(scope) {
    const { inputs: raw } = scope.node
    const setting = objectField(raw, 'modelSetting')
    const ratio = objectField(setting, 'custom_ratio')
    const prompt = objectField(raw, 'prompt')
    const inputs: InputSpec[] = scope.inputs(field(raw, 'inputParameters'))
    const references = listField(raw, 'references').map((item, i) => {
      const input = `__reference_${i}`
      const url = field(item, 'url')
      inputs.push(isObject(url) ? scope.input(input, url) : literal(input, url))
      return { input, rest: isObject(item) ? { preprocessor: item.preprocessor, weight: item.weight } : {} }
    })
    return {
      inputs,
      config: {
        model: textField(setting, 'model'),
        width: numberField(ratio, 'width') ?? 1024,
        height: numberField(ratio, 'height') ?? 1024,
        steps: numberField(setting, 'ddim_steps') ?? 25,
        prompt: parseTemplate(textField(prompt, 'prompt')),
        negative: parseTemplate(textField(prompt, 'negative_prompt')),
        references,
      },
    }
  },
  async run(task, config) {
    const port = need(task, 'image')
    if (!port.generate) throw missingPort(task, 'image.generate')
    const { model, width, height, steps } = config
    const request = {
      model,
      width,
      height,
      steps,
      prompt: render(config.prompt, task.input),
      negativePrompt: render(config.negative, task.input),
      references: config.references.map(({ input, rest }) => ({ ...rest, url: task.input[input] })),
    }
    return pictureOutcome(task, await port.generate(request, callOf(task)))
  },
}

const literal = (name: string, value: unknown): InputSpec => ({
  name,
  type: { kind: 'any', assist: 0, element: undefined, fields: undefined },
  source: { from: 'literal', value },
})

const fixed = (scope: CompileScope): Values => {
  const { inputParameters: _, ...rest } = scope.node.inputs
  return rest
}

/** Prepares a reference picture for a later generation. */
export const referenceImage: NodeKind<Values> = {
  ...common,
  type: NodeType.ImageReference,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: fixed(scope) }),
  async run(task, config) {
    const port = need(task, 'image')
    if (!port.reference) throw missingPort(task, 'image.reference')
    const made = await port.reference({ ...config, ...task.input }, callOf(task))
    return task.node.outputs.length ? convertOutputs(task.node.outputs, made) : { output: made }
  },
}

/** Draws layers of text, shapes and pictures. */
export const drawCanvas: NodeKind<Values> = {
  ...common,
  type: NodeType.DrawingBoard,
  compile(scope) {
    const text = textField(scope.node.inputs, 'canvasSchema')
    let canvas: unknown
    try {
      canvas = parseJson(text)
    } catch {
      canvas = undefined
    }
    if (!isObject(canvas))
      return scope.fail('its drawing is not a JSON object', { fault: 'unknownSetting', names: ['drawing'] })
    return { inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: canvas }
  },
  async run(task, canvas) {
    const port = need(task, 'image')
    if (!port.draw) throw missingPort(task, 'image.draw')
    return pictureOutcome(task, await port.draw({ canvas, values: task.input }, callOf(task)))
  },
}
