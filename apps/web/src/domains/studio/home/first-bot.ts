import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { cutVisible } from '#lib/text-length.ts'
import { nameOf } from './first-name.ts'

export const DESCRIPTION_LIMIT = 500
/**
 * Creates a bot from one or two sentences: a model of the space writes its persona and opening. If the model fails, the
 * sentences themselves become the persona, so that the bot works in any case.
 */
export async function draftBot(spaceId: string, input: string, onStage: (stage: DraftStage) => void): Promise<string> {
  onStage('make')
  const name = nameOf(input)
  const made = await api.bot.create({
    space_id: spaceId,
    name,
    description: cutVisible(input.trim(), 300),
    icon_uri: '',
    create_from: 'studio',
  })
  if (made.check_not_pass) throw new Error(readFieldError(made.check_not_pass_msg).text)
  onStage('persona')
  const persona = await api.bot
    .optimisePrompt({ bot_id: made.bot_id, original_prompt: input.trim() })
    .then((answer) => answer.optimized_prompt)
    .catch(() => input.trim())
  onStage('opening')
  const opening = await api.bot
    .writeOnboarding({ bot_id: made.bot_id, bot_prompt: persona })
    .then((answer) => answer.onboarding_content)
    .catch(() => ({ prologue: '', suggested_questions: [] }))
  await api.bot.updateDraft({
    bot_info: {
      bot_id: made.bot_id,
      prompt_info: { prompt: persona },
      onboarding_info: {
        prologue: cutVisible(opening.prologue, BOT_LIMITS.prologue),
        suggested_questions: opening.suggested_questions.map((suggestedQuestion) =>
          cutVisible(suggestedQuestion, BOT_LIMITS.suggestion),
        ),
      },
    },
  })
  return made.bot_id
}
export type DraftStage = 'make' | 'persona' | 'opening'
