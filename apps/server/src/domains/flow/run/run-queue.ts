import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import { runErrors } from './run.errors.ts'
import type { RunRepo } from './run.repo.ts'
import type { RunRequests } from './run-request.ts'
import { type Caller, RunKind, RunMode, type StoredOptions } from './run-types.ts'
import type { RunWriter } from './run-writer.ts'

export interface RunQueueDeps {
  repo: Pick<RunRepo, 'countQueued'>
  writer: Pick<RunWriter, 'queue' | 'queueIn' | 'queueManyIn'>
  request: RunRequests
  /** Checks for queued runs at once instead of in the next round. */
  wake(): void
}
const MAX_QUEUED = 10_000

/** Queued runs of published workflows, which wait in the database until a process has a free slot. */
export function createRunQueue({ repo, writer, request, wake }: RunQueueDeps) {
  async function refuseFull(spaceId: string): Promise<void> {
    if ((await repo.countQueued(spaceId, MAX_QUEUED)) >= MAX_QUEUED) throw runErrors.queueFull({ max: MAX_QUEUED })
  }

  return {
    wake,
    async enqueue(
      loaded: Loaded,
      input: Record<string, unknown>,
      caller: Caller,
      options: StoredOptions = {},
    ): Promise<string> {
      await refuseFull(loaded.spaceId)
      const queued = request(loaded, input, RunKind.published, RunMode.async, caller, options)
      await writer.queue(queued)
      wake()
      return queued.id
    },
    /** Inserts a queued run in the caller's transaction. */
    async enqueueIn(
      client: Parameters<RunWriter['queueIn']>[0],
      id: string,
      loaded: Loaded,
      input: Record<string, unknown>,
      caller: Caller,
    ): Promise<void> {
      await refuseFull(loaded.spaceId)
      await writer.queueIn(client, { ...request(loaded, input, RunKind.published, RunMode.async, caller, {}), id })
    },
    /** Inserts many queued runs in the caller's transaction. */
    async enqueueMany(
      client: Parameters<RunWriter['queueManyIn']>[0],
      list: { id: string; input: Record<string, unknown> }[],
      loaded: Loaded,
      caller: Caller,
    ): Promise<void> {
      const waiting = await repo.countQueued(loaded.spaceId, MAX_QUEUED)
      if (waiting + list.length > MAX_QUEUED) throw runErrors.queueFull({ max: MAX_QUEUED })
      await writer.queueManyIn(
        client,
        list.map(({ id, input }) => ({
          ...request(loaded, input, RunKind.published, RunMode.async, caller, {}),
          id,
        })),
      )
    },
  }
}
