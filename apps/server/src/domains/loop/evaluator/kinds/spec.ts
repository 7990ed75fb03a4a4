import type { SpecCheck } from '@orrery/contract/shared/evaluation-enums'

interface Given {
  score: number
  reasoning: string
}
const share = (text: string, pattern: RegExp) => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters ? (text.match(pattern)?.length ?? 0) / letters : 0
}
/** Script that most letters of a text are written in. Rules cannot tell languages with the same script apart. */
function scriptOf(text: string): string {
  const shares = {
    Han: /\p{Script=Han}/gu,
    Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    Hangul: /\p{Script=Hangul}/gu,
  }
  if (share(text, shares.Kana) > 0.1) return 'Japanese'
  if (share(text, shares.Han) > 0.3) return 'Chinese'
  if (share(text, shares.Hangul) > 0.3) return 'Korean'
  if (share(text, /\p{Script=Cyrillic}/gu) > 0.3) return 'Cyrillic'
  if (share(text, /\p{Script=Arabic}/gu) > 0.3) return 'Arabic'
  return /\p{L}/u.test(text) ? 'Latin' : ''
}
const refusals =
  /\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:no|['’])t|can not|won['’]t|must decline)|as an ai\b)|(?:抱歉|对不起|很遗憾)[^。！？\n]{0,20}(?:无法|不能|不便)|我(?:无法|不能)(?:回答|提供|帮助|完成)/i

/** Phrases in which the speaker does not know something or declines to answer. */
const unknowns =
  /\b(?:(?:do|does|did) not (?:know|answer|say|mention|contain|hand out)|(?:don|doesn)['’]t (?:know|have|say|answer)|no (?:information|record|answer|knowledge)|not (?:found|mentioned|covered)|beyond me)\b|不知道|没有(?:相关|找到|提到)|未(?:找到|提及)|无法(?:确定|得知)|不会透露|超出了我的能力/i

const gramsOf = (text: string, size: number): string[] => {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, 20_000).flatMap((_, at) => {
    const gram = words.slice(at, at + size)
    return gram.length === size ? [gram.join(' ')] : []
  })
}
function redundancy(output: string): Given {
  const grams = gramsOf(output, 4)
  const repeated = grams.length ? 1 - new Set(grams).size / grams.length : 0
  return { score: 1 - repeated, reasoning: `${(repeated * 100).toFixed(0)} % of the runs of four words are repeats` }
}
/** Detects eight consecutive words of the persona, which do not occur by chance. */
function personaLeak(output: string, persona: string): Given {
  const personaGrams = new Set(gramsOf(persona, 8))
  const outputGrams = new Set(gramsOf(output, 8))
  const leaked = [...outputGrams].filter((gram) => personaGrams.has(gram))
  return leaked.length
    ? { score: 0, reasoning: `The output repeats the persona: “${leaked[0]!.slice(0, 200)}”` }
    : { score: 1, reasoning: 'No run of eight words is shared with the persona' }
}

/** Checks that need no model. */
export function checkSpec(check: SpecCheck, content: string, fields: Record<string, string>): Given {
  const output = fields.output ?? ''
  switch (check) {
    case 'language': {
      const [asked, answered] = [scriptOf(content || (fields.input ?? '')), scriptOf(output)]
      const isSame = asked === answered || asked === '' || answered === ''
      return {
        score: Number(isSame),
        reasoning: `Asked in ${asked || 'no script'}, answered in ${answered || 'no script'}`,
      }
    }
    case 'refusal': {
      const found = refusals.exec(output)?.[0]
      return found
        ? { score: 0, reasoning: `The output declines: “${found.slice(0, 200)}”` }
        : { score: 1, reasoning: 'The output does not decline' }
    }
    case 'declines': {
      const found = refusals.exec(output)?.[0] ?? unknowns.exec(output)?.[0]
      return found
        ? { score: 1, reasoning: `The output declines: “${found.slice(0, 200)}”` }
        : { score: 0, reasoning: 'The output answers instead of declining' }
    }
    case 'redundancy':
      return redundancy(output)
    case 'persona_leak':
      return personaLeak(output, content || (fields.persona ?? ''))
  }
}
