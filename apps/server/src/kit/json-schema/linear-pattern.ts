/**
 * Regular expressions of users, in time linear in the text: all ways to match are followed in parallel, so no
 * expression can block the process. References to groups, lookahead and lookbehind are not supported.
 */
export interface LinearPattern {
  test(text: string): boolean
}
type Match = (sign: string) => boolean
type Place = (signs: string[], at: number) => boolean
type Node =
  | { of: 'sign'; match: Match }
  | { of: 'place'; is: Place }
  | { of: 'all' | 'any'; nodes: Node[] }
  | { of: 'repeat'; node: Node; min: number; max: number }
type State = { match?: Match; place?: Place; next: number[] }

const MAX_STATES = 5000
const MAX_REPEAT = 1000

/** Undefined for an expression that is invalid or uses unsupported features. */
export function linearPattern(source: string): LinearPattern | undefined {
  try {
    // Anything that JavaScript refuses is refused here too.
    void new RegExp(source, 'u')
    const states: State[] = []
    const end = build(new Reader(source).all(), states)
    states[end]!.next = [-1]
    return { test: (text) => run(states, text) }
  } catch {
    return undefined
  }
}

const isWord = (sign: string | undefined) => sign !== undefined && /^\w$/.test(sign)
const isBorder: Place = (signs, at) => isWord(signs[at - 1]) !== isWord(signs[at])

class Reader {
  private at = 0
  private readonly signs: string[]
  constructor(source: string) {
    this.signs = [...source]
  }
  all(): Node {
    const node = this.choice()
    if (this.at < this.signs.length) throw new Error('unbalanced')
    return node
  }
  private choice(): Node {
    const nodes = [this.sequence()]
    while (this.take('|')) nodes.push(this.sequence())
    return nodes.length === 1 ? nodes[0]! : { of: 'any', nodes }
  }
  private sequence(): Node {
    const nodes: Node[] = []
    while (this.at < this.signs.length && this.signs[this.at] !== '|' && this.signs[this.at] !== ')')
      nodes.push(this.repeated())
    return { of: 'all', nodes }
  }
  private repeated(): Node {
    let node = this.one()
    for (;;) {
      const bounds = this.bounds()
      if (!bounds) return node
      // Lazy or greedy: whether the text matches is the same.
      this.take('?')
      node = { of: 'repeat', node, ...bounds }
    }
  }
  private bounds(): { min: number; max: number } | undefined {
    if (this.take('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (this.take('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.take('?')) return { min: 0, max: 1 }
    const [all, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(this.signs.slice(this.at, this.at + 12).join('')) ?? []
    if (all === undefined) return undefined
    this.at += all.length
    const min = Number(least)
    const max = comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : min
    if (min > MAX_REPEAT || (Number.isFinite(max) && max > MAX_REPEAT)) throw new Error('too many')
    return { min, max }
  }
  private one(): Node {
    const sign = this.signs[this.at++]!
    if (sign === '^') return { of: 'place', is: (_, at) => at === 0 }
    if (sign === '$') return { of: 'place', is: (signs, at) => at === signs.length }
    if (sign === '(') return this.group()
    if (sign === '[') return this.set()
    if (sign === '\\') return this.escape()
    if (sign === '.') return { of: 'sign', match: (one) => !/^[\n\r\u2028\u2029]$/.test(one) }
    return { of: 'sign', match: (one) => one === sign }
  }
  private group(): Node {
    if (this.take('?') && !this.take(':')) {
      if (!this.take('<') || /[=!]/.test(this.signs[this.at]!)) throw new Error('looks around')
      while (!this.take('>')) this.at += 1
    }
    const node = this.choice()
    if (!this.take(')')) throw new Error('unbalanced')
    return node
  }
  private set(): Node {
    const from = this.at - 1
    for (; this.signs[this.at] !== ']'; this.at += 1) if (this.signs[this.at] === '\\') this.at += 1
    this.at += 1
    return this.asClass(this.signs.slice(from, this.at).join(''))
  }
  private escape(): Node {
    const sign = this.signs[this.at++]!
    if (/[1-9k]/.test(sign)) throw new Error('refers to a group')
    if (sign === 'b' || sign === 'B') return { of: 'place', is: (signs, at) => isBorder(signs, at) === (sign === 'b') }
    let source = `\\${sign}`
    const rest = this.signs.slice(this.at).join('')
    const longer =
      sign === 'p' || sign === 'P' || sign === 'u'
        ? /^(\{[^}]*\}|[\da-f]{4})/i.exec(rest)
        : sign === 'x'
          ? /^[\da-f]{2}/i.exec(rest)
          : sign === 'c'
            ? /^[a-z]/i.exec(rest)
            : null
    if (longer) {
      source += longer[0]
      this.at += longer[0].length
    }
    return this.asClass(source)
  }
  /** A single character cannot backtrack, so JavaScript's own RegExp may match the class. */
  private asClass(source: string): Node {
    const one = new RegExp(`^(?:${source})$`, 'u')
    return { of: 'sign', match: (sign) => one.test(sign) }
  }
  private take(sign: string): boolean {
    if (this.signs[this.at] !== sign) return false
    this.at += 1
    return true
  }
}

/** Appends the states of a node; returns its final state. State 0 is the first. */
function build(node: Node, states: State[]): number {
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new Error('too large')
    return states.push(state) - 1
  }
  const start = add({ next: [] })
  const link = (from: number, to: number) => states[from]!.next.push(to)
  const inside = (part: Node, from: number): number => {
    const first = states.length
    const end = build(part, states)
    link(from, first)
    return end
  }
  switch (node.of) {
    case 'sign': {
      const end = add({ next: [] })
      states[start]!.match = node.match
      states[start]!.next = [end]
      return end
    }
    case 'place': {
      const end = add({ next: [] })
      states[start]!.place = node.is
      states[start]!.next = [end]
      return end
    }
    case 'all':
      return node.nodes.reduce((from, part) => inside(part, from), start)
    case 'any': {
      const ends = node.nodes.map((part) => inside(part, start))
      const end = add({ next: [] })
      for (const one of ends) link(one, end)
      return end
    }
    case 'repeat': {
      let at = start
      for (let n = 0; n < node.min; n += 1) at = inside(node.node, at)
      const end = add({ next: [] })
      link(at, end)
      if (node.max === Number.POSITIVE_INFINITY) {
        const loop = add({ next: [] })
        link(at, loop)
        const last = inside(node.node, loop)
        link(last, loop)
        link(last, end)
      } else
        for (let n = node.min; n < node.max; n += 1) {
          at = inside(node.node, at)
          link(at, end)
        }
      return end
    }
  }
}

function run(states: State[], text: string): boolean {
  const signs = [...text]
  let now: number[] = []
  const seen = new Int32Array(states.length).fill(-1)
  /** Follows transitions that consume no character; true when the whole expression has matched. */
  const enter = (first: number, at: number, into: number[]): boolean => {
    const open = [first]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (index === -1) return true
      if (seen[index] === at) continue
      seen[index] = at
      const state = states[index]!
      if (state.match) into.push(index)
      else if (!state.place || state.place(signs, at)) open.push(...state.next)
    }
    return false
  }
  for (let at = 0; ; at += 1) {
    // A match may begin anywhere.
    if (enter(0, at, now)) return true
    if (at === signs.length) return false
    const next: number[] = []
    for (const index of now) {
      const state = states[index]!
      if (state.match!(signs[at]!)) for (const to of state.next) if (enter(to, at + 1, next)) return true
    }
    now = next
  }
}
