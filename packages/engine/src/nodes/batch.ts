import type { Graph, Task } from '#model.ts'
import { toEngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { beginRound } from '#run/children.ts'
import { evaluate } from '#run/evaluate.ts'
import { type Outcome, waiting } from '#run/outcome.ts'
import { fail, finish, limitError } from '#run/task.ts'
import { setOwn, type Values } from '#values/own.ts'
import type { NodeKind } from './node-kind.ts'
import { compileRounds, namedInputs, type RoundOutput, settingInput, settingName, shortest } from './rounds.ts'

interface Config {
  lists: readonly string[]
  outputs: readonly RoundOutput[]
  body: Graph
}
interface State {
  next: number
  total: number
  collected: unknown[][]
}

/** Runs its body for every item, several at a time; results are in the order of the items. */
export const batch: NodeKind<Config> = {
  type: NodeType.Batch,
  needs: [],
  zeroInputs: false,
  nullOutputs: true,
  compile(scope) {
    const { inputs, lists, body, outputs, declared } = compileRounds(scope, new Set())
    const settings = [settingInput(scope, 'batchSize'), settingInput(scope, 'concurrentSize')]
    return { inputs: [...inputs, ...settings], outputs: declared, body, config: { lists, body, outputs } }
  },
  showInput: (task) => ({
    ...namedInputs(task),
    batchSize: task.input[settingName('batchSize')],
    concurrentSize: task.input[settingName('concurrentSize')],
  }),
  run(task, config) {
    const total = Math.min(shortest(task, config.lists), numberOf(task, 'batchSize', 100))
    if (total > task.run.limits.batchItems) {
      throw limitError(
        task.node,
        `a batch may have at most ${task.run.limits.batchItems} items, not ${total}`,
        `批处理最多 ${task.run.limits.batchItems} 项，当前为 ${total} 项`,
      )
    }
    const state: State = { next: 0, total, collected: config.outputs.map(() => Array<unknown>(total).fill(null)) }
    task.state = state
    if (total === 0) return result(config, state)
    const together = Math.min(numberOf(task, 'concurrentSize', 10), task.run.limits.concurrency)
    while (state.next < total && state.next < together) beginRound(task, config.body, state.next++)
    return waiting
  },
  childDone(task, child) {
    const config = task.node.config as Config
    const state = task.state as State
    try {
      config.outputs.forEach(({ source }, i) => {
        state.collected[i]![child.index!] = evaluate(source, child, undefined) ?? null
      })
    } catch (thrown) {
      return fail(task, toEngineError(thrown))
    }
    if (state.next < state.total) beginRound(task, config.body, state.next++)
    else if (!task.children?.size) finish(task, result(config, state))
  },
  // When all running items wait for a person, start the others too, so that all questions are known together.
  whileHalted(task) {
    const state = task.state as State
    if (state.next >= state.total) return false
    beginRound(task, (task.node.config as Config).body, state.next++)
    return true
  },
}

function numberOf(task: Task, name: string, fallback: number): number {
  const value = Math.trunc(Number(task.input[settingName(name)] ?? 0))
  return value > 0 ? value : fallback
}

function result(config: Config, state: State): Outcome {
  const output: Values = {}
  config.outputs.forEach(({ name }, i) => setOwn(output, name, state.collected[i]))
  return { output }
}
