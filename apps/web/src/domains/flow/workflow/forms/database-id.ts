import type { NodeData } from '../document/canvas.ts'

/** The table that a node uses; empty if none is selected. */
export function databaseIdOf(data: NodeData): string {
  const list = data.inputs?.['databaseInfoList']
  const id = Array.isArray(list) ? (list[0] as { databaseInfoID?: unknown } | undefined)?.databaseInfoID : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : ''
}
