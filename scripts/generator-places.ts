import { readdirSync } from 'node:fs'
import path from 'node:path'
import { create, edit, fail, insert, namesOf, read, root } from './generator.ts'

// Edits of the files in which several generators register what they create.

const migrations = 'apps/server/migrations'

/** Creates the next migration, with a table named after the domain. */
export function addMigration(name: string, sql: string) {
  const { snake } = namesOf(name)
  const files = readdirSync(path.join(root, migrations)).filter((file) => file.endsWith('.sql'))
  const creates = new RegExp(`^CREATE TABLE ${snake} `, 'm')
  const other = files.find((file) => creates.test(read(`${migrations}/${file}`)))
  if (other) fail(`${migrations}/${other} has a table ${snake} already`)
  const number = Math.max(...files.map((file) => Number(file.slice(0, 4)))) + 1
  create(`${migrations}/${String(number).padStart(4, '0')}-${name}.sql`, sql)
}

/** Adds the calls of a domain to the list of domains. */
export function addToContract(district: string, name: string) {
  const { camel } = namesOf(name)
  const index = 'packages/contract/src/index.ts'
  if (new RegExp(`^  ${camel},$`, 'm').test(read(index))) fail(`${index} has a domain ${camel} already`)
  edit(index, /(?=\n\n\/\*\* Every domain)/, `\nimport { ${camel} } from '#domains/${district}/${name}.ts'`)
  edit(index, /(?=\n\}\nexport type Contract )/, `\n  ${camel},`)
  const title = camel.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase())
  edit(
    'packages/contract/src/describe/groups.ts',
    /(?=\n\}\n\nexport function groupName)/,
    `\n  ${camel}: ['${title}', '${title}'],`,
  )
}

/** Adds the wiring of a domain to that of its district, which calls it with the given arguments. */
export function addToWiring(district: string, name: string, wiringArguments: string) {
  const { pascal } = namesOf(name)
  const wiring = `apps/server/src/wire/${district}.ts`
  const part = `...wire${pascal}(${wiringArguments}).handlers`
  edit(wiring, /^(?=import type \{ Infra \})/m, `import { wire${pascal} } from './${district}/${name}.ts'\n`)
  if (/\n {2}return \{\n {4}handlers,/.test(read(wiring)))
    edit(wiring, /(\n {2}return \{\n {4}handlers),/, `$1: { ...handlers, ${part} },`)
  else if (/\n {2}return \{\n {4}handlers: \{/.test(read(wiring)))
    edit(wiring, /(\n {2}return \{\n {4}handlers: \{)/, `$1 ${part},`)
  else edit(wiring, /(\n {2}return \{\n {4}handlers: )(\w+\(.*\)),\n/, `$1{ ...$2, ${part} },\n`)
}

/** Adds a namespace of texts in both languages. */
export function addTexts(name: string, texts: Record<'en' | 'zh-CN', Record<string, string>>) {
  const { camel } = namesOf(name)
  const locales = 'apps/web/src/locales'
  for (const [language, lines] of Object.entries(texts))
    create(`${locales}/${language}/${name}.json`, `${JSON.stringify(lines, null, 2)}\n`)
  edit(`${locales}/namespaces.ts`, /(?=\n\n\/\*\* One line)/, `\nimport type ${camel} from './en/${name}.json'`)
  insert(`${locales}/namespaces.ts`, /(?=\n\}\n)/, `\n  ${camel === name ? name : `'${name}'`}: typeof ${camel}`)
}
