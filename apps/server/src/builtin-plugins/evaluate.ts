import { all, create, type MathNode } from 'mathjs'
import { refuse } from './refuse.ts'

const math = create(all!, { number: 'number', matrix: 'Array' })
const MAX_NODES = 500
const allowed = new Set(
  'abs acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh cot csc exp expm1 floor fix gcd hypot lcm log log10 log1p log2 max mean median min mod pow round sec sign sin sinh sqrt square std sum tan tanh variance factorial combinations permutations'.split(
    ' ',
  ),
)
const names = new Set(['pi', 'e', 'tau', 'phi', 'PI', 'E', 'Infinity', 'NaN'])
const nodeTypes = new Set([
  'ConstantNode',
  'OperatorNode',
  'ParenthesisNode',
  'FunctionNode',
  'SymbolNode',
  'ConditionalNode',
  'RelationalNode',
  'ArrayNode',
])

/** Accepts only numbers and cheap operations: no assignments, no matrices by size, no units, no texts. */
function evaluate(expression: string): number {
  if (expression.length > 2000) throw refuse('expression: at most 2000 characters')
  let tree: MathNode
  try {
    tree = math.parse(expression)
  } catch (cause) {
    throw refuse(`expression: ${(cause as Error).message}`)
  }
  let count = 0
  tree.traverse((node, path) => {
    count += 1
    const kind = node.type as string
    const name = (node as { name?: string }).name ?? ''
    const isCalled = path === 'fn'
    if (!nodeTypes.has(kind) || count > MAX_NODES)
      throw refuse('expression: only numbers, operators and functions of numbers')
    if (kind === 'SymbolNode' && !(isCalled ? allowed.has(name) : names.has(name)))
      throw refuse(`expression: ${name} is not known here`)
    if (kind === 'ConstantNode' && typeof (node as { value?: unknown }).value === 'string')
      throw refuse('expression: texts cannot be calculated with')
    if (kind === 'OperatorNode' && (node as { op?: string }).op === '!') checkFactorial(node)
    if (kind === 'FunctionNode' && /factorial|combinations|permutations/.test(name)) checkFactorial(node)
  })
  let value: unknown
  try {
    value = tree.compile().evaluate({})
  } catch (cause) {
    throw refuse(`expression: ${(cause as Error).message}`)
  }
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'number') throw refuse('expression: the result is not a number')
  return value
}
/** The time to compute a factorial grows with its argument. */
function checkFactorial(node: MathNode) {
  for (const argument of (node as unknown as { args: MathNode[] }).args)
    if (argument.type !== 'ConstantNode' || Number((argument as unknown as { value: number }).value) > 170)
      throw refuse('expression: a factorial takes a plain number of at most 170')
}

/** The result as a number; as text if it cannot be represented as a number. */
export function calculate(expression: string): { result: number | null; text: string } {
  const result = evaluate(expression)
  return Number.isFinite(result)
    ? { result, text: math.format(result, { precision: 14 }) }
    : { result: null, text: String(result) }
}
export const convertUnit = (value: number, from: string, to: string): number =>
  Number(math.unit(value, from).toNumber(to).toPrecision(14))
