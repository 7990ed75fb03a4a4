import { createLane } from '../../documents/worker-lane.ts'
import type { BoardInput, BoardResult } from './board.ts'

/** Computes a board in a worker thread, without blocking calls. The columns of votes are transferred to it. */
export async function boardInWorker(input: BoardInput): Promise<BoardResult> {
  const lane = createLane('stats/ranking/board-child.ts', { memoryMb: 1024 })
  try {
    const transfer = Object.values(input.votes).map(({ buffer }) => buffer as ArrayBuffer)
    return await lane.run<BoardResult>('board', input, { transfer, timeoutMs: 600_000 })
  } finally {
    await lane.close()
  }
}
