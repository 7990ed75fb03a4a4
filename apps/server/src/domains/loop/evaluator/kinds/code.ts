import type { EvaluatorContent } from '@orrery/contract'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { createJavascriptRows } from './javascript-batch.ts'
import { createPythonRows } from './python-batch.ts'

type CodeContent = Extract<EvaluatorContent, { kind: 'code' }>
const TIMEOUT_MS = 10_000
const MAX_OUTPUT = 4000
/** Appended after the user's code, so that the line numbers in its errors stay correct. */
const frame = `async function main({ params }) {
  return { result: await (typeof exec_evaluation === 'function' ? exec_evaluation(params.turn) : evaluate(params.fields)) }
}`
const defined = {
  javascript: /(?:function\s+|(?:const|let|var)\s+)(?:evaluate|exec_evaluation)\b/,
  python: /^def\s+(?:evaluate|exec_evaluation)\s*\(/m,
}
export const hasFunction = ({ language, code }: Pick<CodeContent, 'language' | 'code'>): boolean =>
  defined[language].test(code)

/** Converts the fields of a row to the format that code written for other platforms expects. */
function turnOf(fields: Record<string, string>) {
  const texts = (entries: [string, string][]) =>
    Object.fromEntries(entries.map(([key, text]) => [key, { content_type: 'Text', text }]))
  const all = Object.entries(fields)
  return {
    evaluate_dataset_fields: texts(all.filter(([key]) => key !== 'output')),
    evaluate_target_output_fields: texts(
      all.flatMap(([key, text]) => (key === 'output' ? [['actual_output', text]] : [])),
    ),
    ext: {},
  }
}
/** Runs evaluator code on rows. Rows that arrive at the same time share one sandbox run. */
export function createCodeRunner(sandbox: Pick<Sandbox, 'run'>) {
  async function alone(code: string, owner: string, params: object, signal: AbortSignal) {
    const { output, logs } = await sandbox.run({
      language: 'javascript',
      code: `${code}\n${frame}`,
      params: params as Record<string, unknown>,
      timeoutMs: TIMEOUT_MS,
      owner,
      signal,
    })
    const stdout = logs.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    return { result: (output as { result?: unknown }).result, stdout: stdout.slice(0, MAX_OUTPUT) }
  }
  const rows = { python: createPythonRows(sandbox), javascript: createJavascriptRows(sandbox, alone) }
  return ({ language, code }: CodeContent, owner: string, fields: Record<string, string>, signal: AbortSignal) =>
    rows[language](code, owner, { fields, turn: turnOf(fields) }, signal)
}
