import type { EvaluatorContent } from '@orrery/contract'
import { tokenF1 } from '../shared/similarity.ts'

type JudgeContent = Extract<EvaluatorContent, { kind: 'judge' }>
const outputs = ['output', 'actual_output', 'answer']
const references = ['reference_output', 'reference', 'expected', 'expected_output', 'ground_truth']
const firstOf = (fields: Record<string, string>, names: string[]) =>
  names.map((name) => fields[name]).find((text) => text?.trim())

/**
 * The built-in model judges by comparing words: of the output with the reference if there is one, otherwise with
 * all other fields of the judge's prompt.
 */
export function offlineJudgement(
  { scale }: JudgeContent,
  fields: Record<string, string>,
): { score: number; reasoning: string } {
  const { min, max, higher_is_better } = scale ?? { min: 0, max: 1, higher_is_better: true }
  const output = firstOf(fields, outputs) ?? Object.values(fields).at(-1) ?? ''
  const reference = firstOf(fields, references)
  const others = Object.values(fields).filter((text) => text !== output)
  const share = tokenF1(output, reference ?? others.join('\n'))
  const against = reference === undefined ? 'the other fields' : 'the reference'
  const good = higher_is_better ? share : 1 - share
  return {
    score: min + good * (max - min),
    reasoning: `Offline rules, not understanding: ${(share * 100).toFixed(0)} % of the words are shared with ${against}.`,
  }
}
