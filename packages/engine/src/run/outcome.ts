import type { Warning } from '#values/convert.ts'
import type { Values } from '#values/own.ts'

/** 1 something that the page of the person has to do, 2 a question, 5 a form, 7 a permission that a person must give. */
export type InterruptType = 1 | 2 | 5 | 7

interface Interrupt {
  type: InterruptType
  /** JSON text as the wire shows it. */
  data: string
}

/** What a node hands back. */
export interface Outcome {
  output: Values
  /** The branch taken by a branching node. */
  port?: string | undefined
  warnings?: Warning[]
  /** Input before conversion. */
  raw?: string | undefined
  /** Goes into `response_extra` of the node's result. */
  extra?: Values
  /** The text shown instead of the output object. */
  text?: string | undefined
  interrupt?: Interrupt
}

/** The node goes on by itself: it has started graphs and will finish when they do. */
export const waiting = Symbol('waiting')
export type Waiting = typeof waiting
