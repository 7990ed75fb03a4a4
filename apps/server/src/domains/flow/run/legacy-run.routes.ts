import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ChatService } from './chat.service.ts'
import { toProcess } from './process.ts'
import { viewIn } from './run-words.ts'
import { runErrors } from './run.errors.ts'
import type { RunService } from './run.service.ts'

interface LegacyRunDeps {
  runs: RunService
  chats: Pick<ChatService, 'testRun'>
}

/** Test runs, in the format of the first editor. */
export function legacyRunRoutes({
  runs,
  chats,
}: LegacyRunDeps): Pick<Handlers<typeof contract.workflowLegacy>, 'process' | 'cancel' | 'run'> {
  return {
    async process({ workflowId, executeId }, ctx) {
      const id = executeId ?? (await runs.history({ workflowId, kinds: [0, 3], limit: 1 }))[0]?.id
      if (!id) throw runErrors.notFound()
      return toProcess(viewIn(await runs.view(workflowId, id), ctx.locale))
    },
    async cancel({ executeId }) {
      await runs.cancel(undefined, executeId)
      return {}
    },
    async run({ workflowId, input }, ctx) {
      const { id } = await chats.testRun(workflowId, input, { userId: ctx.userId, logId: ctx.logId })
      return { workflowId, executeId: id }
    },
  }
}
