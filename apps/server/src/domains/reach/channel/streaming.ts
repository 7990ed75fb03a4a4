import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { LiveTurn } from '#domains/chat/conversation/shared/live-turn.ts'
import type { Outgoing } from './adapter.ts'
import { SendState, type SendRow } from './channel.table.ts'
import type { LaneRepo } from './lane.repo.ts'
import { faultOf, type Outbox, type Sending, targetOf } from './outbox.ts'

export interface StreamDeps {
  lanes: LaneRepo
  outbox: Pick<Outbox, 'pace'>
  newId: NewId
  clock: Clock
  log: Log
}
const FIRST_MS = 600

/**
 * Shows an answer while it is generated: a typing indicator, then the first words as a message, which is edited at the
 * platform's pace. The final edit is an ordinary send, so that another process can finish the same message if this one
 * dies.
 */
export function createStreaming({ lanes, outbox, newId, clock, log }: StreamDeps) {
  return function show(sending: Sending, batchId: string, reply: Record<string, string>) {
    const { adapter, place, thread, account, fence } = sending
    const to = targetOf(thread, reply)
    const timers = new Set<NodeJS.Timeout>()
    let row: SendRow | undefined
    let text = ''
    let shown = ''
    let isOver = false
    let working: Promise<void> = Promise.resolve()

    const quietly = (work: () => Promise<unknown>) =>
      work().then(
        () => true,
        (cause: unknown) => {
          log.debug({ err: cause, account: account.id }, 'a piece of an answer was not shown')
          return false
        },
      )
    function every(ms: number, work: () => Promise<unknown>) {
      timers.add(setInterval(() => void quietly(work), ms).unref())
    }
    async function begin() {
      const first: Outgoing = { text: text.slice(0, adapter.can.maxText), choices: [], isOpen: true, reply }
      const made: Omit<SendRow, 'seq'> = {
        id: newId(),
        accountId: account.id,
        threadId: thread.id,
        batchId,
        part: 0,
        payload: first,
        key: randomUUID(),
        state: SendState.sending,
        tries: 1,
        nextAt: 0,
        platformId: '',
        error: '',
        errorZh: '',
        createdAt: clock.now(),
        doneAt: null,
      }
      if (!(await lanes.openStream(made, fence))) return
      row = { ...made, seq: 0 }
      try {
        row.platformId = await adapter.send(place, to, first, row.key)
        await lanes.updateSend(row, fence, { platformId: row.platformId })
        shown = first.text
      } catch (cause) {
        // The platform refused it: the whole answer is sent later. If the outcome is unknown, the outbox resolves it.
        if (faultOf(cause).kind !== 'uncertain') await lanes.updateSend(row, fence, { state: SendState.waiting })
        throw cause
      }
    }
    /** One step at a time: a slow platform gets fewer edits instead of a queue of them. */
    let isBusy = false
    async function step() {
      if (isOver || isBusy || text === shown || !text.trim() || text.length > adapter.can.maxText) return
      if (outbox.pace(sending) > 0) return
      isBusy = true
      const now = text
      working = (
        row === undefined
          ? begin()
          : row.platformId
            ? adapter.edit!(place, to, row.platformId, { text: now, choices: [], isOpen: true, reply }).then(
                () => void (shown = now),
              )
            : Promise.resolve()
      ).catch((cause: unknown) => log.debug({ err: cause, account: account.id }, 'a piece of an answer was not shown'))
      await working
      isBusy = false
    }
    return {
      watch(live: LiveTurn) {
        if (adapter.typing) {
          void quietly(() => adapter.typing!(place, to))
          every(adapter.can.typingMs ?? 5000, () => adapter.typing!(place, to))
        }
        if (!adapter.edit || !adapter.can.editMs) return
        const { editMs } = adapter.can
        live.listen((event) => {
          if (event.type !== 'delta' || event.message.type !== 'answer' || event.message.contentType === 'card') return
          if (!text && event.content)
            timers.add(
              setTimeout(() => {
                void step()
                every(editMs, step)
              }, FIRST_MS).unref(),
            )
          text += event.content
        })
      },
      /** Stops the streaming; nothing is shown after this has resolved. */
      async end(): Promise<void> {
        isOver = true
        for (const timer of timers) clearTimeout(timer)
        await working
      },
      get hasBegun() {
        return row !== undefined
      },
    }
  }
}
export type Streaming = ReturnType<typeof createStreaming>
