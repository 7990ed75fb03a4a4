import type { contract, Input } from '@orrery/contract'

type Data = Input<(typeof contract.evaluationRule)['tryOut']>['data']

/** Converts one answer into evaluator fields: question, output and reference. */
export function tryFields(data: Data): Record<string, string> {
  const calls = (data.trajectory?.actions ?? []).map(({ action_meta, input }) => ({
    name: action_meta ?? '',
    arguments: input?.text ?? '',
  }))
  const variables = Object.entries(data.variables ?? {}).map(([name, { text = '' }]) => [name, text] as const)
  return {
    ...Object.fromEntries(variables),
    input: data.input_v2?.text ?? data.input?.content ?? '',
    output: data.prediction_v2?.text ?? data.prediction?.content ?? '',
    reference_output: data.output_v2?.text ?? data.output ?? '',
    trajectory: JSON.stringify(calls),
    ...data.ext,
  }
}
