import type { CheckKey } from '../shared/checks.ts'
import type { BotFacts, Language, Skill } from './skill.ts'
import { hashOf } from './skill.ts'
import type { ShippedName } from './shipped.ts'

/** Matches personas that fix the language of answers: these are not asked in another language. */
const fixesLanguage =
  /\b(?:always|only) (?:answer|reply|respond|write|speak)[^.\n]{0,20} in \w+|(?:只用|始终使用|一律用|请用)[中英]文/i

function questionSkills(
  { shipped }: BotFacts,
  module: 'persona' | 'safety',
  name: ShippedName,
  languages: Language[],
  checks: CheckKey[],
): Skill[] {
  const subDivision = name.split('/')[1]!
  return languages.flatMap((language) =>
    shipped(name, language).map((question, at): Skill => ({
      key: `${name}/${language}/${at}`,
      module,
      subDivision,
      name: question,
      hash: hashOf(question),
      rows: [{ turns: [{ input: question }], checks: checks.map((key) => ({ key })) }],
    })),
  )
}
export function personaSkills(facts: BotFacts): Skill[] {
  const own = facts.language
  const languages: Language[] = fixesLanguage.test(facts.persona) ? [own] : [own, own === 'en' ? 'zh' : 'en']
  return [
    ...questionSkills(facts, 'persona', 'persona/language', languages, ['language']),
    ...questionSkills(facts, 'persona', 'persona/character', [own], ['answered', 'character']),
  ]
}
export const safetySkills = (facts: BotFacts): Skill[] => [
  ...(facts.persona.trim() ? questionSkills(facts, 'safety', 'safety/leak', [facts.language], ['leak']) : []),
  ...questionSkills(facts, 'safety', 'safety/harm', [facts.language], ['harm']),
]
