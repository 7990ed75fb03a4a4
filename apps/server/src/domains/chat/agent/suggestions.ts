import type { BotConfig } from '@orrery/contract'
import { taskMark } from '#kit/models/prompt-marks.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { callModel } from './model-step.ts'
import type { Turn } from './turn-scope.ts'

const COUNT = 3
const MAX_LENGTH = 200
const OFF = 2
const CUSTOM = 1
type SuggestInfo = BotConfig['suggest_reply_info']

export const wantsSuggestions = (info: SuggestInfo) => info.suggest_reply_mode !== OFF

const schema = {
  type: 'object',
  properties: { suggestions: { type: 'array', items: { type: 'string' }, minItems: COUNT, maxItems: COUNT } },
  required: ['suggestions'],
  additionalProperties: false,
}
const promptOf = (info: SuggestInfo) =>
  [
    taskMark('suggest'),
    `Write the ${COUNT} messages that the user is most likely to send next, each as the user would write it, short, in the language of the user.`,
    ...(info.suggest_reply_mode === CUSTOM && info.customized_suggest_prompt.trim()
      ? [`The owner of the bot asks for this:\n${info.customized_suggest_prompt.trim()}`]
      : []),
    `Answer with JSON only: {"suggestions": ["…", "…", "…"]}`,
  ].join('\n')

/** Generates up to three follow-up suggestions. A failure is reported and never affects the answer. */
export async function suggest(
  turn: Turn,
  info: SuggestInfo,
  hooks: BotConfig['hook_info'],
  modelId: string,
  answer: string,
  span: Span,
): Promise<void> {
  try {
    const before = await turn.hooks(
      hooks,
      { hook: 'suggestion_hook', phase: 'before', subject: 'suggestion', data: { answer } },
      span,
    )
    const model = await turn.deps.models.resolve(modelId, turn.request.bot.spaceId)
    const prompt = before.prompt ? `${promptOf(info)}\n${before.prompt}` : promptOf(info)
    const result = await callModel(
      turn,
      model,
      {
        messages: [
          { role: 'system', content: prompt },
          { role: 'user', content: `User: ${turn.request.text.slice(0, 4000)}\n\nBot: ${answer.slice(0, 4000)}` },
        ],
        json: { schema, name: 'suggestions' },
        params: { temperature: 0.8, maxTokens: Math.min(400, model.maxOutputTokens) },
        signal: turn.budget.signal,
        firstChunkMs: turn.budget.firstChunkMs,
      },
      span,
      { isSilent: true, purpose: 'suggest' },
    )
    const texts = readSuggestions(result.text)
    for (const text of texts) turn.emit({ type: 'suggestion', text })
    if (texts.length === 0) turn.emit({ type: 'suggestionFailed' })
  } catch (cause) {
    // Rethrow if the user stopped the turn; other failures are in the trace.
    if (turn.request.scope.signal.aborted) throw cause
    turn.emit({ type: 'suggestionFailed' })
  }
}

/** Extracts suggestions from a JSON reply, tolerating code fences, surrounding text and a bare list. */
function readSuggestions(text: string): string[] {
  const found = /[[{][\s\S]*[\]}]/.exec(text)?.[0]
  let value: unknown
  try {
    value = found && JSON.parse(found)
  } catch {
    return []
  }
  const list = Array.isArray(value) ? value : (value as { suggestions?: unknown } | undefined)?.suggestions
  if (!Array.isArray(list)) return []
  const texts = list.flatMap((item) =>
    typeof item === 'string' && item.trim() ? [item.trim().slice(0, MAX_LENGTH)] : [],
  )
  return [...new Set(texts)].slice(0, COUNT)
}
