import type { Egress } from '../../egress/egress.ts'
import { createAnswerClock } from '../../models/answer-clock.ts'
import { createCollector } from '../../models/answer-collector.ts'
import { finishAnswer } from '../../models/chat-model.ts'
import type { ChatModel } from '../../models/chat-types.ts'
import { explainFailure } from '../../models/failure.ts'
import type { ModelConfig } from '../../models/provider-config.ts'
import type { DialogueDriver, Sound, SpokenSound } from './dialogue-types.ts'
import { openLine } from './line.ts'
import { openAiRealtime } from './openai-realtime.ts'
import { volcanoDialogue } from './volcano-dialogue.ts'

const driverOf = ({ kind }: ModelConfig): DialogueDriver =>
  kind === 'volcano-speech' ? volcanoDialogue : openAiRealtime

export const callsTools = (config: ModelConfig): boolean => driverOf(config).callsTools
/** Callers do not wait for a slow provider: there is a fallback. */
const FIRST_CHUNK_MS = 8000
const IDLE_MS = 20_000

interface Asked {
  sound?: SpokenSound | undefined
  /** Used if the provider has this voice. */
  voice?: string | undefined
}
/** A speech-to-speech model as a chat model: its text is the transcript of what it says. Without retries. */
export function createDialogueModel(config: ModelConfig, egress: Egress, asked: Asked = {}): ChatModel {
  const driver = driverOf(config)
  const voice = driver.voices.find((known) => known === asked.voice) ?? driver.voices[0]!
  return {
    async chat(request, sink) {
      const limits = { firstChunkMs: Math.min(request.firstChunkMs ?? FIRST_CHUNK_MS, FIRST_CHUNK_MS), idleMs: IDLE_MS }
      const clock = createAnswerClock({ provider: config.providerName, signal: request.signal, ...limits })
      const said = createCollector(sink, clock.alive)
      let hasSound = false
      const sound = (samples: Int16Array, rate: number) => {
        hasSound = true
        clock.alive()
        sink?.sound?.(samples, rate)
      }
      try {
        const line = await openLine(config, egress, driver.address(config), clock.signal)
        try {
          await driver.answer(line, config, { request, sound: asked.sound, voice }, { said, sound })
        } finally {
          line.close()
        }
        clock.signal.throwIfAborted()
        return finishAnswer(config, request, said.answer, clock, 1)
      } catch (cause) {
        if (clock.signal.aborted) throw clock.signal.reason
        const hasStarted = said.hasStarted || hasSound
        throw explainFailure(cause, { config, attempts: 1, hasStarted }).error
      } finally {
        clock.end()
      }
    },
  }
}

/** Transcribes a sound with a model that has no separate call for that. */
export async function transcribeWith(
  config: ModelConfig,
  egress: Egress,
  sound: Sound,
  signal: AbortSignal,
): Promise<string> {
  const driver = driverOf(config)
  try {
    return await driver.hear(() => openLine(config, egress, driver.address(config), signal), config, sound, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw explainFailure(cause, { config, attempts: 1, hasStarted: false }).error
  }
}
