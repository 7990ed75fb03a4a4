import type { Warning } from '#values/convert.ts'
import type { Values } from '#values/own.ts'

/** 1 an action of the page, 2 a question, 5 a form, 7 a permission that a person must give. */
export type InterruptType = 1 | 2 | 5 | 7

interface Interrupt {
  type: InterruptType
  /** JSON text as the wire shows it. */
  data: string
}

/** The result of a node. */
export interface Outcome {
  output: Values
  /** The branch taken by a branching node. */
  port?: string | undefined
  warnings?: Warning[]
  /** Input before conversion. */
  raw?: string | undefined
  /** Added to `response_extra` of the node's result. */
  extra?: Values
  /** The text shown instead of the output object. */
  text?: string | undefined
  interrupt?: Interrupt
}

/** Returned by a node that has started graphs and finishes when they do. */
export const waiting = Symbol('waiting')
export type Waiting = typeof waiting
