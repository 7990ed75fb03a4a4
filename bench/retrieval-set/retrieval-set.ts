import { chinese } from './chinese.ts'
import { english } from './english.ts'

export interface Facet {
  title: string
  /** `{S}` is replaced by the subject, `{n}` by a number. */
  fact: string
  ask: string
}
export interface Language {
  name: string
  subjects: string[]
  facets: Facet[]
  filler: string[]
}
export interface SetDocument {
  name: string
  text: string
  subject: string
  facet: number
}
export interface SetQuestion {
  language: string
  question: string
  /** By document name: 2 answers the question, 1 is about the same subject and helps a little. */
  grades: Record<string, 1 | 2>
}

const fill = (text: string, subject: string, n: number) => text.replaceAll('{S}', subject).replaceAll('{n}', String(n))
const numberOf = (subject: number, facet: number) => 7 + ((subject * 13 + facet * 29) % 83)

/** 300 documents and 150 questions: every subject has a document for each facet, and questions about half of them. */
export function retrievalSet(): { documents: SetDocument[]; questions: SetQuestion[] } {
  const documents: SetDocument[] = []
  const questions: SetQuestion[] = []
  for (const { name: language, subjects, facets, filler } of [english, chinese])
    for (const [at, subject] of subjects.entries()) {
      const nameOf = (facet: number) => `${subject} · ${facets[facet]!.title}`
      for (const [facet, { title, fact }] of facets.entries()) {
        const lines = [filler[facet % filler.length]!, fact, filler[(facet + at + 1) % filler.length]!]
        const body = lines.map((line) => fill(line, subject, numberOf(at, facet))).join('\n\n')
        documents.push({ name: nameOf(facet), text: `# ${title}\n\n${body}`, subject, facet })
        if ((facet + at) % 2) continue
        questions.push({
          language,
          question: fill(facets[facet]!.ask, subject, 0),
          grades: { [nameOf(facet)]: 2, [nameOf((facet + 1) % facets.length)]: 1 },
        })
      }
    }
  return { documents, questions }
}
