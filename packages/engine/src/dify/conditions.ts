import { field, listField, textField } from '#canvas/fields.ts'
import { Operator } from '#values/operators.ts'
import { isObject, type Values } from '#values/own.ts'
import { type DifyNode, listOf, plain, type Scope, type Shape } from './scope.ts'

const operators: Record<string, number> = {
  is: Operator.equal,
  '=': Operator.equal,
  'is not': Operator.notEqual,
  '≠': Operator.notEqual,
  contains: Operator.contains,
  'not contains': Operator.notContains,
  empty: Operator.empty,
  'is empty': Operator.empty,
  null: Operator.empty,
  'not exists': Operator.empty,
  'not empty': Operator.notEmpty,
  'is not empty': Operator.notEmpty,
  'not null': Operator.notEmpty,
  exists: Operator.notEmpty,
  '>': Operator.greater,
  '≥': Operator.atLeast,
  '<': Operator.less,
  '≤': Operator.atMost,
}
/** The nearest operators for those that the format does not have. */
const nearest: Record<string, number> = {
  'start with': Operator.contains,
  'end with': Operator.contains,
  'all of': Operator.contains,
}

interface Case {
  id: string
  isAny: boolean
  conditions: Values[]
}

/** The cases of a selector; older files have one list of conditions with the ports `true` and `false`. */
export function casesOf(node: DifyNode): Case[] {
  const cases = listField(node.data, 'cases').filter(isObject)
  if (cases.length)
    return cases.map((testCase) => ({
      id: textField(testCase, 'case_id') || textField(testCase, 'id'),
      isAny: textField(testCase, 'logical_operator') === 'or',
      conditions: listField(testCase, 'conditions').filter(isObject),
    }))
  return [
    {
      id: 'true',
      isAny: textField(node.data, 'logical_operator') === 'or',
      conditions: listField(node.data, 'conditions').filter(isObject),
    },
  ]
}

export const selectorInputs = (node: DifyNode, scope: Scope): Values => ({
  branches: casesOf(node).map(({ isAny, conditions }) => ({
    condition: { logic: isAny ? 1 : 2, conditions: conditions.map((item) => condition(item, node, scope)) },
  })),
})

export function condition(raw: Values, node: DifyNode, scope: Scope): Values {
  const said = textField(raw, 'comparison_operator')
  const left = scope.ref(field(raw, 'variable_selector'), node)
  const value = field(raw, 'value')
  if (textField(raw, 'varType') === 'boolean' || typeof value === 'boolean') {
    const wantsTrue = (String(value) === 'true') === (said !== 'is not')
    return { operator: wantsTrue ? Operator.isTrue : Operator.isFalse, left: { input: left } }
  }
  if (said === 'in' || said === 'not in') {
    const list = scope.literal(
      (Array.isArray(value) ? value : String(value ?? '').split(',')).map(String),
      listOf(plain('string')),
    )
    return {
      operator: said === 'in' ? Operator.contains : Operator.notContains,
      left: { input: list },
      right: { input: left },
    }
  }
  const operator = operators[said] ?? nearest[said]
  if (operators[said] === undefined)
    scope.note(
      node,
      operator === undefined
        ? `The comparison "${said}" is not known: set it again`
        : `The comparison "${said}" was changed to "contains". Check the branch`,
      operator === undefined
        ? `未知的比较方式「${said}」，请重新设置`
        : `比较方式「${said}」已改为「包含」，请检查该分支`,
    )
  if (operator === Operator.empty || operator === Operator.notEmpty) return { operator, left: { input: left } }
  const shape: Shape = operator !== undefined && operator >= Operator.greater ? plain('float') : sameAs(left)
  return {
    operator: operator ?? Operator.equal,
    left: { input: left },
    right: { input: right(value, shape, node, scope) },
  }
}

function right(value: unknown, shape: Shape, node: DifyNode, scope: Scope): Values {
  const text = Array.isArray(value) ? value.map(String).join(',') : String(value ?? '')
  const { text: marked, inputs } = scope.template(text, node)
  return inputs.length === 1 && marked === `{{${inputs[0]!.name as string}}}`
    ? (inputs[0]!.input as Values)
    : scope.literal(text, shape)
}
const sameAs = (input: Values): Shape =>
  plain(['integer', 'float', 'boolean'].includes(textField(input, 'type')) ? textField(input, 'type') : 'string')
