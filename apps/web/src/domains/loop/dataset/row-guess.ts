import type { OfferedValue } from '#lib/add-to-dataset.ts'
import type { DatasetField } from './dataset.queries.ts'

type Named = Pick<DatasetField, 'key' | 'name' | 'status'>
const bare = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
/** Names that are synonyms in most datasets. */
const kinds: readonly ReadonlySet<string>[] = [
  new Set(['question', 'input', 'query', 'prompt', '问题', '输入'].map(bare)),
  new Set(
    ['answer', 'output', 'reference_output', 'reference', 'expected', 'response', '回答', '回复', '输出'].map(bare),
  ),
]
const meansSame = (a: string, b: string) => kinds.some((words) => words.has(bare(a)) && words.has(bare(b)))

/** Finds the field of each value: the remembered one, one of the same name, or a synonym. Each field is used once. */
export function guessFields(
  values: readonly OfferedValue[],
  fields: readonly Named[],
  remembered: Readonly<Record<string, string>>,
): Record<string, string> {
  const free = new Map(fields.filter(({ status }) => status === 1).map((field) => [field.key, field]))
  const guessed: Record<string, string> = {}
  const take = (name: string, found: Named | undefined) => {
    if (!found || guessed[name]) return
    guessed[name] = found.key
    free.delete(found.key)
  }
  for (const { name } of values) take(name, free.get(remembered[name] ?? ''))
  // A value that was left out last time is left out again.
  const open = values.filter(({ name }) => remembered[name] !== '')
  for (const { name } of open)
    take(
      name,
      [...free.values()].find((field) => bare(field.name) === bare(name)),
    )
  for (const { name } of open)
    take(
      name,
      [...free.values()].find((field) => meansSame(field.name, name)),
    )
  return guessed
}
