import { readFields } from './read-fields.ts'
import type { GenerationRow } from './eval-generation.table.ts'

export interface GradedRow {
  cells: string[]
  /** How close the row is to real questions (authenticity) and to the request (satisfaction): 0 to 100. */
  authenticity: number
  satisfaction: number
}
const words = (text: string) => text.toLowerCase().match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? []
const shared = (a: string, b: string) => {
  const [left, right] = [new Set(words(a)), new Set(words(b))]
  if (!left.size || !right.size) return 0
  return [...left].filter((one) => right.has(one)).length / Math.min(left.size, right.size)
}
/** Grades a row by fixed rules, without a model: complete rows that resemble the examples without repeating them. */
function graded(
  cells: string[],
  { columns, examples, description }: Pick<GenerationRow, 'columns' | 'examples' | 'description'>,
): GradedRow {
  const asked = columns.flatMap(({ isMade }, at) => (isMade ? [cells[at] ?? ''] : []))
  const isComplete = asked.every((text) => text.trim() !== '')
  const isCopy = examples.some((example) => example.join('\n') === cells.join('\n'))
  const likeness = Math.max(0, ...examples.map((example) => shared(example.join(' '), cells.join(' '))))
  const fit = shared(description, cells.join(' '))
  return {
    cells,
    authenticity: isCopy ? 0 : Math.round(50 + 50 * (examples.length ? likeness : Number(isComplete))),
    satisfaction: isComplete ? Math.round(60 + 40 * fit) : 20,
  }
}
const firstSentence = (text: string) =>
  text
    .split(/(?<=[.!?。！？])\s*|\n/)[0]!
    .trim()
    .slice(0, 300)
const questionOf = (text: string) =>
  /[\p{Script=Han}]/u.test(text)
    ? `关于“${text.slice(0, 60)}”，请说明。`
    : `What can you tell me about “${text.slice(0, 100)}”?`

/** Generates a row without a model: a question about a knowledge chunk, or a new combination of example cells. */
export function byRule(
  task: Pick<GenerationRow, 'columns' | 'examples' | 'description'>,
  chunks: string[],
  nth: number,
): GradedRow {
  const chunk = chunks.length ? chunks[nth % chunks.length]! : ''
  const example = task.examples.length ? task.examples[nth % task.examples.length]! : []
  const other = task.examples.length ? task.examples[(nth * 7 + 3) % task.examples.length]! : []
  const cells = task.columns.map(({ isMade }, at) => {
    if (!isMade) return example[at] ?? ''
    if (chunk) return at === 0 ? questionOf(firstSentence(chunk)) : chunk.slice(0, 2000)
    return at === 0 ? (example[at] ?? '') : (other[at] ?? '')
  })
  return graded(cells, task)
}
export function promptFor(task: GenerationRow, chunks: string[], nth: number): string {
  const list = task.columns.map(({ name, describe, meaning, isMade }) =>
    isMade
      ? `- ${name}: ${[describe, meaning].filter(Boolean).join('. ') || 'as its name says'}`
      : `- ${name}: leave empty`,
  )
  const examples = task.examples.slice(0, 5).map((cells) => {
    const row = Object.fromEntries(task.columns.map(({ name }, at) => [name, cells[at] ?? '']))
    return JSON.stringify(row)
  })
  return [
    'Make one row of test data for a dataset that an assistant is evaluated with.',
    task.description && `The dataset: ${task.description}`,
    `Columns:\n${list.join('\n')}`,
    examples.length && `Examples; do not repeat them:\n${examples.join('\n')}`,
    chunks.length && `Keep to what this text says:\n${chunks[nth % chunks.length]!.slice(0, 4000)}`,
    task.isTimely && `Today is ${new Date().toISOString().slice(0, 10)}; the row may refer to it.`,
    `This is row ${nth + 1} of ${task.total}: make it different from the others.`,
    'Answer with JSON only: an object with one text for each column.',
  ]
    .filter(Boolean)
    .join('\n\n')
}
/** Parses the answer of a model into cells; undefined if the answer is not a row. */
export function readRow(answer: string, task: GenerationRow): GradedRow | undefined {
  const fields = readFields(answer)
  if (!fields) return undefined
  const cells = task.columns.map(({ name, isMade }) => (isMade ? (fields[name] ?? '') : ''))
  return cells.some((text) => text.trim()) ? graded(cells, task) : undefined
}
