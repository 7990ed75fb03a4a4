import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { cutVisible } from '#lib/text-length.ts'

const NAME_LIMIT = BOT_LIMITS.name

/** A name for the bot from the first words of the description. */
export function nameOf(input: string): string {
  const sentence = input
    .trim()
    .split(/[\n.!?,;:。！？，；：]/)[0]!
    .trim()
  const words = sentence.split(/\s+/)
  let name = words[0] ?? ''
  for (const word of words.slice(1)) {
    if (`${name} ${word}`.length > NAME_LIMIT) break
    name = `${name} ${word}`
  }
  const cut = cutVisible(name, NAME_LIMIT)
  return cut.charAt(0).toLocaleUpperCase() + cut.slice(1)
}
