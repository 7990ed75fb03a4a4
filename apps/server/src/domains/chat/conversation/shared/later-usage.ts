import { setTimeout as sleep } from 'node:timers/promises'
import type { LaterStep, TraceService } from '#domains/chat/trace/trace.service.ts'
import type { ConversationService } from '../conversation.service.ts'

const WAIT_MS = 100
const MAX_WAITS = 600
/** A trace is written shortly after its turn ends, perhaps by another process. */
const MAX_TRIES = 10

/** Adds work that was done after the answer of a turn to its trace and to the figures that people see. */
export const createLaterUsage =
  (traces: Pick<TraceService, 'addLater'>, conversations: Pick<ConversationService, 'isRunning' | 'addUsage'>) =>
  async (turnId: string, step: LaterStep): Promise<void> => {
    for (let waits = 0; waits < MAX_WAITS && (await conversations.isRunning(turnId)); waits += 1) await sleep(WAIT_MS)
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await traces.addLater(turnId, step)) return conversations.addUsage(turnId, step)
      await sleep(WAIT_MS)
    }
  }
