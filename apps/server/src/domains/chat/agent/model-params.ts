import type { BotConfig } from '@orrery/contract'
import type { ChatParams } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { ownParameters } from '#domains/chat/model/shared/own-parameters.ts'

type ModelInfo = BotConfig['model_info']
const styles = ['default_val', 'creative', 'balance', 'precise'] as const

/**
 * The parameters of a call. A style uses the model's values for that style, "custom" uses those of the bot. The maximum
 * length of an answer always comes from the bot, limited to the maximum of the model.
 */
export function paramsFor(info: ModelInfo, model: ReadyModel): ChatParams {
  if (model.hasFixedParameters) return ownParameters(model)
  const isCustom = info.model_style === 0
  const style = styles[info.model_style]
  const preset = (name: string): number | undefined => {
    const values = model.parameters.find((parameter) => parameter.name === name)?.default_val
    const text = values && (values[style] ?? values.default_val)
    return text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
  }
  const own = (name: string, field: number | undefined) => {
    const text = info.parameters[name]
    return field ?? (text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text))
  }
  const pick = (name: string, field: number | undefined) =>
    isCustom ? (own(name, field) ?? preset(name)) : preset(name)
  const wanted = own('max_tokens', info.max_tokens) ?? preset('max_tokens')
  return {
    temperature: pick('temperature', info.temperature),
    topP: pick('top_p', info.top_p),
    topK: pick('top_k', info.top_k),
    frequencyPenalty: pick('frequency_penalty', info.frequency_penalty),
    presencePenalty: pick('presence_penalty', info.presence_penalty),
    maxTokens: wanted === undefined || wanted <= 0 ? undefined : Math.min(Math.trunc(wanted), model.maxOutputTokens),
  }
}
