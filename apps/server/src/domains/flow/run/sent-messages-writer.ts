import type { Log } from '#kit/log.ts'
import type { ActiveRun } from './active-run.ts'
import type { SentMessagesRepo } from './sent-messages.repo.ts'

/** After a crash, a client may have received up to this much more than is stored. Its event id states its position. */
const SAVE_EVERY_MS = 250

/** Saves the messages of stored runs a few times a second. */
export function createSentMessagesWriter({ repo, log }: { repo: SentMessagesRepo; log: Log }) {
  const waiting = new Map<ActiveRun, NodeJS.Timeout>()

  async function write(active: ActiveRun): Promise<void> {
    // A short run is written once at its end, with its messages among the results.
    if (!active.stored || !active.messages.hasUnsaved()) return
    await active.stored
    if (!active.lost) await repo.save(active.id, active.fence, active.messages.unsaved())
  }
  async function save(active: ActiveRun): Promise<void> {
    clearTimeout(waiting.get(active))
    waiting.delete(active)
    await write(active).catch((cause: unknown) => log.warn({ err: cause, run: active.id }, 'texts were not saved'))
  }
  return {
    of: repo.of,
    save,
    later(active: ActiveRun): void {
      if (!waiting.has(active)) waiting.set(active, setTimeout(() => void save(active), SAVE_EVERY_MS).unref())
    },
  }
}
export type SentMessagesWriter = ReturnType<typeof createSentMessagesWriter>
