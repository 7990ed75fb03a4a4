import { ArenaField, type PkScene } from '@orrery/contract/shared/arena-enums'
import type { Board, BoardPart } from './arena.queries.ts'

export const partOf = (board: Board, scene: PkScene, field: ArenaField): BoardPart | undefined =>
  board.parts.find((part) => part.scene === scene && part.field === field)

/** The lowest and highest bound of all intervals, with a margin. */
export function boundsOf({ standings }: BoardPart): { low: number; high: number } {
  const low = Math.min(...standings.map(({ lower }) => lower))
  const high = Math.max(...standings.map(({ upper }) => upper))
  const room = Math.max(5, (high - low) * 0.04)
  return { low: low - room, high: high + room }
}
/** The values of the radar: one for each field in which the model has enough votes; -1 for the others. */
export const cornersOf = (board: Board, scene: PkScene, modelId: string): number[] =>
  Object.values(ArenaField)
    .filter((field) => field !== ArenaField.all)
    .map((field) => partOf(board, scene, field)?.standings.find((one) => one.model_id === modelId)?.radar ?? -1)
