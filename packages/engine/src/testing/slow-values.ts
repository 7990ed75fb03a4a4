import type { TypeInfo } from '#values/types.ts'

/** A second, plain and slow implementation of the rules for values, which tests compare with the engine. */
export interface Slow {
  value: unknown
  /** Paths that could not be converted. */
  bad: string[]
}

const fine = (value: unknown): Slow => ({ value, bad: [] })

export function slowConvert(value: unknown, type: TypeInfo, path: string): Slow {
  if (value === null || value === undefined) return fine(null)
  const no = (instead: unknown = null): Slow => ({ value: instead, bad: [path] })
  if (type.kind === 'any') return fine(value)
  if (type.kind === 'string') return fine(typeof value === 'string' ? value : slowText(value))
  if (type.kind === 'boolean') {
    if (typeof value === 'boolean') return fine(value)
    const words: Record<string, boolean> = {
      '1': true,
      t: true,
      T: true,
      true: true,
      True: true,
      TRUE: true,
      '0': false,
      f: false,
      F: false,
      false: false,
      False: false,
      FALSE: false,
    }
    return typeof value === 'string' && Object.keys(words).includes(value) ? fine(words[value]) : no()
  }
  if (type.kind === 'number') {
    if (typeof value === 'number') return fine(value)
    const looksRight = typeof value === 'string' && /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(value)
    return looksRight && Number.isFinite(Number(value)) ? fine(Number(value)) : no()
  }
  if (type.kind === 'integer') {
    if (typeof value === 'string' && !/^[-+]?\d+$/.test(value)) return no()
    if (typeof value !== 'string' && typeof value !== 'number') return no()
    const whole = typeof value === 'number' ? BigInt(Math.trunc(value)) : BigInt(value.replace('+', ''))
    if (whole >= 2n ** 63n || whole < -(2n ** 63n)) return no()
    return fine(Number.isSafeInteger(Number(whole)) ? Number(whole) : String(whole))
  }
  let given = value
  if (typeof value === 'string') {
    try {
      given = JSON.parse(value)
    } catch {
      return no(type.kind === 'list' ? [] : null)
    }
    if (given === null) return fine(null)
  }
  if (type.kind === 'list') return Array.isArray(given) ? slowList(given, type, path) : no([])
  if (typeof given !== 'object' || Array.isArray(given)) return no()
  const out: Slow = { value: {}, bad: [] }
  for (const [key, item] of Object.entries(given as object)) {
    const field = type.fields?.get(key)
    const done = field ? slowConvert(item, field.type, `${path}.${key}`) : fine(item)
    Object.defineProperty(out.value, key, { value: done.value, enumerable: true })
    out.bad.push(...done.bad)
  }
  // The engine reports warnings in the order of the declared fields.
  const order = [...(type.fields?.keys() ?? [])].map((key) => `${path}.${key}`)
  const rank = (text: string) => order.findIndex((start) => text === start || text.startsWith(`${start}.`))
  out.bad.sort((a, b) => rank(a) - rank(b))
  return out
}

function slowList(list: unknown[], type: TypeInfo, path: string): Slow {
  const out: { value: unknown[]; bad: string[] } = { value: [], bad: [] }
  list.forEach((item, i) => {
    const done = slowConvert(item, type.element!, `${path}.${i}`)
    const isObject = typeof done.value === 'object' && done.value !== null && !Array.isArray(done.value)
    if (done.bad.length === 0 || isObject) out.value.push(done.value)
    out.bad.push(...done.bad)
  })
  return out
}

export function slowText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(sorted(value))
  if (typeof value !== 'number' || !String(value).includes('e')) return String(value)
  return slowNumber(value)
}

function slowNumber(value: number): string {
  const [digits = '', exponent = ''] = String(Math.abs(value)).split(/e[-+]/)
  const plain = digits.replace('.', '')
  const sign = value < 0 ? '-' : ''
  if (String(value).includes('e-')) return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${plain}`
  return sign + plain.padEnd(Number(exponent) + 1, '0')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item ?? null))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}

/** Renders a template character by character. Errors are returned as their code. */
export function slowRender(
  template: string,
  input: Record<string, unknown>,
  codes: { range: number; nullIndex: number },
): string | number {
  let out = ''
  let at = 0
  while (at < template.length) {
    const close = template.startsWith('{{', at) ? template.indexOf('}}', at + 2) : -1
    const inner = close < 0 ? '' : template.slice(at + 2, close)
    const steps = close < 0 || /[{}]/.test(inner) ? undefined : slowSteps(inner.trim())
    if (!steps) {
      out += template[at]
      at++
      continue
    }
    const shown = slowShow(steps, input, template.slice(at, close + 2), codes)
    if (typeof shown === 'number') return shown
    out += shown
    at = close + 2
  }
  return out
}

function slowSteps(text: string): (string | number)[] | undefined {
  const steps: (string | number)[] = []
  const first = /^[^.[\]{}\s"']+/.exec(text)
  if (!first) return undefined
  steps.push(first[0])
  let rest = text.slice(first[0].length)
  while (rest) {
    const name = /^\.([^.[\]{}"']+)/.exec(rest)
    const index = /^\[(\d{1,9})\]/.exec(rest)
    if (name) steps.push(name[1]!)
    else if (index) steps.push(Number(index[1]))
    else return undefined
    rest = rest.slice((name ?? index)![0].length)
  }
  return steps
}

function slowShow(
  [root, ...steps]: (string | number)[],
  input: Record<string, unknown>,
  raw: string,
  codes: { range: number; nullIndex: number },
): string | number {
  if (!Object.keys(input).includes(String(root))) return raw
  let value = input[String(root)]
  for (const step of steps) {
    if (typeof step === 'number') {
      if (value === null || value === undefined) return codes.nullIndex
      if (!Array.isArray(value)) return raw
      if (step >= value.length) return codes.range
      value = value[step]
    } else {
      if (value === null || value === undefined) return ''
      if (typeof value !== 'object' || Array.isArray(value) || !Object.keys(value).includes(step)) return raw
      value = (value as Record<string, unknown>)[step]
    }
  }
  return slowText(value)
}
