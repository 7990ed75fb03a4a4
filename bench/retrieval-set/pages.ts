import { chinesePages } from './chinese-pages.ts'
import { englishPages } from './english-pages.ts'
import { plainQuestions } from './plain-questions.ts'
import { unanswered } from './unanswered.ts'

/** A page with a question that it answers, and optionally one in the other language. */
export interface Page {
  title: string
  text: string
  ask: string
  cross?: string
}
export type QuestionKind = 'English' | 'Chinese' | 'English about Chinese' | 'Chinese about English' | 'nothing answers'
export interface PageQuestion {
  kind: QuestionKind
  question: string
  /** The title of the page that answers the question; absent if none does. */
  answer?: string
}

/** Four in ten questions are held out: they were not used to choose the weights. */
export function isHeldOut({ question }: Pick<PageQuestion, 'question'>): boolean {
  let hash = 2_166_136_261
  for (const letter of question) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0
  return hash % 10 < 4
}

/** About a hundred pages in two languages with paraphrased questions, questions across languages, and questions without an answer. */
export function pageSet(): { pages: Page[]; questions: PageQuestion[] } {
  const questions: PageQuestion[] = []
  for (const [pages, kind, crossKind] of [
    [englishPages, 'English', 'Chinese about English'],
    [chinesePages, 'Chinese', 'English about Chinese'],
  ] as const)
    for (const { title, ask, cross } of pages) {
      questions.push({ kind, question: ask, answer: title })
      const plain = plainQuestions[title]
      if (plain) questions.push({ kind, question: plain, answer: title })
      if (cross) questions.push({ kind: crossKind, question: cross, answer: title })
    }
  questions.push(...unanswered.map((question): PageQuestion => ({ kind: 'nothing answers', question })))
  return { pages: [...englishPages, ...chinesePages], questions }
}
