import { personaOf } from '@orrery/contract'
import { OnboardingMode } from '@orrery/contract/shared/bot-enums'
import type { Log } from '#kit/log.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { Onboarding, WritingService } from '#domains/studio/bot/writing.service.ts'

export interface OpeningDeps {
  writing: Pick<WritingService, 'onboarding'>
  log: Log
}
const MAX_CACHED = 500

/**
 * Openings written by a model: once for each published version, shared by all visitors, since each one costs the owner.
 */
export function createOpeningService({ writing, log }: OpeningDeps) {
  const written = new Map<string, Promise<Onboarding>>()
  function write(bot: RunnableBot): Promise<Onboarding> {
    const { onboarding_info: opening, prompt_info, model_info } = bot.config
    return writing.onboarding({
      spaceId: bot.spaceId,
      modelId: model_info.model_id,
      name: bot.name,
      persona: [personaOf(prompt_info), opening.customized_onboarding_prompt].filter(Boolean).join('\n\n'),
      // Not cancelled when the first visitor leaves, since others may wait for the same opening.
      signal: new AbortController().signal,
    })
  }
  function once(bot: RunnableBot): Promise<Onboarding> {
    const name = `${bot.id} ${bot.version}`
    const known = written.get(name)
    if (known) return known
    const fresh = write(bot)
    written.set(name, fresh)
    if (written.size > MAX_CACHED) written.delete(written.keys().next().value!)
    fresh.catch(() => written.delete(name))
    return fresh
  }
  return {
    /** The opening of a bot. If the model fails, the text of its author is used, since a visitor could not fix it. */
    async of(bot: RunnableBot): Promise<Onboarding> {
      const { onboarding_info: opening } = bot.config
      const own = { prologue: opening.prologue, questions: opening.suggested_questions.filter(Boolean) }
      if (opening.onboarding_mode === OnboardingMode.none) return { prologue: '', questions: [] }
      if (opening.onboarding_mode === OnboardingMode.manual) return own
      return once(bot).catch((cause: unknown) => {
        log.warn({ err: cause, botId: bot.id }, 'the model wrote no opening')
        return own
      })
    },
  }
}
export type OpeningService = ReturnType<typeof createOpeningService>
