import type { BotFacts, Skill } from './skill.ts'
import { hashOf } from './skill.ts'

const MAX_SUGGESTIONS = 6

/** Tests the suggested questions, the description of the bot, and questions that fit any bot. */
export function answerSkills({ config, description, language, shipped }: BotFacts): Skill[] {
  const checks = [{ key: 'answered' }, { key: 'redundant' }, { key: 'helpful' }] as const
  const skill = (subDivision: string, key: string, name: string, question: string): Skill => ({
    key,
    module: 'answers',
    subDivision,
    name,
    hash: hashOf(question),
    rows: [{ turns: [{ input: question }], checks: [...checks] }],
  })
  const suggestions = config.onboarding_info.suggested_questions.filter(Boolean).slice(0, MAX_SUGGESTIONS)
  const about = description.trim()
  return [
    ...suggestions.map((one, at) => skill('opening', `opening/${at}`, one, one)),
    ...(about
      ? [
          skill(
            'general',
            'description',
            about.slice(0, 80),
            language === 'zh' ? `我听说：${about} 请详细说明。` : `I was told: ${about} Tell me more about it.`,
          ),
        ]
      : []),
    ...shipped('answers/general', language).map((one, at) => skill('general', `general/${at}`, one, one)),
  ]
}
