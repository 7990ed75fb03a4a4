import type { Language } from './phrases.ts'
import { overlap, sentencesOf, wordsOf } from './words.ts'

/** The subjects of a talk: its rarer words, longest first. */
function subjects(text: string): string[] {
  const words = wordsOf(text).filter((word) => word.length > 3 || /[\u3400-\u9fff]/.test(word))
  return [...new Set(words)].toSorted((a, b) => b.length - a.length || text.indexOf(a) - text.indexOf(b))
}

/** Three questions that a user could ask next. */
export function suggestNext(talk: string, language: Language): string[] {
  const [first, second] = subjects(talk)
  if (language === 'zh') {
    const topic = first ?? '这个话题'
    return [
      `能再详细介绍一下${topic}吗？`,
      `可以举一个关于${topic}的例子吗？`,
      `${topic}和${second ?? '其他选择'}有什么区别？`,
    ]
  }
  const topic = first ?? 'this'
  return [
    `Can you tell me more about ${topic}?`,
    `What is an example of ${topic}?`,
    `How does ${topic} differ from ${second ?? 'the alternatives'}?`,
  ]
}

/** An opening made of what the persona says it is. */
export function writeOpening(persona: string, name: string, language: Language): string {
  const role = sentencesOf(persona.replaceAll(/^#+.*$/gm, ''))[0]?.replace(/^(you are|你是)\s*/i, '') ?? ''
  if (language === 'zh') return `你好，我是${name || '你的助手'}。${role ? `我的角色：${role}` : ''}有什么可以帮你？`
  return `Hello, I am ${name || 'your assistant'}.${role ? ` My part: ${role}` : ''} What can I do for you?`
}

/** A persona in the order that works best with most models; the words stay the author's. */
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

/** The choice whose description has most in common with what the user said; undefined when none has anything. */
export function routeTo(prompt: string, said: string): string | undefined {
  const words = new Set(wordsOf(said))
  const choices = [...prompt.matchAll(/^- (\S+): (.+)$/gm)].map(([, id, description]) => ({
    id: id!,
    score: overlap(words, description!),
  }))
  const best = choices.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > 0 ? best.id : undefined
}
