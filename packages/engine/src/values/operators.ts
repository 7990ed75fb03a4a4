/** Operator numbers of the canvas format. */
export const Operator = {
  equal: 1,
  notEqual: 2,
  lengthGreater: 3,
  lengthAtLeast: 4,
  lengthLess: 5,
  lengthAtMost: 6,
  contains: 7,
  notContains: 8,
  empty: 9,
  notEmpty: 10,
  isTrue: 11,
  isFalse: 12,
  greater: 13,
  atLeast: 14,
  less: 15,
  atMost: 16,
} as const

/** Names of operators in run results. */
export const operators: Record<number, string> = {
  [Operator.equal]: 'equal',
  [Operator.notEqual]: 'not equal',
  [Operator.lengthGreater]: 'length >',
  [Operator.lengthAtLeast]: 'length >=',
  [Operator.lengthLess]: 'length <',
  [Operator.lengthAtMost]: 'length <=',
  [Operator.contains]: 'contain',
  [Operator.notContains]: 'not contain',
  [Operator.empty]: 'empty',
  [Operator.notEmpty]: 'not empty',
  [Operator.isTrue]: 'is true',
  [Operator.isFalse]: 'is false',
  [Operator.greater]: '>',
  [Operator.atLeast]: '>=',
  [Operator.less]: '<',
  [Operator.atMost]: '<=',
}
const { empty, notEmpty, isTrue, isFalse } = Operator
const unary: ReadonlySet<number> = new Set([empty, notEmpty, isTrue, isFalse])
/** Whether an operator only uses the left side. */
export const isUnary = (operator: number): boolean => unary.has(operator)

/** Operators that compare a length, each with the operator that compares numbers. */
export const numberOperators: ReadonlyMap<number, number> = new Map<number, number>([
  [Operator.lengthGreater, Operator.greater],
  [Operator.lengthAtLeast, Operator.atLeast],
  [Operator.lengthLess, Operator.less],
  [Operator.lengthAtMost, Operator.atMost],
])
export const comparesLength = (operator: number): boolean => numberOperators.has(operator)
