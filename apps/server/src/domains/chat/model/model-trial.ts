import { ModelType } from '@orrery/contract'
import { bytesOf } from '#kit/audio/samples.ts'
import { tone, toWav } from '#kit/audio/wav.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { createChatModel } from '#kit/models/chat-model.ts'
import { createEmbeddingModel } from '#kit/models/embedding-model.ts'
import { makePicture } from '#kit/models/image-model.ts'
import { modelErrors } from '#kit/models/model-errors.ts'
import type { ModelConfig } from '#kit/models/provider-config.ts'
import { createRerankModel } from '#kit/models/rerank-model.ts'
import { createDialogueModel } from '#kit/speech/dialogue/dialogue.ts'
import { listVoices, speak, transcribe } from '#kit/speech/speech.ts'

const OUTPUT_TOKENS = 256
/** Longer speech is cut, since this is only a trial. */
const MAX_SOUND = 512 * 1024
const MAX_PICTURE = 10 * 1024 * 1024
const PASSAGES = ['An orrery is a mechanical model of the planets.', 'Bread is made of flour, water, salt and yeast.']
const QUESTION = 'What shows how the planets move?'

export interface Trial {
  config: ModelConfig
  type: ModelType
  prompt: string
  firstChunkMs: number
  signal: AbortSignal
  onText(text: string): void
  onReasoning(text: string): void
}
/** The result of a trial. Each kind of model sets its own fields. */
export interface TrialResult {
  text: string
  first_token_ms: number
  input_tokens: number
  output_tokens: number
  attempts: number
  dimensions?: number
  scores?: { text: string; score: number }[]
  image_url?: string
  audio_url?: string
}
const nothing = { text: '', first_token_ms: 0, input_tokens: 0, output_tokens: 0, attempts: 1 }

/** Tries a model with a task that suits its kind. */
export function tryModel(trial: Trial, egress: Egress): Promise<TrialResult> {
  switch (trial.type) {
    case ModelType.chat:
      return tryChat(trial, egress)
    case ModelType.embedding:
      return tryEmbedding(trial, egress)
    case ModelType.rerank:
      return tryRerank(trial, egress)
    case ModelType.speech:
      return trySpeech(trial, egress)
    case ModelType.image:
      return tryImage(trial, egress)
    case ModelType.transcription:
      return tryTranscription(trial, egress)
    case ModelType.dialogue:
      return tryDialogue(trial, egress)
  }
}

async function tryChat({ config, prompt, signal, firstChunkMs, onText, onReasoning }: Trial, egress: Egress) {
  const result = await createChatModel(config, egress).chat(
    { messages: [{ role: 'user', content: prompt }], params: { maxTokens: OUTPUT_TOKENS }, signal, firstChunkMs },
    { text: onText, reasoning: onReasoning },
  )
  return {
    text: result.text,
    first_token_ms: Math.round(result.firstChunkMs),
    input_tokens: result.usage.inputTokens,
    output_tokens: result.usage.outputTokens,
    attempts: result.attempts,
  }
}
async function tryEmbedding({ config, prompt, signal }: Trial, egress: Egress): Promise<TrialResult> {
  const { vectors, tokens } = await createEmbeddingModel(config, egress).embed([prompt], signal)
  return { ...nothing, dimensions: vectors[0]?.length ?? 0, input_tokens: tokens }
}
async function tryRerank({ config, signal }: Trial, egress: Egress): Promise<TrialResult> {
  const { scores, tokens } = await createRerankModel(config, egress).rerank(QUESTION, PASSAGES, signal)
  return { ...nothing, scores: PASSAGES.map((text, at) => ({ text, score: scores[at]! })), input_tokens: tokens }
}
async function trySpeech({ config, prompt, signal }: Trial, egress: Egress): Promise<TrialResult> {
  // Servers that list no voices usually know those of OpenAI.
  const voices = await listVoices(config, egress, signal).catch(() => {
    signal.throwIfAborted()
    return []
  })
  const sound = await speak(config, egress, { voice: voices[0]?.id ?? 'alloy', text: prompt, signal })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of sound.body) {
    size += (chunk as Buffer).length
    if (size > MAX_SOUND) break
    chunks.push(chunk as Buffer)
  }
  const type = sound.headers.get('content-type') ?? 'audio/mpeg'
  return { ...nothing, audio_url: `data:${type};base64,${Buffer.concat(chunks).toString('base64')}` }
}
/** Asks a dialogue model in text; it answers with sound. */
async function tryDialogue({ config, prompt, signal, firstChunkMs, onText }: Trial, egress: Egress) {
  const pieces: Buffer[] = []
  let size = 0
  let rate = 0
  const result = await createDialogueModel(config, egress).chat(
    { messages: [{ role: 'user', content: prompt }], signal, firstChunkMs },
    {
      text: onText,
      sound(samples, given) {
        rate = given
        size += samples.length * 2
        if (size <= MAX_SOUND) pieces.push(bytesOf(samples))
      },
    },
  )
  if (!pieces.length) throw modelErrors.notSound({ provider: config.providerName })
  return {
    ...nothing,
    text: result.text,
    first_token_ms: Math.round(result.firstChunkMs),
    input_tokens: result.usage.inputTokens,
    output_tokens: result.usage.outputTokens,
    audio_url: `data:audio/wav;base64,${toWav(Buffer.concat(pieces), rate).toString('base64')}`,
  }
}
/** Transcribes a tone without speech: a well-formed answer proves that the model works. */
async function tryTranscription({ config, signal }: Trial, egress: Egress): Promise<TrialResult> {
  const recording = { bytes: tone(1, 16_000), fileName: 'test.wav', mime: 'audio/wav' }
  return { ...nothing, text: await transcribe(config, egress, { recording, signal }) }
}
async function tryImage({ config, prompt, signal }: Trial, egress: Egress): Promise<TrialResult> {
  const picture = await makePicture(config, egress, { prompt, signal })
  if ('base64' in picture) return { ...nothing, image_url: `data:image/png;base64,${picture.base64}` }
  // Pages show no pictures of other hosts, so the bytes are included.
  const answer = await egress.fetch(picture.url, { maxBytes: MAX_PICTURE, signal })
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.ok || !type.startsWith('image/'))
    throw modelErrors.noPicture({ provider: config.providerName, model: config.model })
  return { ...nothing, image_url: `data:${type};base64,${Buffer.from(await answer.bytes()).toString('base64')}` }
}
