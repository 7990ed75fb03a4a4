import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import { listVoices, speak, type Voice } from '#kit/models/speech.ts'
import { createCache } from '#kit/cache.ts'
import type { KnownModel } from './shared/model-catalog.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelService } from './model.service.ts'

export interface VoiceDeps {
  models: Pick<ModelService, 'list'>
  egress: Egress
  bus: Bus
  clock: Clock
}
export interface KnownVoice extends Voice {
  model: KnownModel
}
const SPEECH = 3
const KEEP_MS = 10 * 60_000

/** The voices of the speech models of a space. Asking every server again for each look at a list would make the list slow. */
export function createVoiceService({ models, egress, bus, clock }: VoiceDeps) {
  const speechModels = async (spaceId: string | undefined) =>
    (await models.list(spaceId)).filter(({ type, enabled }) => type === SPEECH && enabled)

  const voicesOf = createCache<Voice[]>({
    bus,
    clearOn: ['model'],
    limit: 1000,
    ttl: { ms: KEEP_MS, clock },
    async load(modelId, spaceId) {
      const model = (await speechModels(spaceId || undefined)).find(({ id }) => id === modelId)
      return model ? listVoices(model.config, egress) : []
    },
  })

  return {
    /** With a note when there are none, or when a server did not answer. */
    async list(spaceId: string | undefined, locale: Locale): Promise<{ voices: KnownVoice[]; note: string }> {
      const all = await speechModels(spaceId)
      if (!all.length) return { voices: [], note: modelDomainErrors.noSpeechModel().text(locale) }
      const notes: string[] = []
      const lists = await Promise.all(
        all.map(async (model) => {
          try {
            return (await voicesOf.get(model.id, spaceId)).map((voice) => ({ ...voice, model }))
          } catch (cause) {
            if (!(cause instanceof AppError)) throw cause
            notes.push(cause.text(locale))
            return []
          }
        }),
      )
      return { voices: lists.flat(), note: notes.join(' ') }
    },
    async speak(spaceId: string, voiceId: string, text: string, signal: AbortSignal): Promise<EgressResponse> {
      const [modelId, voice] = [voiceId.slice(0, voiceId.indexOf(':')), voiceId.slice(voiceId.indexOf(':') + 1)]
      const model = (await speechModels(spaceId)).find(({ id }) => id === modelId)
      if (!model || !voice) throw errors.notFound({ what: 'voice' })
      return speak(model.config, egress, { voice, text, signal })
    },
  }
}
export type VoiceService = ReturnType<typeof createVoiceService>
