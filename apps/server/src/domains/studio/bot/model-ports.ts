import { OFFLINE_MODEL_ID } from '@orrery/contract'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { TextWriter } from '#domains/chat/model/shared/text-writer.ts'
import type { BotPorts } from './shared/bot-ports.ts'

/** Model services that bots need. */
export function createModelPorts({
  models,
  textWriter,
}: {
  models: Pick<ModelService, 'defaultId' | 'list'>
  textWriter: TextWriter
}): Pick<BotPorts, 'defaultModel' | 'describeModels' | 'hasWriter' | 'writeText'> {
  return {
    defaultModel: async (spaceId) => ({ model_id: await models.defaultId(spaceId) }),
    async describeModels(spaceId, ids) {
      const wanted = new Set(ids)
      const known = (await models.list(spaceId)).filter(({ id }) => wanted.has(id))
      return new Map(
        known.map((model) => [model.id, { name: model.name, modelName: model.config.model, iconUrl: '', family: 0 }]),
      )
    },
    hasWriter: async (spaceId) => (await models.defaultId(spaceId)) !== OFFLINE_MODEL_ID,
    writeText: textWriter.write,
  }
}
