import { globSync } from 'node:fs'
import path from 'node:path'
import { edit, fail, read, replace, root, writeAll } from './generator.ts'

/** `npm run new:op -- <file> <name> "POST /api/…"`: adds a call to a file of the contract, with an empty handler. */
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
    summaryZh: '为 API 文档的读者描述此接口',
    access: 'user',
    input: () => z.object({}),
    output: () => z.object({}),
  }),
}
`,
)
const routes = addHandler()
writeAll(`Added ${name}. Now fill in the contract, the handler in ${routes} and a test.`)

/** Inserts the handler before the first one of the same group of calls. */
function addHandler(): string {
  const text = read(file)
  const group = [...text.matchAll(/^export const (\w+) = \{$/gm)].at(-1)?.[1]
  const siblings = [...text.slice(text.lastIndexOf(`export const ${group} =`)).matchAll(/^ {2}(\w+): op\(/gm)]
  const names = siblings.map(([, sibling]) => sibling!).filter((sibling) => sibling !== name)
  const first = new RegExp(`^( +)(?:async )?(?:${names.join('|')})(?=[:(,])`, 'm')
  const all = globSync('apps/server/src/domains/**/*.routes.ts', { cwd: root })
  const typed = new RegExp(`(typeof contract\\.${group}|Contract\\['${group}'\\])\\b`)
  // A group that is part of a larger contract is recognised by the names of its handlers.
  const handled = (source: string) => names.filter((item) => new RegExp(`^ +(?:async )?${item}[:(,]`, 'm').test(source))
  const candidate =
    all.find((item) => typed.test(read(item))) ?? all.find((item) => handled(read(item)).length > names.length / 2)
  const source = candidate ? read(candidate) : ''
  const start = Math.max(0, source.search(typed))
  const found = first.exec(source.slice(start))
  if (candidate && found) {
    const at = start + found.index
    replace(candidate, `${source.slice(0, at)}${found[1]}${name}: async () => ({}),\n${source.slice(at)}`)
    return candidate
  }
  fail(`No routes file handles the calls of ${group}. Add the call and its handler by hand.`)
}

/** Finds a contract file by the end of its path (`space`, `workflow/run`), or the only file with calls in a folder. */
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
