import type { BotConfig } from '@orrery/contract'
import { PromptMode } from '@orrery/contract/shared/bot-enums'
import type { PromptPort, SkillContext } from './shared/skill-ports.ts'
import type { TurnRequest } from './shared/turn-types.ts'

type PromptInfo = BotConfig['prompt_info']

/**
 * Replaces the texts of the bot and its agents by the prompts that they follow. If no version is served, the text of
 * the bot is used and the trace records that.
 */
export async function withFollowed(
  request: TurnRequest,
  variables: Record<string, string>,
  context: SkillContext,
  prompts: PromptPort | undefined,
): Promise<TurnRequest> {
  const { bot, span } = request
  const { config } = bot
  const follows = ({ prompt_ref: ref }: PromptInfo) => Boolean(ref?.key)
  if (!prompts || ![config, ...config.agents].some(({ prompt_info: info }) => follows(info))) return request
  async function followed(info: PromptInfo): Promise<PromptInfo> {
    if (!follows(info)) return info
    const { key, label } = info.prompt_ref
    const step = span.start('skill', key, { key, label })
    const found = await prompts!.persona({ ...info.prompt_ref, lane: bot.lane }, variables, context)
    step.end({ output: found?.version ?? '', attributes: { prompt_key: key, prompt_version: found?.version ?? '' } })
    return found ? { ...info, prompt_mode: PromptMode.standard, prompt: found.text } : info
  }
  const agents = await Promise.all(
    config.agents.map(async (agent) => ({ ...agent, prompt_info: await followed(agent.prompt_info) })),
  )
  const prompt_info = await followed(config.prompt_info)
  return { ...request, bot: { ...bot, config: { ...config, prompt_info, agents } } }
}
