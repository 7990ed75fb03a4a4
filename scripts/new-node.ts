import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** `npm run new:node -- <Key> "<English name>" "<Chinese name>"`: a node type that gives one text on, with its form, words and case. */
const root = path.resolve(import.meta.dirname, '..')
const engine = 'packages/engine/src'
const [key, english, chinese] = process.argv.slice(2)
if (!key || !/^[A-Z][A-Za-z0-9]{1,30}$/.test(key) || !english?.trim() || !chinese?.trim())
  fail('Say its key and both names: npm run new:node -- Uppercase "Upper case" "转为大写"')
const file = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
const name = `${key[0]!.toLowerCase()}${key.slice(1)}Node`
const cases = `${name}s`

const made = {
  node: `${engine}/nodes/${file}.ts`,
  description: `${engine}/describe/nodes/${file}.ts`,
  cases: `${engine}/testing/cases/${file}.ts`,
}
const taken = Object.values(made).find((target) => existsSync(path.join(root, target)))
if (taken) fail(`${taken} exists already`)
const list = read(`${engine}/node-type.ts`)
if (new RegExp(`^  ${key}: `, 'm').test(list)) fail(`${engine}/node-type.ts has a node type ${key} already`)
for (const [language, text] of [
  ['en', english],
  ['zh-CN', chinese],
] as const)
  if (read(`${engine}/describe/words/${language}.ts`).includes(`name: ${quote(text.trim())},`))
    fail(`Another node type is called ${text.trim()}`)
// Numbers below 1000 belong to the platform, which gives out new ones itself.
const numbers = [...list.matchAll(/^ {2}\w+: '(\d+)',$/gm)].map(([, number]) => Number(number))
const type = Math.max(1000, ...numbers) + 1

const written = new Map<string, string>()
written.set(
  made.node,
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
written.set(
  made.description,
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
written.set(
  made.cases,
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
edit('node-type.ts', /(?=\} as const\n)/, `  ${key}: '${type}',\n`)
edit('nodes/registry.ts', /(?=\nconst all: )/, `import { ${name} } from './${file}.ts'\n`)
edit('nodes/registry.ts', /(?=\]\n\n\/\*\* Every node type)/, `  ${name},\n`)
edit('describe/describe.ts', /(?=import \{ errorPortId)/, `import { ${name} } from './nodes/${file}.ts'\n`)
edit('describe/describe.ts', /(?= {2}generateImage,\n)/, `  ${name},\n`)
edit('describe/words/en.ts', /(?=\}\n$)/, words(english.trim()))
edit('describe/words/zh-CN.ts', /(?=\}\n$)/, words(chinese.trim()))
edit('testing/all-cases.ts', /(?=import type \{ Case \})/, `import { ${cases} } from './cases/${file}.ts'\n`)
edit('testing/all-cases.ts', /(?= {2}refusals,\n)/, `  ${quote(english.trim())}: ${cases},\n`)

for (const [target, text] of written) {
  process.stdout.write(`  ${existsSync(path.join(root, target)) ? '~' : '+'} ${target}\n`)
  writeFileSync(path.join(root, target), text)
}
spawnSync('oxfmt', [...written.keys()], { cwd: root, stdio: 'inherit' })
process.stdout.write(`Made node type ${type}, ${key}. It passes as it is: npm test\n`)

function edit(target: string, place: RegExp, text: string) {
  const full = `${engine}/${target}`
  const before = written.get(full) ?? read(full)
  if (!place.test(before)) fail(`${full} has changed its form: add ${key} there by hand, and to this script`)
  written.set(
    full,
    before.replace(place, () => text),
  )
}
function quote(text: string) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
function read(target: string) {
  return readFileSync(path.join(root, target), 'utf8')
}
function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
