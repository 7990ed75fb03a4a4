import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { upwardImport } from './boundary-rules/web-order.ts'

/** Who may import whom. The rules are those of ARCHITECTURE.md; a broken one names the file and the line. */
interface Import {
  file: string
  line: number
  target: string
  isType: boolean
}
type Rule = (item: Import) => string | undefined

const importLine = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
const domainOf = (file: string) => /^apps\/(?:server|web)\/src\/domains\/([^/]+\/[^/]+)\//.exec(file)?.[1]
const roleOf = (file: string) => /\.(routes|service|policy|repo|table|jobs|errors|queries)\.tsx?$/.exec(file)?.[1]
const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/testing\//.test(file)

const rules: Rule[] = [
  ({ file, target }) =>
    file.startsWith('packages/contract/') && !target.startsWith('packages/contract/') && target !== 'zod'
      ? 'the contract depends on zod only'
      : undefined,
  ({ file, target }) =>
    file.startsWith('packages/engine/') && (target.startsWith('apps/') || target.startsWith('node:'))
      ? 'the engine is pure: no server, no node modules'
      : undefined,
  ({ file, target }) =>
    file.startsWith('apps/web/') && target.startsWith('apps/server/')
      ? 'the web app does not reach into the server'
      : undefined,
  ({ file, target, isType }) =>
    file.startsWith('apps/web/src/') && target === '@orrery/contract' && !isType
      ? 'the browser takes types only from the contract; values come from @orrery/contract/shared/*'
      : undefined,
  ({ file, target }) =>
    file.startsWith('apps/server/') && target.startsWith('apps/web/')
      ? 'the server does not reach into the web app'
      : undefined,
  ({ file, target }) =>
    file.startsWith('apps/server/src/kit/') && domainOf(target) ? 'the kit knows no domain' : undefined,
  ({ file, target, isType }) =>
    roleOf(file) === 'routes' && domainOf(file) === domainOf(target) && roleOf(target) === 'repo' && !isType
      ? 'routes go through the service'
      : undefined,
  ({ file, target }) =>
    roleOf(file) === 'table' && ['service', 'routes', 'repo'].includes(roleOf(target) ?? '')
      ? 'a table knows nothing above it'
      : undefined,
  ({ file, target }) =>
    roleOf(file) === 'repo' && ['service', 'routes'].includes(roleOf(target) ?? '')
      ? 'a repo knows nothing above it'
      : undefined,
  ({ file, target }) =>
    roleOf(file) === 'service' && roleOf(target) === 'routes' ? 'a service knows nothing of routes' : undefined,
  ({ file, target, isType }) => {
    const [from, to] = [domainOf(file), domainOf(target)]
    if (!file.startsWith('apps/server/') || !from || !to || from === to) return undefined
    const role = roleOf(target)
    if (role === 'repo' && !isType) return 'another domain is reached through its service, not its repo'
    // Joining a neighbour's table is allowed to a repo or service; taking its service is a type, handed in by app.ts.
    if (role === 'service' && !isType) return "of another domain's service only the type"
    return role === 'routes' ? 'routes belong to app.ts' : undefined
  },
  ({ file, target }) => {
    const [from, to] = [domainOf(file), domainOf(target)]
    if (!file.startsWith('apps/web/') || !from || !to || from === to) return undefined
    return /\/index\.tsx?$/.test(target) ? undefined : 'another web domain is reached through its index.ts'
  },
  ({ target }) =>
    /(^|\/)(utils|helpers|misc|common)\.tsx?$/.test(target) ? 'a file name must say what is in it' : undefined,
  upwardImport,
]

function* importsOf(file: string): Generator<Import> {
  const lines = readFileSync(file, 'utf8').split('\n')
  let pending = ''
  for (const [index, text] of lines.entries()) {
    pending = pending ? `${pending} ${text}` : /^\s*(import|export)\b.*[{,*]\s*$/.test(text) ? text : ''
    for (const [, name] of text.matchAll(dynamicImport)) {
      yield { file, line: index + 1, target: resolve(file, name!), isType: false }
    }
    const match = importLine.exec(pending || text)
    if (!match) continue
    pending = ''
    const target = resolve(file, match[2]!)
    yield { file, line: index + 1, target, isType: match[1] !== undefined }
  }
}

/** `./x` is relative to the file, `#x` to the src folder of its package. */
function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return path.join(path.dirname(file), name)
  return name.startsWith('#') ? `${/^\w+\/\w+\/src\//.exec(file)![0]}${name.slice(1)}` : name
}

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}')
const broken = files
  .filter((file) => !isTest(file) && file !== 'apps/server/src/app.ts' && !file.startsWith('apps/server/src/wire/'))
  .flatMap((file) =>
    [...importsOf(file)].flatMap((imported) =>
      rules
        .flatMap((rule) => rule(imported) ?? [])
        .map((why) => `${imported.file}:${imported.line}  imports ${imported.target}: ${why}`),
    ),
  )
for (const line of broken) process.stdout.write(`${line}\n`)
process.stdout.write(`${files.length} files, ${broken.length} broken boundaries\n`)
process.exit(broken.length ? 1 : 0)
