import { globSync } from 'node:fs'
import path from 'node:path'
import { edit, fail, read, root, writeAll } from './generator.ts'

/** `npm run new:op -- <file> <name> "POST /api/…"`: adds a call to a file of the contract; tsc then asks for its handler. */
const [where, name, route] = process.argv.slice(2)
if (!where || !name || !/^[a-z]\w*$/i.test(name) || !/^(GET|POST|PUT|PATCH|DELETE) \/\S+$/.test(route ?? ''))
  fail('Say file, name and route: npm run new:op -- space rename "POST /api/space/rename"')

const folder = 'packages/contract/src/domains'
const file = findFile(where)
if (new RegExp(`^  ${name}: op\\(`, 'm').test(read(file))) fail(`${file} has a call ${name} already`)
edit(
  file,
  /\n\}\n(?![\s\S]*\n\}\n)/,
  `
  ${name}: op('${route}', {
    summary: 'Describe it for the reader of the API reference',
    access: 'user',
    input: z.object({}),
    output: z.object({}),
  }),
}
`,
)
const server = `apps/server/src/domains/${path.relative(folder, file).replace(/\.ts$/, '').split('/').slice(0, 2).join('/')}`
const routes = globSync(`${server}/*.routes.ts`, { cwd: root })
writeAll(
  `Added ${name}. Now write its handler in ${routes.join(' or ') || server} (npm run check names what is missing) and a test.`,
)

/** `space`, `workflow/run` or `flow/workflow/run`: a file whose path ends so, or the only file of a folder with calls. */
function findFile(wanted: string): string {
  const all = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((item) => /\bop\(/.test(read(item)))
  const named = all.filter((item) => item.endsWith(`/${wanted}.ts`))
  const inside = all.filter((item) => item.includes(`/${wanted}/`))
  const found = named.length === 1 ? named : [...named, ...inside]
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    fail(`No file of the contract is called ${wanted}. For a new domain: npm run new:domain -- library/${wanted}`)
  fail(`Several files have calls of ${wanted}. Name one: ${found.map((item) => short(item)).join(', ')}`)
}
function short(item: string) {
  return path.relative(folder, item).replace(/\.ts$/, '')
}
