import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const moduleName = 'virtual:contract-routes'
const resolvedName = `\0${moduleName}`
const contractFolder = fileURLToPath(new URL('../../packages/contract/src/', import.meta.url))

const program = `
const [{ contract }, { routeTable }] = await Promise.all([import('./index.ts'), import('./client.ts')])
process.stdout.write(JSON.stringify(routeTable(contract)))
`

/** A process of its own: it sees the contract as it is on disk now, and zod leaves the memory of the build with it. */
async function readRoutes(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: contractFolder,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/** The domains whose calls the web makes, and every word of its sources: a call whose name is none of them is not made. */
function calledFrom(): { domains: Set<string>; words: Set<string> } {
  const folder = fileURLToPath(new URL('src/', import.meta.url))
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => readFileSync(folder + file, 'utf8'))
  const uses = sources.flatMap((text) => [...text.matchAll(/\bapi\s*\.\s*(\w+)|\{ (\w+) \} = createClient/g)])
  return {
    domains: new Set(uses.map(([, called, taken]) => (called ?? taken)!)),
    words: new Set(sources.flatMap((text) => text.match(/\w+/g) ?? [])),
  }
}

/** Calls for programs, more than a third of the table, would only make the start slower. */
function onlyCalled(routes: string): string {
  const { domains, words } = calledFrom()
  const table = JSON.parse(routes) as Record<string, Record<string, unknown>>
  const called = Object.entries(table)
    .filter(([domain]) => domains.has(domain))
    .map(([domain, calls]) => [domain, Object.fromEntries(Object.entries(calls).filter(([name]) => words.has(name)))])
  return JSON.stringify(Object.fromEntries(called))
}

/** Gives the browser the method and path of its calls, and none of the schemas they were declared with. */
export function contractRoutes(): Plugin {
  let isBuild = true
  return {
    name: 'contract-routes',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === moduleName ? resolvedName : undefined),
    async load(id) {
      if (id !== resolvedName) return undefined
      // A string that is parsed costs the browser less than the same table as an object literal.
      const routes = await readRoutes()
      return `export const routes = JSON.parse(${JSON.stringify(isBuild ? onlyCalled(routes) : routes)})`
    },
    configureServer(server) {
      server.watcher.add(contractFolder)
      server.watcher.on('change', (file) => {
        if (!file.startsWith(contractFolder)) return
        const module = server.moduleGraph.getModuleById(resolvedName)
        if (!module) return
        server.moduleGraph.invalidateModule(module)
        server.ws.send({ type: 'full-reload' })
      })
    },
  }
}
