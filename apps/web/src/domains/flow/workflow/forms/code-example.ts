import type { Param, VariableShape } from '@orrery/engine/describe'

/** Example code that returns the first input as every output. */
export function exampleCode(
  language: 'javascript' | 'python',
  inputs: readonly Param[],
  outputs: readonly VariableShape[],
): string {
  const input = inputs[0]?.name ?? 'input'
  const names = outputs.filter((output) => output.readonly !== true).map((output) => output.name)
  const given = names.length ? names : ['output']
  if (language === 'python') {
    const fields = given.map((name) => `        "${name}": params["${input}"],`)
    return ['async def main(args):', '    params = args.params', '    return {', ...fields, '    }', ''].join('\n')
  }
  const fields = given.map((name) => `    ${name}: params.${input},`)
  return ['async function main({ params }) {', '  return {', ...fields, '  }', '}', ''].join('\n')
}
