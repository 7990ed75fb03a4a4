import { startFilledBase } from './lib/filled-base.ts'
import { report } from './lib/report.ts'
import { benchAnswers } from './retrieval-answers.ts'
import { previousScores } from './retrieval-set/before.ts'
import { isHeldOut, pageSet, type PageQuestion } from './retrieval-set/pages.ts'
import { retrievalSet } from './retrieval-set/retrieval-set.ts'

export const channels = { meaning: 0, 'full text': 20, hybrid: 1 } as const
type Channel = keyof typeof channels
const names = Object.keys(channels) as Channel[]
interface Gain {
  kind: string
  isHeldOut: boolean
  gain: number
}
const kinds = ['English', 'Chinese', 'English about Chinese', 'Chinese about English'] as const

/** Measures the rank of the page that answers a question, per channel and language, with built-in models only. */
export async function benchRetrieval() {
  const { pages, questions } = pageSet()
  const base = await startFilledBase(
    8947,
    pages.map(({ title, text }) => ({ name: title, text })),
  )
  const answerable = questions.filter((question) => question.answer)
  const gains: Record<Channel, Gain[]> = { meaning: [], 'full text': [], hybrid: [] }
  for (const name of names)
    for (const item of answerable)
      gains[name].push({
        kind: item.kind,
        isHeldOut: isHeldOut(item),
        gain: await gainOf(base.ask(item.question, channels[name]), item),
      })
  for (const kind of [...kinds, 'all'] as const) {
    const means = Object.fromEntries(
      names.map((name) => [name, mean(gains[name].filter((item) => kind === 'all' || item.kind === kind))]),
    ) as Record<Channel, number>
    const better = Math.max(means.meaning, means['full text'])
    for (const name of names)
      report(
        `nDCG@10 by ${name}, ${kind}`,
        means[name].toFixed(3),
        previousScores[kind]![name].toFixed(3),
        name === 'hybrid' ? means.hybrid / better : undefined,
        name === 'hybrid' ? 'against the better channel: > 1.00x' : 'floor: the version before',
      )
  }
  reportHeldOut(gains)
  await benchAnswers(base, questions)
  await base.stop()
  await benchSubjects()
}

async function gainOf(asked: Promise<{ document_name: string }[]>, { answer }: PageQuestion): Promise<number> {
  const seen = [...new Set((await asked).map((hit) => hit.document_name))]
  const rank = seen.indexOf(answer!)
  return rank < 0 ? 0 : 1 / Math.log2(rank + 2)
}
/** Compares the questions that were used to choose the weights with those that were held out. */
function reportHeldOut(gains: Record<Channel, Gain[]>) {
  for (const kind of kinds)
    for (const isHeld of [false, true]) {
      const [meaning, words, hybrid] = names.map((name) =>
        mean(gains[name].filter((item) => item.kind === kind && item.isHeldOut === isHeld)),
      )
      const which = isHeld ? 'held out' : 'chosen with'
      const better = Math.max(meaning!, words!)
      report(
        `hybrid, ${which}, ${kind}`,
        hybrid!.toFixed(3),
        better.toFixed(3),
        hybrid! / better,
        'floor: the better channel',
      )
    }
}
const mean = (items: { gain: number }[]) => items.reduce((sum, item) => sum + item.gain, 0) / items.length

/** The same ten facts about many subjects, so that the search must find both the right subject and the right fact. */
async function benchSubjects() {
  const { documents, questions } = retrievalSet()
  const base = await startFilledBase(8947, documents)
  for (const name of names) {
    const found: { language: string; isFound: boolean }[] = []
    for (const { question, grades, language } of questions) {
      const hits = await base.ask(question, channels[name], 5)
      found.push({ language, isFound: hits.some((hit) => grades[hit.document_name] === 2) })
    }
    for (const language of ['English', 'Chinese']) {
      const mine = found.filter((item) => item.language === language)
      const share = mine.filter((item) => item.isFound).length / mine.length
      report(`subjects: found among five by ${name}, ${language}`, `${(100 * share).toFixed(1)}%`, '', undefined, '')
    }
  }
  await base.stop()
}
