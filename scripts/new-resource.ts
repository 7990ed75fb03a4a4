import { resourceKinds, ResType } from '../packages/contract/src/shared/resource-kinds.ts'
import { addMigration, addTexts, addToContract, addToWiring } from './generator-places.ts'
import { create, edit, fail, insert, namesOf, placeOf, quote, writeAll } from './generator.ts'
import { contractText } from './resource-templates/contract.ts'
import type { ResourceNames } from './resource-templates/resource-names.ts'
import { serverTestText } from './resource-templates/server-test.ts'
import * as server from './resource-templates/server.ts'
import * as web from './resource-templates/web.ts'

/**
 * `npm run new:resource -- <district>/<name> "<English name>" "<English plural>" "<Chinese name>"`: creates a kind of
 * resource with a text as its content, which is created, edited, searched, copied, exported, imported, moved and
 * deleted like others.
 */
const usage = 'npm run new:resource -- resources/checklist "Checklist" "Checklists" "检查清单"'
const { district, name } = placeOf(process.argv[2], usage)
const [english, plural, chinese] = process.argv.slice(3).map((text) => text.trim())
if (!english || !plural || !chinese) fail(`Say its name, its plural and its name in Chinese: ${usage}`)
/**
 * How the wiring of each district refers to the ground services. Only these districts can have kinds, because the list of
 * kinds must be complete before market and reach are wired.
 */
const groundOf: Record<string, string> = {
  chat: 'services.ground',
  library: 'ground',
  resources: 'ground',
  flow: 'given.ground',
  studio: 'ground',
}
const ground = groundOf[district]
if (!ground) fail(`Resources belong to one of the districts ${Object.keys(groundOf).join(', ')}`)
const names: ResourceNames = { ...namesOf(name), district, name, english, plural, chinese }

addKind()
addServer()
addWeb()
writeAll(`Created the kind ${name}. It passes as it is: npm test`)

function addKind() {
  if (name in resourceKinds) fail(`There is a kind ${name} already`)
  const taken = Object.values(resourceKinds).flatMap(({ en, zh }): string[] => [...en, zh])
  const twice = [english, plural, chinese].find((text) => taken.includes(text!))
  if (twice) fail(`Another kind is called ${twice}`)
  // Numbers below 1000 are reserved for the reference platform, which assigns new ones itself.
  const resType = Math.max(1000, ...Object.values(ResType)) + 1
  const orders = Object.values(resourceKinds).map((kind) => ('importOrder' in kind ? kind.importOrder : 0))
  insert(
    'packages/contract/src/shared/resource-kinds.ts',
    /(?=\} as const satisfies Record<string, KindTraits>)/,
    `  ${quote(name)}: {
    en: [${quote(english!)}, ${quote(plural!)}],
    zh: ${quote(chinese!)},
    sharing: 'space',
    resType: ${resType},
    searchable: true,
    importOrder: ${Math.max(...orders) + 1},
  },
`,
  )
}

function addServer() {
  const dir = `apps/server/src/domains/${district}/${name}`
  create(`packages/contract/src/domains/${district}/${name}.ts`, contractText(names))
  addToContract(district, name)
  addMigration(name, server.migrationText(names))
  create(`${dir}/${name}.table.ts`, server.tableText(names))
  create(`${dir}/${name}.service.ts`, server.serviceText(names))
  create(`${dir}/${name}.routes.ts`, server.routesText(names))
  create(`${dir}/${name}.porter.ts`, server.porterText(names))
  create(`${dir}/${name}.kind.ts`, server.kindText(names))
  create(`${dir}/${name}.test.ts`, serverTestText(names))
  create(`apps/server/src/wire/${district}/${name}.ts`, server.wiringText(names))
  addToWiring(district, name, `infra, ${ground}`)
}

function addWeb() {
  const { pascal, camel } = names
  const dir = `apps/web/src/domains/${district}/${name}`
  create(`${dir}/${name}-actions.ts`, web.actionsText(names))
  create(`${dir}/edited-${name}.ts`, web.storeText(names))
  create(`${dir}/components/edited-${name}.tsx`, web.editedText(names))
  create(`${dir}/components/${name}-dialog.tsx`, web.dialogText(names))
  addTexts(name, {
    en: { create: 'Create', description: 'Description', edit: 'Edit', name: 'Name', save: 'Save', text: 'Text' },
    'zh-CN': { create: '新建', description: '描述', edit: '编辑', name: '名称', save: '保存', text: '内容' },
  })
  for (const [language, label] of [
    ['en', english],
    ['zh-CN', chinese],
  ] as const)
    insert(
      `apps/web/src/locales/${language}/shell.json`,
      /(?=\n {2}"create\.)/,
      `\n  "create.${camel}": ${JSON.stringify(label)},`,
    )
  const main = 'apps/web/src/main.tsx'
  edit(
    main,
    /(?=import \{ flags \})/,
    `import { add${pascal}Actions } from '#domains/${district}/${name}/${name}-actions.ts'\n`,
  )
  edit(main, /(?=addBundleActions\(\)\n)/, `add${pascal}Actions()\n`)
  edit(
    'apps/web/src/ui/type-tile.tsx',
    /(?= {2}variable: \{ glyph)/,
    `  '${name}': { glyph: Box, ground: 'bg-kind-other' },\n`,
  )
  insert(
    'apps/web/src/lib/resource-kinds.ts',
    /(?= {2}folder: \{\n {4}tile)/,
    `  '${name}': { tile: '${name}', link: ({ space_id }) => \`/space/\${space_id}/library?kind=${name}\` },\n`,
  )
}
