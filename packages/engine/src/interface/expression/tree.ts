/** A parsed expression. */
export type Expression =
  | { type: 'literal'; value: string | number | boolean | null }
  | { type: 'name'; name: string; at: number }
  | { type: 'member'; of: Expression; key: Expression }
  | { type: 'unary'; operator: '-' | 'not'; of: Expression }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { type: 'choice'; test: Expression; yes: Expression; no: Expression }
  | { type: 'list'; items: Expression[] }
  | { type: 'object'; fields: [key: string, value: Expression][] }
  | { type: 'call'; name: string; args: Argument[]; at: number }
export type Argument = Expression | { type: 'function'; parameter: string; body: Expression }
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '??'

export type ExpressionFault =
  | 'tooLong'
  | 'tooDeep'
  | 'unexpected'
  | 'unclosed'
  | 'unknownFunction'
  | 'tooManySteps'
  | 'notAFunction'
  | 'tooLarge'

/** The error of an expression that cannot be parsed or evaluated, with its position in the text. */
export class ExpressionError extends Error {
  readonly fault: ExpressionFault
  readonly at: number
  readonly word: string
  constructor(fault: ExpressionFault, at: number, word = '') {
    super(`${fault} at ${at}${word && `: ${word}`}`)
    this.fault = fault
    this.at = at
    this.word = word
  }
}
