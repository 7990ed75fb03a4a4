import { field, listField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import type { ScopeState } from '#run/evaluate.ts'
import { setOwn } from '#values/own.ts'
import { parseType } from '#values/types.ts'
import type { CompileScope, NodeKind } from './node-kind.ts'

const loopType = NodeType.Loop
const plain = { needs: [], zeroInputs: false, nullOutputs: false } as const

function insideLoop(scope: CompileScope, name: string): void {
  if (scope.parentType !== loopType) scope.fail(`${name} only works inside a loop`, { fault: 'onlyInLoop' })
}

/** Ends the loop after the current round. */
export const breakLoop: NodeKind<undefined> = {
  ...plain,
  type: NodeType.Break,
  compile(scope) {
    insideLoop(scope, 'Break')
    return { config: undefined }
  },
  run(task) {
    task.frame.breaking = true
    return { output: {} }
  },
}

/** Has no outgoing lines, so the round ends here. */
export const continueLoop: NodeKind<undefined> = {
  ...plain,
  type: NodeType.Continue,
  compile(scope) {
    insideLoop(scope, 'Continue')
    return { config: undefined }
  },
  run: () => ({ output: {} }),
}

interface Assignment {
  variable: string
  input: string
}

/** Sets variables of the surrounding loop; all values are read before any is set. */
export const setLoopVariable: NodeKind<Assignment[]> = {
  ...plain,
  type: NodeType.LoopSetVariable,
  compile(scope) {
    insideLoop(scope, 'Setting a loop variable')
    const inputs: InputSpec[] = []
    const config = listField(scope.node.inputs, 'inputParameters').map((param, i): Assignment => {
      const left = scope.source(field(param, 'left'))
      if (left.from !== 'scope' || left.what !== 'variable' || left.path.length) {
        return scope.fail(`parameter ${i + 1} does not name a variable of the loop around it`, {
          fault: 'noVariable',
          names: [String(i + 1)],
        })
      }
      const input = `right_${i}`
      inputs.push({ name: input, type: parseType(field(param, 'left')), source: scope.source(field(param, 'right')) })
      return { variable: left.name, input }
    })
    return { inputs, config }
  },
  showInput: (task, config) => Object.fromEntries(config.map((item) => [item.variable, task.input[item.input]])),
  run(task, config) {
    const owner = task.frame.owner
    // A node that runs alone has no loop.
    if (owner) {
      const { variables } = owner.state as ScopeState
      for (const found of config) setOwn(variables, found.variable, task.input[found.input])
    }
    return { output: {} }
  },
}
