import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { IntentService } from './intent.service.ts'

export function intentRoutes(intents: IntentService): Handlers<typeof contract.traceIntents> {
  return {
    async get({ space_id }, { locale }) {
      const [found, waiting] = await Promise.all([intents.of(space_id, locale), intents.waiting(space_id)])
      return {
        intents: found.intents,
        labeller: found.labeller,
        model_id: found.modelId,
        version: found.version,
        waiting,
      }
    },
    async save({ space_id, model_id, ...given }, { userId }) {
      return { version: await intents.save(space_id, userId, { ...given, modelId: model_id ?? '' }) }
    },
  }
}
