import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { cutVisible } from '#lib/text-length.ts'
import { chineseName } from './chinese-name.ts'
import { englishName } from './english-name.ts'

const NAME_LIMIT = BOT_LIMITS.name

/** Derives the name of a bot from its description: the subject and the activity, as far as they are recognised. */
export function nameOf(input: string): string {
  const sentence = input
    .trim()
    .split(/[\n.!?,;:。！？，；：]/)[0]!
    .trim()
  const isChinese = /\p{Script=Han}/u.test(sentence)
  const name = isChinese ? chineseName(sentence, NAME_LIMIT) : englishName(sentence, NAME_LIMIT)
  const cut = cutVisible(name, NAME_LIMIT)
  return cut.charAt(0).toLocaleUpperCase() + cut.slice(1)
}
