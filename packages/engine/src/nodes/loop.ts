import type { Frame, Graph, Task } from '#model.ts'
import { listField, textField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { toEngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { beginRound } from '#run/children.ts'
import { evaluate } from '#run/evaluate.ts'
import { type Outcome, waiting } from '#run/outcome.ts'
import { fail, finish, limitError } from '#run/task.ts'
import { setOwn, type Values } from '#values/own.ts'
import { readPath } from '#values/paths.ts'
import type { NodeKind } from './node-kind.ts'
import { compileRounds, namedInputs, type RoundOutput, settingInput, settingName, shortest } from './rounds.ts'

interface Config {
  mode: 'array' | 'count' | 'infinite'
  lists: readonly string[]
  variables: readonly string[]
  outputs: readonly RoundOutput[]
  body: Graph
}
interface State {
  variables: Values
  round: number
  /** -1: runs until a Break. */
  total: number
  collected: unknown[][]
}

const variableName = (name: string) => settingName(`variable ${name}`)

/** Runs its body round after round. */
export const loop: NodeKind<Config> = {
  type: NodeType.Loop,
  needs: [],
  zeroInputs: false,
  nullOutputs: true,
  compile(scope) {
    const { node } = scope
    const mode = textField(node.inputs, 'loopType') || 'array'
    if (mode !== 'array' && mode !== 'count' && mode !== 'infinite')
      return scope.fail(`unknown kind of loop "${mode}"`, { fault: 'unknownSetting', names: ['loopType'] })
    if (mode === 'infinite' && !node.blocks.some((block) => block.type === NodeType.Break))
      scope.fail('an infinite loop needs a Break node inside', { fault: 'needsBreak' })
    const initial = scope.inputs(listField(node.inputs, 'variableParameters'))
    const { inputs, lists, body, outputs, declared } = compileRounds(scope, new Set(initial.map((item) => item.name)))
    const settings: InputSpec[] = initial.map((item) => ({ ...item, name: variableName(item.name) }))
    if (mode === 'count') settings.push(settingInput(scope, 'loopCount'))
    return {
      inputs: [...inputs, ...settings],
      outputs: declared,
      body,
      config: { mode, lists, body, outputs, variables: initial.map((item) => item.name) },
    }
  },
  showInput: (task, config) => {
    const variables = Object.fromEntries(config.variables.map((name) => [name, task.input[variableName(name)] ?? null]))
    return {
      ...namedInputs(task),
      ...variables,
      ...(config.mode === 'count' ? { loopCount: task.input[settingName('loopCount')] } : {}),
    }
  },
  run(task, config) {
    const variables: Values = {}
    for (const name of config.variables) setOwn(variables, name, task.input[variableName(name)] ?? null)
    const state: State = { variables, round: 0, total: roundsOf(task, config), collected: config.outputs.map(() => []) }
    task.state = state
    if (state.total === 0) return result(task, config, state)
    beginRound(task, config.body, 0)
    return waiting
  },
  childDone(task, child) {
    const config = task.node.config as Config
    const state = task.state as State
    try {
      config.outputs.forEach((output, i) => collect(output, child, state.collected[i]!))
    } catch (thrown) {
      return fail(task, toEngineError(thrown))
    }
    state.round++
    if (child.breaking || state.round === state.total) return finish(task, result(task, config, state))
    if (state.round >= task.run.limits.iterations) return fail(task, tooMany(task))
    beginRound(task, config.body, state.round)
  },
}

function roundsOf(task: Task, config: Config): number {
  if (config.mode === 'infinite') return -1
  const count =
    config.mode === 'count' ? Number(task.input[settingName('loopCount')] ?? 0) : shortest(task, config.lists)
  const total = Number.isFinite(count) ? Math.max(Math.trunc(count), 0) : 0
  if (total > task.run.limits.iterations) throw tooMany(task)
  return total
}

const tooMany = ({ node, run: { limits } }: Task) =>
  limitError(node, `a loop may run at most ${limits.iterations} rounds`, `循环最多 ${limits.iterations} 次`)

/** Collects an output of a round. Rounds that did not reach the node have no value and are left out. */
function collect({ source }: RoundOutput, child: Frame, into: unknown[]): void {
  if (source.from === 'scope' && source.what === 'variable') return
  const value = evaluate(source, child, undefined)
  if (value !== undefined) into.push(value)
}

function result(_task: Task, config: Config, state: State): Outcome {
  const output: Values = {}
  config.outputs.forEach(({ name, source }, i) => {
    const own = source.from === 'scope' && source.what === 'variable'
    setOwn(output, name, own ? (readPath(state.variables[source.name], source.path) ?? null) : state.collected[i])
  })
  return { output }
}
