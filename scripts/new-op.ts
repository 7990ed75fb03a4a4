import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** `npm run new:op -- <domain> <name> "POST /api/…"`: adds the call to the contract; tsc then asks for its handler. */
const root = path.resolve(import.meta.dirname, '..')
const [domain, name, route] = process.argv.slice(2)
if (!domain || !name || !/^[a-z]\w*$/i.test(name) || !/^(GET|POST|PUT|PATCH|DELETE) \/\S+$/.test(route ?? ''))
  fail('Say domain, name and route: npm run new:op -- space rename "POST /api/space/rename"')
const file = path.join(root, `packages/contract/src/domains/${domain}.ts`)
if (!existsSync(file))
  fail(`There is no ${path.relative(root, file)}. Make the domain first: npm run new:domain -- ${domain}`)
const text = readFileSync(file, 'utf8')
const end = text.lastIndexOf('\n}\n')
if (end < 0) fail(`${domain}.ts does not end with the object of its operations`)
const added = `
  ${name}: op('${route}', {
    summary: 'Say what it does, for the reader of the API reference',
    access: 'user',
    input: z.object({}),
    output: z.object({}),
  }),`
writeFileSync(file, text.slice(0, end) + added + text.slice(end))
process.stdout.write(
  `Added ${domain}.${name} to the contract.\nNow write its handler in apps/server/src/domains/${domain}/${domain}.routes.ts (npm run check names it) and a test.\n`,
)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
