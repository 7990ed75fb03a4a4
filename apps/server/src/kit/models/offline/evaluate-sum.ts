const operators: Record<string, [rank: number, run: (a: number, b: number) => number]> = {
  '+': [1, (a, b) => a + b],
  '-': [1, (a, b) => a - b],
  '*': [2, (a, b) => a * b],
  '/': [2, (a, b) => a / b],
  '%': [2, (a, b) => a % b],
  '^': [3, (a, b) => a ** b],
}
const signs: Record<string, string> = { '×': '*', '÷': '/', x: '*', '（': '(', '）': ')', '−': '-' }
const MAX_TOKENS = 200

/** The value of an arithmetic expression; undefined for anything else. Only numbers and operators are parsed. */
export function evaluateSum(text: string): number | undefined {
  const plain = text.replaceAll(/[×÷x（）−]/g, (sign) => signs[sign]!)
  const tokens = plain.match(/\d+(?:\.\d+)?|[-+*/%^()]|\S/g) ?? []
  if (tokens.length > MAX_TOKENS || tokens.some((token) => !/^(\d|[-+*/%^()]$)/.test(token))) return undefined
  let at = 0
  function atom(): number {
    const token = tokens[at++]
    if (token === '-') return -atom()
    if (token === '(') {
      const inner = climb(0)
      return tokens[at++] === ')' ? inner : Number.NaN
    }
    return token !== undefined && /^\d/.test(token) ? Number(token) : Number.NaN
  }
  function climb(least: number): number {
    let value = atom()
    for (;;) {
      const known = operators[tokens[at] ?? '']
      if (!known || known[0] <= least) return value
      const sign = tokens[at++]!
      // Powers are right-associative.
      value = known[1](value, climb(sign === '^' ? known[0] - 1 : known[0]))
    }
  }
  const value = climb(0)
  return at === tokens.length && Number.isFinite(value) ? tidy(value) : undefined
}
/** Rounds binary errors away: 0.1 + 0.2 becomes 0.3. */
export const tidy = (value: number) => Number(value.toPrecision(12))
