import type { Task } from '#model.ts'
import { listField, field, textField } from '#canvas/fields.ts'
import type { InputSpec, Source } from '#canvas/plan.ts'
import type { Values } from '#values/own.ts'
import { parseType, type Variable } from '#values/types.ts'
import type { BodyScope, CompileScope } from './node-kind.ts'

/** Marks an input as a setting. Names of users cannot start with `@`, so the two never collide. */
export const settingName = (name: string): string => `@${name}`

export interface RoundOutput {
  name: string
  source: Source
}

/** The common part of loops and batches: the inner graph, the lists they iterate over, and the outputs they collect. */
export function compileRounds(scope: CompileScope, variables: ReadonlySet<string>) {
  const inputs = scope.inputs(field(scope.node.inputs, 'inputParameters'))
  const lists = inputs
    .filter((input) => input.type.kind === 'list' || input.type.kind === 'any')
    .map((input) => input.name)
  const names: BodyScope = { items: new Set(lists), variables }
  const { graph, inside } = scope.body(scope.node.blocks, scope.node.edges, names)
  const outputs: RoundOutput[] = []
  const declared: Variable[] = []
  for (const param of listField(scope.node.data, 'outputs')) {
    const name = textField(param, 'name')
    const input = field(param, 'input')
    declared.push({ name, type: parseType(input), required: false, description: '', defaultValue: undefined })
    if (input) outputs.push({ name, source: inside(input) })
  }
  return { inputs, lists, body: graph, outputs, declared }
}

/** The number of rounds: the length of the shortest list. */
export function shortest(task: Task, lists: readonly string[]): number {
  if (!lists.length) return 0
  return Math.min(...lists.map((name) => lengthOf(task.input[name])))
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

export function namedInputs(task: Task): Values {
  return Object.fromEntries(Object.entries(task.input).filter(([name]) => !name.startsWith('@')))
}

export const settingInput = (scope: CompileScope, name: string): InputSpec =>
  scope.input(settingName(name), field(scope.node.inputs, name))
