import type { Expression } from './jinja-expression.ts'
import { filters, isTrue, itemsOf, printed, tests } from './jinja-filters.ts'
import { type Node, parseJinja } from './jinja-template.ts'
import { TemplateError } from './template-error.ts'

/** A limit of steps, not of time, is the same on every machine. One step takes well below a microsecond. */
const MAX_STEPS = 200_000
const MAX_CHARACTERS = 1_000_000
const MAX_RANGE = 10_000
const MAX_REPEATED = 100_000

type Scope = Map<string, unknown>

/** Renders a Jinja template. It cannot run code, nor access anything outside of `values`. */
export function renderJinja(source: string, values: Readonly<Record<string, unknown>>): string {
  const nodes = parseJinja(source)
  let steps = 0
  let size = 0
  let line = 1
  const out: string[] = []
  const stop = (en: string, zh: string): never => {
    throw new TemplateError(line, en, zh)
  }
  const step = (cost = 1) => {
    steps += cost
    if (steps > MAX_STEPS) stop('the template takes too many steps', '模板的执行步骤过多')
  }
  const write = (text: string) => {
    size += text.length
    if (size > MAX_CHARACTERS) stop('the text becomes longer than 1 MB', '生成的文本超过 1 MB')
    out.push(text)
  }

  function run(list: readonly Node[], scope: Scope): void {
    for (const node of list) {
      step()
      if (node.type === 'text') {
        write(node.text)
        continue
      }
      line = node.line
      if (node.type === 'print') write(printed(evaluate(node.value, scope)))
      else if (node.type === 'set') scope.set(node.name, evaluate(node.value, scope))
      else if (node.type === 'if') {
        const chosen = node.branches.find(({ when }) => isTrue(evaluate(when, scope)))
        run(chosen ? chosen.body : node.otherwise, scope)
      } else runLoop(node, scope)
    }
  }
  function runLoop({ names, over, body, otherwise }: Extract<Node, { type: 'for' }>, scope: Scope): void {
    const items = itemsOf(evaluate(over, scope))
    if (!items.length) return run(otherwise, scope)
    // The variables of a loop are local to it, including those of `set` inside.
    for (const [index, item] of items.entries()) {
      const inner = new Map(scope)
      step(1 + scope.size)
      if (names.length === 1) inner.set(names[0]!, item)
      else for (const [at, name] of names.entries()) inner.set(name, itemsOf(item)[at])
      const last = items.length - 1
      inner.set('loop', {
        index: index + 1,
        index0: index,
        first: index === 0,
        last: index === last,
        length: items.length,
        revindex: items.length - index,
      })
      run(body, inner)
    }
  }
  function evaluate(expression: Expression, scope: Scope): unknown {
    step()
    switch (expression.type) {
      case 'value':
        return expression.value
      case 'name':
        return scope.get(expression.name)
      case 'list':
        return expression.items.map((item) => evaluate(item, scope))
      case 'object':
        return Object.fromEntries(
          expression.entries.map(([key, value]) => [printed(evaluate(key, scope)), evaluate(value, scope)]),
        )
      case 'member':
        return memberOf(evaluate(expression.of, scope), evaluate(expression.key, scope))
      case 'filter':
        return filtered(expression, scope)
      case 'test':
        return tested(expression, scope)
      case 'call':
        return expression.name === 'range'
          ? range(expression.args.map((arg) => Number(evaluate(arg, scope))))
          : stop(`there is no function “${expression.name}”`, `没有函数「${expression.name}」`)
      case 'not':
        return !isTrue(evaluate(expression.of, scope))
      case 'minus':
        return -Number(evaluate(expression.of, scope))
      case 'choice':
        return evaluate(isTrue(evaluate(expression.when, scope)) ? expression.yes : expression.otherwise, scope)
      case 'binary':
        return combine(expression, scope)
    }
  }
  function filtered({ of, name, args }: Extract<Expression, { type: 'filter' }>, scope: Scope): unknown {
    const filter = Object.hasOwn(filters, name) ? filters[name]! : undefined
    if (!filter) return stop(`there is no filter “${name}”`, `没有过滤器「${name}」`)
    const value = evaluate(of, scope)
    step(Math.ceil(printedSize(value) / 100))
    const result = filter(value, ...args.map((arg) => evaluate(arg, scope)))
    if (printedSize(result) > MAX_CHARACTERS) stop('the text becomes longer than 1 MB', '生成的文本超过 1 MB')
    return result
  }
  function tested({ of, name, isNegated }: Extract<Expression, { type: 'test' }>, scope: Scope): boolean {
    const test = Object.hasOwn(tests, name) ? tests[name]! : undefined
    if (!test) return stop(`there is no test “${name}”`, `没有测试「${name}」`)
    return test(evaluate(of, scope)) !== isNegated
  }
  function range(args: number[]): number[] {
    const [from, to, by] = args.length > 1 ? [args[0]!, args[1]!, args[2] ?? 1] : [0, args[0] ?? 0, 1]
    const count = Math.max(0, Math.ceil((to - from) / by))
    if (!(count <= MAX_RANGE)) stop(`range has more than ${MAX_RANGE} numbers`, `range 不能超过 ${MAX_RANGE} 个数`)
    step(count)
    return Array.from({ length: count }, (_, at) => from + at * by)
  }
  function combine(expression: Extract<Expression, { type: 'binary' }>, scope: Scope): unknown {
    const { operator } = expression
    const left = evaluate(expression.left, scope)
    if (operator === 'and') return isTrue(left) ? evaluate(expression.right, scope) : left
    if (operator === 'or') return isTrue(left) ? left : evaluate(expression.right, scope)
    const right = evaluate(expression.right, scope)
    const joined = joinedSize(operator, left, right)
    step(Math.ceil(joined / 100))
    if (joined > MAX_REPEATED * 10) stop('the text becomes longer than 1 MB', '生成的文本超过 1 MB')
    return operations[operator]!(left, right)
  }
  run(nodes, new Map(Object.entries(values)))
  return out.join('')
}

/** Throws a TemplateError if a template is invalid. */
export const checkJinja = (source: string): void => void parseJinja(source)

const printedSize = (value: unknown): number =>
  typeof value === 'string' ? value.length : Array.isArray(value) ? value.length * 10 : 10
const joinedSize = (operator: string, left: unknown, right: unknown): number =>
  operator === '~' || operator === '+' ? printedSize(left) + printedSize(right) : 0

/** Only own members of the data: no prototypes, and no names that begin with an underscore. */
function memberOf(of: unknown, key: unknown): unknown {
  if (Array.isArray(of) || typeof of === 'string') {
    const at = Number(key)
    return Number.isInteger(at) ? (of as ArrayLike<unknown>)[at < 0 ? of.length + at : at] : undefined
  }
  const name = printed(key)
  if (typeof of !== 'object' || of === null || name.startsWith('_')) return undefined
  return Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined
}

const isText = (...values: unknown[]) => values.some((value) => typeof value === 'string')
const compare = (a: unknown, b: unknown): number =>
  isText(a, b) ? (printed(a) < printed(b) ? -1 : Number(printed(a) > printed(b))) : Number(a) - Number(b)
const isSame = (a: unknown, b: unknown) =>
  typeof a === 'object' || typeof b === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b
const operations: Record<string, (a: unknown, b: unknown) => unknown> = {
  '==': isSame,
  '!=': (a, b) => !isSame(a, b),
  '<': (a, b) => compare(a, b) < 0,
  '<=': (a, b) => compare(a, b) <= 0,
  '>': (a, b) => compare(a, b) > 0,
  '>=': (a, b) => compare(a, b) >= 0,
  in: (a, b) => (typeof b === 'string' ? b.includes(printed(a)) : itemsOf(b).some((item) => isSame(item, a))),
  '~': (a, b) => printed(a) + printed(b),
  '+': (a, b) =>
    isText(a, b) ? printed(a) + printed(b) : Array.isArray(a) ? [...a, ...itemsOf(b)] : Number(a) + Number(b),
  '-': (a, b) => Number(a) - Number(b),
  '*': (a, b) => Number(a) * Number(b),
  '/': (a, b) => Number(a) / Number(b),
  '//': (a, b) => Math.floor(Number(a) / Number(b)),
  '%': (a, b) => Number(a) % Number(b),
}
