import { create, fail, insert, quote, read, writeAll } from './generator.ts'

/** `npm run new:node -- <Key> "<English name>" "<Chinese name>"`: a node type that passes a text on, with its form. */
const engine = 'packages/engine/src'
const [key, english, chinese] = process.argv.slice(2)
if (!key || !/^[A-Z][A-Za-z0-9]{1,30}$/.test(key) || !english?.trim() || !chinese?.trim())
  fail('Say its key and both names: npm run new:node -- Uppercase "Upper case" "转为大写"')
const file = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
const name = `${key[0]!.toLowerCase()}${key.slice(1)}Node`
const cases = `${name}s`

const list = read(`${engine}/node-type.ts`)
if (new RegExp(`^  ${key}: `, 'm').test(list)) fail(`${engine}/node-type.ts has a node type ${key} already`)
for (const [language, text] of [
  ['en', english],
  ['zh-CN', chinese],
] as const)
  if (read(`${engine}/describe/words/${language}.ts`).includes(`name: ${quote(text.trim())},`))
    fail(`Another node type is called ${text.trim()}`)
// Numbers below 1000 are reserved for the reference platform, which assigns new ones itself.
const numbers = [...list.matchAll(/^ {2}\w+: '(\d+)',$/gm)].map(([, number]) => Number(number))
const type = Math.max(1000, ...numbers) + 1

create(
  `${engine}/nodes/${file}.ts`,
  `import { field } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { valueText } from '#values/json.ts'
import type { NodeKind } from './node-kind.ts'

/** Gives its text on. */
export const ${name}: NodeKind<undefined> = {
  type: NodeType.${key},
  needs: [],
  zeroInputs: true,
  nullOutputs: false,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
  run: (task) => ({ output: { output: valueText(task.input.text) } }),
}
`,
)
create(
  `${engine}/describe/nodes/${file}.ts`,
  `import { NodeType } from '#node-type.ts'
import { inputRow, outputRow } from '../card-row.ts'
import { fixedInputs, outputSection } from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { onePort } from '../port.ts'
import { param, variable } from '../shapes.ts'

export const ${name}: NodeDescription = {
  type: NodeType.${key},
  category: 'utilities',
  group: 'utility',
  tone: 'code',
  icon: 'type',
  place: 'anywhere',
  offered: true,
  ports: onePort,
  data: () => ({ inputs: { inputParameters: [param('text', 'string')] }, outputs: [variable('output')] }),
  sections: [fixedInputs(variable('text', 'string', { required: true })), outputSection('fixed')],
  rows: ({ data }) => [...inputRow(data), ...outputRow(data)],
}
`,
)
create(
  `${engine}/testing/cases/${file}.ts`,
  `import { NodeType } from '#node-type.ts'
import { chain, end, node, params, ref, start, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'

export const ${cases}: Case[] = [
  {
    name: '${file}: gives its text on',
    canvas: chain(
      start('t'),
      node(NodeType.${key}, '10', { inputParameters: params({ text: ref('s.t') }) }, vars('output')),
      end({ r: ref('10.output') }),
    ),
    input: { t: 'hello' },
    expect: { output: { r: 'hello' } },
  },
]
`,
)
const words = (text: string) => `  ${key}: { name: ${quote(text)}, about: ${quote(text)} },\n`
insert(`${engine}/node-type.ts`, /(?=\} as const\n)/, `  ${key}: '${type}',\n`)
insert(`${engine}/nodes/registry.ts`, /(?=\nconst all: )/, `import { ${name} } from './${file}.ts'\n`)
insert(`${engine}/nodes/registry.ts`, /(?=\]\n\n\/\*\* Every node type)/, `  ${name},\n`)
insert(`${engine}/describe/describe.ts`, /(?=import \{ errorPortId)/, `import { ${name} } from './nodes/${file}.ts'\n`)
insert(`${engine}/describe/describe.ts`, /(?= {2}generateImage,\n)/, `  ${name},\n`)
insert(`${engine}/describe/words/en.ts`, /(?=\}\n$)/, words(english.trim()))
insert(`${engine}/describe/words/zh-CN.ts`, /(?=\}\n$)/, words(chinese.trim()))
insert(
  `${engine}/testing/all-cases.ts`,
  /(?=import type \{ Case \})/,
  `import { ${cases} } from './cases/${file}.ts'\n`,
)
insert(`${engine}/testing/all-cases.ts`, /(?= {2}refusals,\n)/, `  ${quote(english.trim())}: ${cases},\n`)

writeAll(`Made node type ${type}, ${key}. It passes as it is: npm test`)
