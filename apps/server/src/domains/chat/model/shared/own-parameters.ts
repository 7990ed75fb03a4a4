import type { ChatParams } from '#kit/models/chat-types.ts'
import type { KnownModel } from './model-catalog.ts'

/** The model's own parameters, for spaces in which bots may not change them. */
export function ownParameters({ parameters, maxOutputTokens }: KnownModel): ChatParams {
  const value = (name: string): number | undefined => {
    const text = parameters.find((parameter) => parameter.name === name)?.default_val.default_val
    return text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
  }
  const longest = value('max_tokens')
  return {
    temperature: value('temperature'),
    topP: value('top_p'),
    topK: value('top_k'),
    frequencyPenalty: value('frequency_penalty'),
    presencePenalty: value('presence_penalty'),
    maxTokens: longest === undefined ? undefined : Math.min(longest, maxOutputTokens),
  }
}
