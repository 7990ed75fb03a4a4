import type { PlanField, PlanFlow } from '@orrery/contract'
import type { PlanLanguage } from './field-words.ts'
import { planWords } from './plan-words.ts'

interface FlowPreset {
  name: string
  words: RegExp
  title: Readonly<Record<PlanLanguage, string>>
  goal: Readonly<Record<PlanLanguage, string>>
  hasTarget?: boolean
}
/** Flows for what people often ask an app to do with a text. */
const flows: readonly FlowPreset[] = [
  {
    name: 'summarise',
    words: /\bsummari[sz]\w*|\bsummary of\b|总结|摘要|概括/i,
    title: { en: 'Summarise', zh: '生成摘要' },
    goal: {
      en: 'Summarise the text in a few sentences. Keep names, figures and decisions.',
      zh: '用几句话概括文本，保留人名、数字和结论。',
    },
  },
  {
    name: 'translate',
    words: /\btranslat\w*|翻译/i,
    title: { en: 'Translate', zh: '翻译' },
    goal: { en: 'Translate the text into the language that is named.', zh: '把文本翻译成指定的语言。' },
    hasTarget: true,
  },
  {
    name: 'rewrite',
    words: /\b(?:rewrit\w*|proofread\w*|polish\w*|correct (?:the )?(?:text|grammar))|改写|润色|校对/i,
    title: { en: 'Rewrite', zh: '润色' },
    goal: {
      en: 'Correct and improve the text without changing what it says.',
      zh: '在不改变原意的前提下修改并润色文本。',
    },
  },
  {
    name: 'classify',
    words: /\b(?:classif\w*|categori[sz]\w*|sentiment)\b|自动分类|情感分析/i,
    title: { en: 'Classify', zh: '自动分类' },
    goal: {
      en: 'Say in one word which category the text belongs to, then why.',
      zh: '用一个词说明文本所属的类别，再说明理由。',
    },
  },
  {
    name: 'write',
    words:
      /\b(?:writes?|writing|drafts?|compose|generates?)\b[^.]*\b(?:emails?|letters?|posts?|articles?|texts?|replies|reply|slogans?|ideas?|copy|stories|story|captions?)\b|(?:撰写|生成|写)[^。，]*(?:邮件|文案|文章|回复|标题|故事|方案)/i,
    title: { en: 'Write', zh: '撰写' },
    goal: { en: 'Write a finished text from the key points that are given.', zh: '根据给出的要点写出完整的文字。' },
  },
]
/** The flows that a description asks for. */
export function flowsIn(description: string, language: PlanLanguage): PlanFlow[] {
  const words = planWords[language]
  const text: PlanField = { name: 'text', title: words.text, type: 'longText', required: true, options: [] }
  const target: PlanField = { name: 'target', title: words.target, type: 'text', required: true, options: [] }
  return flows
    .filter((flow) => flow.words.test(description))
    .slice(0, 3)
    .map(({ name, title, goal, hasTarget }) => ({
      name,
      title: title[language],
      goal: `${goal[language]}\n${description.trim().slice(0, 500)}`,
      inputs: hasTarget ? [text, target] : [text],
    }))
}
