import { ModelType } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { callsTools, createDialogueModel, transcribeWith } from '#kit/speech/dialogue/dialogue.ts'
import type { Sound, SpokenSound } from '#kit/speech/dialogue/dialogue-types.ts'
import type { ModelCapacity } from './model-capacity.service.ts'
import type { ModelMeter } from './model-meter.ts'
import type { ModelService, ReadyModel } from './model.service.ts'
import { watchedChat } from './watched-model.ts'

export interface DialogueDeps {
  models: Pick<ModelService, 'list'>
  egress: Egress
  meter: ModelMeter
  capacity: ModelCapacity
}
/** One fallback after the first model: people in a call do not wait for a third. */
const TRIES = 2

/** Models that listen to a question and answer with sound. They are metered and limited like all others. */
export function createDialogueService({ models, egress, meter, capacity }: DialogueDeps) {
  const known = async (spaceId: string) =>
    (await models.list(spaceId)).filter(({ type, enabled }) => type === ModelType.dialogue && enabled).slice(0, TRIES)

  return {
    /** Models of a space for a spoken question, the space's own first; empty if it has none. */
    async forQuestion(spaceId: string, sound: SpokenSound, voice: string): Promise<ReadyModel[]> {
      return (await known(spaceId)).map((model) => {
        const chat = capacity.bounded(createDialogueModel(model.config, egress, { sound, voice }), model)
        return {
          ...model,
          capabilities: { ...model.capabilities, tools: callsTools(model.config) },
          hasFixedParameters: true,
          chat: watchedChat(meter.counted({ chat }, model, spaceId), model),
        }
      })
    },
    /** Transcribes speech with a dialogue model, if no other model can; undefined if these cannot either. */
    async hear(spaceId: string, sound: Sound, signal: AbortSignal): Promise<string | undefined> {
      for (const { config } of await known(spaceId))
        try {
          return await transcribeWith(config, egress, sound, signal)
        } catch (cause) {
          signal.throwIfAborted()
          if (!(cause instanceof AppError)) throw cause
        }
      return undefined
    },
  }
}
export type DialogueService = ReturnType<typeof createDialogueService>
