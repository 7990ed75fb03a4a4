import { OnboardingMode } from '@orrery/contract/shared/bot-enums'
import type { Locale } from '#kit/errors.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import { wordsFor } from './words.ts'

/** The opening of a bot for a new person, with its suggested questions. */
export function welcomeOf({ name, config }: RunnableBot, locale: Locale): { text: string; questions: string[] } {
  const { prologue, suggested_questions: questions, onboarding_mode: mode } = config.onboarding_info
  const isManual = mode === OnboardingMode.manual
  return {
    text: (isManual && prologue.trim()) || wordsFor(locale).hello(name),
    questions: isManual ? questions.filter(Boolean) : [],
  }
}
