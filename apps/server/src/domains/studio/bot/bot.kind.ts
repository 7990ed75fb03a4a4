import type { BotConfig } from '@orrery/contract'
import type { NewId } from '#kit/ids.ts'
import type { Target } from '#domains/ground/resource/shared/resource-content.ts'
import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import type { BotUses } from './bot-uses.repo.ts'
import { createBotPorter } from './bot.porter.ts'
import type { BotService } from './bot.service.ts'

/** Bots as a kind of resource. */
export const botKind = (deps: {
  bots: BotService
  newId: NewId
  storeIcon(key: string, target: Target): Promise<string>
  uses: BotUses
  /** Resumes the schedule of its tasks from now on. */
  resumeTasks(botId: string): Promise<void>
}) => ({
  porter: createBotPorter(deps),
  remove: ({ id }: { id: string }, userId: string) => deps.bots.remove(id, userId),
  forget: (id: string) => deps.bots.forget(id),
  restored: deps.resumeTasks,
  ...deps.uses,
  searchTexts: searchTextsFrom<{ id: string; config: BotConfig }>(
    'SELECT id::text, config FROM bot WHERE id = ANY($1::bigint[])',
    (row) => textsOfBot(row.config),
  ),
})

const textsOfBot = (config: BotConfig): string =>
  joinTexts([
    config.prompt_info?.prompt,
    config.onboarding_info?.prologue,
    ...(config.onboarding_info?.suggested_questions ?? []),
    ...(config.variable_list ?? []).flatMap((variable) => [variable.key, variable.description]),
    ...(config.agents ?? []).flatMap((agent) => [agent.agent_name, agent.description]),
  ])
