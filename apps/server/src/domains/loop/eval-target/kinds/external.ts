import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import { evalTargetErrors } from '../eval-target.errors.ts'
import type { Snapshot } from '../eval-target.table.ts'
import { type RunTarget, type TargetFiles, withAddresses } from '../shared/target-run.ts'

type ExternalSnapshot = Extract<Snapshot, { kind: 'external' }>
interface Answer {
  output?: unknown
  prediction?: unknown
  trajectory?: unknown
  usage?: { input_tokens?: unknown; output_tokens?: unknown }
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const countOf = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0)

/** Runs a registered program. It answers with `{ output }`, and may add its tool calls and token counts. */
export const externalTarget =
  (
    types: Pick<EvalTypes, 'byId' | 'execute'>,
    { typeId, meta, parameter }: ExternalSnapshot,
    files: Pick<TargetFiles, 'linkOf'>,
  ): RunTarget =>
  async ({ spaceId, endUser, signal }, { fields: row, media, history }) => {
    const fields = withAddresses(row, media, files)
    const type = await types.byId(spaceId, 'object', typeId)
    const began = performance.now()
    const answer = await types.execute(
      type,
      {
        object_type: type.number,
        object_meta_id: meta.id,
        object_meta: meta.text,
        env: meta.env,
        runtime_parameter: parameter,
        user_id: endUser,
        input: fields.input ?? '',
        fields,
        history,
      },
      signal,
    )
    const given = (typeof answer === 'object' && answer !== null ? answer : { output: answer }) as Answer
    const output = given.output ?? given.prediction
    if (output === undefined || output === null) {
      const [problem, problemZh] = ['the program answered without output', '程序未返回 output']
      throw evalTargetErrors.failed({ problem: `${type.name}: ${problem}`, problemZh: `${type.name}：${problemZh}` })
    }
    return {
      outputs: { actual_output: textOf(output), trajectory: given.trajectory ? textOf(given.trajectory) : '[]' },
      traceId: '',
      inputTokens: countOf(given.usage?.input_tokens),
      outputTokens: countOf(given.usage?.output_tokens),
      cost: 0,
      ms: Math.round(performance.now() - began),
    }
  }
