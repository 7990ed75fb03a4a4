import { type DeskAgent, DeskScene } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'

interface Shortcut {
  id: string
  scene: string
  name: readonly [en: string, zh: string]
  query: readonly [en: string, zh: string]
}
interface AgentWords {
  name: readonly [en: string, zh: string]
  description: readonly [en: string, zh: string]
  shortcuts: readonly Shortcut[]
}
const { ask, write } = DeskScene

/** The texts and shortcuts of the built-in desks. */
export const deskWords: Readonly<Record<DeskAgent, AgentWords>> = {
  reader: {
    name: ['Reader', '阅读'],
    description: [
      'Reads papers with you: chunks, questions with sources, and a translation beside the original',
      '陪你读论文：分段、有出处的问答，以及与原文对照的译文',
    ],
    shortcuts: [
      {
        id: 'summary',
        scene: ask,
        name: ['Summarise', '总结'],
        query: ['Summarise the paper: question, method, results', '总结这篇论文：问题、方法和结果'],
      },
      {
        id: 'terms',
        scene: ask,
        name: ['Key terms', '关键术语'],
        query: [
          'Which terms matter most in this paper, and what do they mean?',
          '这篇论文最重要的术语有哪些，分别是什么意思？',
        ],
      },
    ],
  },
  writer: {
    name: ['Writer', '写作'],
    description: [
      'Writes with you: drafts on your references, and images that fit',
      '陪你写作：依据参考资料起草，并配上合适的图片',
    ],
    shortcuts: [
      {
        id: 'outline',
        scene: write,
        name: ['Outline', '列提纲'],
        query: ['Write an outline for this text', '为这篇文章列一份提纲'],
      },
      {
        id: 'continue',
        scene: write,
        name: ['Continue', '续写'],
        query: ['Write the next paragraph', '续写下一段'],
      },
      {
        id: 'polish',
        scene: write,
        name: ['Polish', '润色'],
        query: ['Improve the wording, keep the meaning', '润色文字，保持原意'],
      },
    ],
  },
}
export const inWords = ([en, zh]: readonly [string, string], locale: Locale) => (locale === 'zh-CN' ? zh : en)
