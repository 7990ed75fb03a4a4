import type { Task } from '#model.ts'
import { field, listField, numberField, objectField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import { holds } from '#values/conditions.ts'
import { operators } from '#values/operators.ts'
import type { Kind } from '#values/types.ts'
import type { NodeKind } from './node-kind.ts'

interface Condition {
  operator: number
  left: string
  right: string
  leftKind: Kind
  rightKind: Kind
}
interface Branch {
  any: boolean
  conditions: Condition[]
  port: string
}

/** Takes the first branch with conditions that hold, otherwise the last branch. */
export const selector: NodeKind<Branch[]> = {
  type: NodeType.If,
  needs: [],
  zeroInputs: false,
  nullOutputs: false,
  compile(scope) {
    const inputs: InputSpec[] = []
    const operand = (name: string, side: unknown): Kind => {
      const spec = scope.input(name, field(side, 'input'))
      inputs.push(spec)
      return spec.type.kind
    }
    const branches = listField(scope.node.inputs, 'branches').map((raw, b): Branch => {
      const condition = objectField(raw, 'condition')
      const conditions = listField(condition, 'conditions').map((item, c): Condition => {
        const operator = numberField(item, 'operator') ?? 0
        if (!operators[operator])
          scope.fail(`condition ${c + 1} of branch ${b + 1} has the unknown operator ${operator}`, {
            fault: 'unknownSetting',
            names: ['operator'],
          })
        const [left, right] = [`left_${b}_${c}`, `right_${b}_${c}`]
        return {
          operator,
          left,
          right,
          leftKind: operand(left, field(item, 'left')),
          rightKind: operand(right, field(item, 'right')),
        }
      })
      return { any: numberField(condition, 'logic') === 1, conditions, port: b === 0 ? 'true' : `true_${b}` }
    })
    return { config: branches, inputs, outputs: [], ports: [...branches.map((branch) => branch.port), 'false'] }
  },
  run(task, branches) {
    const at = branches.findIndex((branch) => isTaken(task, branch))
    const result = at < 0 ? 'pass to else branch' : `pass to condition ${at + 1} branch`
    return { output: { result }, port: at < 0 ? 'false' : branches[at]!.port }
  },
  showInput: (task, branches) => ({
    branches: branches.map(({ any, conditions }) => ({
      logic: any ? 'OR' : 'AND',
      conditions: conditions.map((condition) => ({
        left: task.input[condition.left] ?? null,
        operator: operators[condition.operator],
        right: task.input[condition.right] ?? null,
      })),
    })),
  }),
}

function isTaken(task: Task, { any, conditions }: Branch): boolean {
  const test = (condition: Condition) =>
    holds(
      condition.operator,
      { value: task.input[condition.left], kind: condition.leftKind },
      { value: task.input[condition.right], kind: condition.rightKind },
    )
  return any ? conditions.some(test) : conditions.length > 0 && conditions.every(test)
}
