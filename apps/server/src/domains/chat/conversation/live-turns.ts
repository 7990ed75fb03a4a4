import type { Bus } from '#kit/bus.ts'
import type { LiveTurn, StopReason } from './shared/live-turn.ts'

interface StopMessage {
  conversationId: string
  reason: StopReason
  /** Turns from this one on are not stopped. */
  before?: string
  turnId?: string
  brokenPos?: number
}

/** The turns that run in this process, and a way to stop turns in any process. */
export function createLiveTurns(bus: Bus) {
  const turns = new Map<string, Map<string, LiveTurn>>()
  const stopHere = ({ conversationId, reason, before, turnId, brokenPos }: StopMessage) => {
    for (const turn of turns.get(conversationId)?.values() ?? []) {
      const isMeant =
        turnId === undefined ? before === undefined || BigInt(turn.id) < BigInt(before) : turn.id === turnId
      if (isMeant) turn.stop(reason, brokenPos)
    }
  }
  bus.subscribe('turn.stop', (payload) => {
    if (payload.startsWith('{')) stopHere(JSON.parse(payload) as StopMessage)
  })
  return {
    add(turn: LiveTurn) {
      const mine = turns.get(turn.conversationId) ?? new Map<string, LiveTurn>()
      turns.set(turn.conversationId, mine.set(turn.id, turn))
    },
    remove(turn: LiveTurn) {
      const mine = turns.get(turn.conversationId)
      mine?.delete(turn.id)
      if (mine?.size === 0) turns.delete(turn.conversationId)
    },
    in: (conversationId: string): LiveTurn[] => [...(turns.get(conversationId)?.values() ?? [])],
    /** The newest running turn of a conversation. */
    of: (conversationId: string): LiveTurn | undefined => [...(turns.get(conversationId)?.values() ?? [])].at(-1),
    all: (): LiveTurn[] => [...turns.values()].flatMap((mine) => [...mine.values()]),
    /** Stops turns in every process; in this one at once. */
    stop: (message: StopMessage): Promise<void> => bus.publish('turn.stop', JSON.stringify(message)),
  }
}
export type LiveTurns = ReturnType<typeof createLiveTurns>
