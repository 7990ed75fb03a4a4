import type { Intent } from '@orrery/contract'

const isLatin = (word: string) => /^[\u0020-\u024f’]+$/.test(word)
const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Latin words match as whole words, Chinese words anywhere. */
function hasWord(text: string, word: string): boolean {
  if (!isLatin(word)) return text.includes(word)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true
  return false
}
const LOOKED_AT = 2000
interface Lowered {
  id: string
  words: string[]
}
const lowered = ({ id, words }: Lowered): Lowered => ({ id, words: words.map((word) => word.toLowerCase()) })

/** Labels a question with the first intent, from top to bottom, that has a matching word; '' if none has. */
export function createWordLabeller(intents: readonly Intent[]): (question: string) => string {
  const groups = intents.flatMap((intent) => [...intent.children, intent]).map(lowered)
  return (question) => {
    const text = question.slice(0, LOOKED_AT).toLowerCase()
    return groups.find(({ words }) => words.some((word) => hasWord(text, word)))?.id ?? ''
  }
}
