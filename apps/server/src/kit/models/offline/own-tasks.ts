import type { Language } from './phrases.ts'
import { hasChinese, isStopWord, overlap, sentencesOf, wordsOf } from './words.ts'

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const emptyWords =
  /什么|怎么|如何|哪些|哪个|哪里|多少|可以|介绍|一下|请问|根据|关于|这个|那个|我们|你们|他们|没有|就是|还是/

/** Topics of a text: names and noun phrases as they appear, longer ones first. */
function subjects(text: string): string[] {
  if (hasChinese(text)) {
    const words = [...segmenter.segment(text)].map(({ segment }) => segment)
    return byLength(words.filter((word) => /^[\u3400-\u9fff]{2,}$/.test(word) && !emptyWords.test(word)))
  }
  const groups = text.split(/[^\p{L}\p{N}'’\s-]+|\n/u).flatMap((part) => {
    const found: string[][] = [[]]
    for (const word of part.split(/\s+/))
      if (word.length < 3 || isStopWord(word)) found.push([])
      else found.at(-1)!.push(word)
    return found.map((group) => group.slice(0, 2).join(' '))
  })
  return byLength(groups.filter((group) => group.length > 3))
}
const byLength = (list: string[]) => [...new Set(list)].toSorted((a, b) => b.length - a.length)

/** Three questions that a user could ask next, about their question and its answer. */
export function suggestNext(asked: string, told: string, language: Language): string[] {
  const own = subjects(asked)
  const [first, second] = [...own, ...subjects(told).filter((subject) => !own.some((other) => other.includes(subject)))]
  if (language === 'zh') {
    const topic = first ?? '这个话题'
    return [
      `能再详细介绍一下${topic}吗？`,
      `可以举一个关于${topic}的例子吗？`,
      `${topic}和${second ?? '其他选择'}有什么关系？`,
    ]
  }
  const topic = first ?? 'this'
  return [
    `Can you tell me more about ${topic}?`,
    `What should I know first about ${topic}?`,
    second ? `And what about ${second}?` : `What is an example of ${topic}?`,
  ]
}

/** Arranges a persona in the order that works best with most models, in the author's own words. */
export function arrangePrompt(text: string, language: Language): string {
  const sentences = sentencesOf(text.replaceAll(/^[#\-*\s]+/gm, ''))
  const limits = sentences.filter((sentence) => /\b(never|do not|don't|only|must not)\b|不要|禁止|只/i.test(sentence))
  const [role = text.trim(), ...rest] = sentences.filter((sentence) => !limits.includes(sentence))
  const titles = language === 'zh' ? ['角色', '技能', '限制'] : ['Role', 'Skills', 'Limits']
  const items = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n')
  return [
    `# ${titles[0]}\n${role}`,
    ...(rest.length ? [`## ${titles[1]}\n${items(rest)}`] : []),
    ...(limits.length ? [`## ${titles[2]}\n${items(limits)}`] : []),
  ].join('\n\n')
}

/** The choice whose description has most in common with the message; undefined without any overlap. */
export function routeTo(prompt: string, said: string): string | undefined {
  const words = new Set(wordsOf(said))
  const choices = [...prompt.matchAll(/^- (\S+): (.+)$/gm)].map(([, id, description]) => ({
    id: id!,
    score: overlap(words, description!),
  }))
  const best = choices.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > 0 ? best.id : undefined
}
