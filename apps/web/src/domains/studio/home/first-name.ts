import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { cutVisible } from '#lib/text-length.ts'
import { chineseName } from './chinese-name.ts'
import { englishName } from './english-name.ts'

const NAME_LIMIT = BOT_LIMITS.name

/** A name for a bot that was only described: what it works on and what it does, as far as the words tell. */
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
