import type { EvaluatorContent } from '@orrery/contract'

const named = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].map(([, name]) => name!)
/** Fields passed to code that does not declare its inputs. */
const defaultInputs = ['input', 'output', 'reference_output']

/** Fields that an evaluator reads. Code without declared inputs gets the usual fields, all optional. */
export function inputsOf(content: EvaluatorContent): { key: string; isRequired: boolean }[] {
  const required = (keys: string[]) => [...new Set(keys)].map((key) => ({ key, isRequired: true }))
  switch (content.kind) {
    case 'judge':
      return required(named(`${content.system ?? ''}\n${content.prompt}`))
    case 'code':
      return content.inputs?.length
        ? required(content.inputs)
        : defaultInputs.map((key) => ({ key, isRequired: false }))
    case 'rule':
      return required(['output', ...content.contents.flatMap(named)])
    case 'similarity':
      return required(['output', 'reference_output'])
    case 'trajectory':
      return required(['trajectory', 'expected'])
    case 'metric':
      return required([content.metric])
    case 'spec':
      return required([
        'output',
        ...(content.check === 'language' && !content.content ? ['input'] : []),
        ...(content.check === 'persona_leak' && !content.content ? ['persona'] : []),
      ])
    case 'callback':
      return defaultInputs.map((key) => ({ key, isRequired: key === 'output' }))
    case 'human':
    case 'points':
      return []
  }
}
/** Replaces placeholders in a text by the values of the fields. */
export const filled = (text: string, fields: Record<string, string>): string =>
  text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => (Object.hasOwn(fields, name) ? fields[name]! : ''))

/** Score from 0 to 1, where more is better. */
export function normalScore(content: EvaluatorContent, score: number): number {
  const scale =
    content.kind === 'metric'
      ? { min: 0, max: content.worst, higher_is_better: false }
      : 'scale' in content
        ? content.scale
        : undefined
  const { min, max, higher_is_better } = scale ?? { min: 0, max: 1, higher_is_better: true }
  const share = Math.min(1, Math.max(0, (score - min) / (max - min)))
  return higher_is_better ? share : 1 - share
}
/** Whether scores come from outside the engine: from people, or from programs that submit them. */
export const isScoredExternally = ({ kind }: Pick<EvaluatorContent, 'kind'>): boolean =>
  kind === 'human' || kind === 'points'
