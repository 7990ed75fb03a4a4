import type { InterfaceAction, InterfaceDocument } from '@orrery/contract'
import { nodesOf, pagesOf } from './tree.ts'

/** All steps of a chain, including its branches. */
export const stepsOf = (chain: readonly InterfaceAction[]): InterfaceAction[] =>
  chain.flatMap((action) => [action, ...stepsOf(action.done ?? []), ...stepsOf(action.failed ?? [])])

export interface PlacedChain {
  page: string
  /** Empty for the chain that runs when the page opens. */
  node: string
  event: string
  chain: InterfaceAction[]
}
export const chainsOf = (document: InterfaceDocument): PlacedChain[] => [
  ...pagesOf(document).map(({ id, load }) => ({ page: id, node: '', event: 'load', chain: load })),
  ...nodesOf(document).flatMap(({ id, page, events }) =>
    Object.entries(events).map(([event, chain]) => ({ page, node: id, event, chain })),
  ),
]
/** The expressions of one step. */
export function valuesOfStep(action: InterfaceAction): unknown[] {
  switch (action.type) {
    case 'set':
      return [action.value]
    case 'insert':
      return [action.values]
    case 'update':
      return [action.values, `{{${action.row}}}`]
    case 'remove':
      return [`{{${action.row}}}`]
    case 'toast':
    case 'copy':
    case 'confirm':
      return [action.text]
    case 'open':
      return [action.url]
    case 'if':
      return [`{{${action.test}}}`]
    default:
      return []
  }
}
