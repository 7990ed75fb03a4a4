import type { EvaluatorContent } from '@orrery/contract'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { filled } from '../shared/evaluator-inputs.ts'
import { meets } from './text-rules.ts'

type RuleContent = Extract<EvaluatorContent, { kind: 'rule' }>
const REGEX_MS = 2000
/** Runs in the sandbox, because a regular expression can take for ever. */
const regexCode = 'function main({ params }) { return { met: new RegExp(params.pattern, "u").test(params.text) } }'

export async function matchRule(
  sandbox: Pick<Sandbox, 'run'>,
  { rule, is_negated, contents }: RuleContent,
  owner: string,
  fields: Record<string, string>,
  signal: AbortSignal,
): Promise<{ score: number; reasoning: string }> {
  const text = fields.output ?? ''
  // Placeholders are not filled in regular expressions: braces are part of their syntax.
  const given = rule === 'regex' ? contents : contents.map((one) => filled(one, fields))
  let isMet: boolean
  if (rule === 'regex') {
    const params = { pattern: given[0] ?? '', text }
    const { output } = await sandbox.run({
      language: 'javascript',
      code: regexCode,
      params,
      timeoutMs: REGEX_MS,
      owner,
      signal,
    })
    isMet = (output as { met?: unknown }).met === true
  } else isMet = meets(rule, text, given)
  const words = `${is_negated ? 'not ' : ''}${rule}${given.length ? `: ${given.join(', ').slice(0, 500)}` : ''}`
  const isGood = isMet !== is_negated
  return { score: Number(isGood), reasoning: `${isGood ? 'Met' : 'Not met'}: ${words}` }
}
