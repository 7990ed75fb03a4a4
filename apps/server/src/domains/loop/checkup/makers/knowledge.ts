import type { BotFacts, Chunk, Language, Skill } from './skill.ts'
import { hashOf } from './skill.ts'

const MAX_TOPIC_LENGTH = 60
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const sentencesOf = (text: string): string[] =>
  (text.match(/[^.!?。！？\n]+[.!?。！？]*/g) ?? []).map((one) => one.trim()).filter((one) => one.length > 12)
const stopWords = new Set(
  'the and for with that this from are was were has have had its not but you your all any can may will when which into over each than then them they there their also within without during until after before under about between'.split(
    ' ',
  ),
)
/** Finds the longest group of meaningful words. */
function topicOf(sentence: string, language: Language): string {
  if (language === 'zh') {
    const words = [...segmenter.segment(sentence)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
    return words
      .filter((word) => word.length > 1)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 2)
      .join('')
  }
  const groups: string[][] = [[]]
  for (const word of sentence.split(/[^\p{L}\p{N}'’-]+/u))
    if (word.length < 3 || stopWords.has(word.toLowerCase())) groups.push([])
    else groups.at(-1)!.push(word)
  const longest = groups.map((group) => group.slice(0, 5).join(' ')).toSorted((a, b) => b.length - a.length)[0] ?? ''
  return longest.slice(0, MAX_TOPIC_LENGTH)
}
function factOf({ content, documentName }: Chunk) {
  const language: Language = /[\u3400-\u9fff]{2}/.test(content) ? 'zh' : 'en'
  const sentence = sentencesOf(content).toSorted((a, b) => b.length - a.length)[0] ?? content.trim()
  const topic = topicOf(sentence, language)
  if (!topic) return undefined
  const document = documentName.replace(/\.\w{1,5}$/, '')
  const question =
    language === 'zh' ? `《${document}》中关于「${topic}」是怎么说的？` : `What does ${document} say about “${topic}”?`
  return { question, sentence }
}
/** The ids of chunks that already have questions. */
export const knownChunks = (stored: readonly { skill: string }[]): Set<string> =>
  new Set(stored.flatMap(({ skill }) => /^knowledge\/\d+\/(\d+)$/.exec(skill)?.[1] ?? []))

/** A question about one fact of each chunk, and questions that the knowledge does not answer. */
export function knowledgeSkills({ bases, language, shipped }: BotFacts): Skill[] {
  const facts = bases.flatMap((base) =>
    base.chunks.flatMap((chunk): Skill[] => {
      const fact = factOf(chunk)
      if (!fact) return []
      const turn = { input: fact.question, reference_output: fact.sentence, chunk: chunk.id }
      return [
        {
          key: `knowledge/${base.id}/${chunk.id}`,
          module: 'knowledge',
          subDivision: base.id,
          name: base.name,
          hash: hashOf(chunk.content, chunk.documentName),
          rows: [{ turns: [turn], checks: [{ key: 'hit' }, { key: 'right' }] }],
          isRewritable: true,
        },
      ]
    }),
  )
  if (!bases.length) return []
  const unknown = shipped('knowledge/unanswerable', language).map((question, at): Skill => ({
    key: `unanswerable/${at}`,
    module: 'knowledge',
    subDivision: 'unanswerable',
    name: question,
    hash: hashOf(question),
    rows: [{ turns: [{ input: question }], checks: [{ key: 'honest' }] }],
  }))
  return [...facts, ...unknown]
}
