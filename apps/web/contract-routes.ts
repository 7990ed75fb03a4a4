import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const moduleNames = ['virtual:contract-routes', 'virtual:contract-routes/more']
/** The calls of these domains are made before the studio is loaded, or without it. The others load with its frame. */
const atStart = new Set(['appVisit', 'instance', 'passport', 'share', 'space'])
const contractFolder = fileURLToPath(new URL('../../packages/contract/src/', import.meta.url))

const program = `
const [{ contract }, { routeTable }] = await Promise.all([import('./index.ts'), import('./client.ts')])
process.stdout.write(JSON.stringify(routeTable(contract)))
`

/** Runs in a separate process, which reads the current contract from disk and frees the memory of zod when it exits. */
async function readRoutes(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: contractFolder,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/**
 * Keeps the calls that the web app makes: calls of a domain used as `api.<domain>` whose name occurs somewhere in the
 * sources. The others are for programs. They are half of the table and would only slow down the start.
 */
function onlyCalled(routes: string): string {
  const folder = fileURLToPath(new URL('src/', import.meta.url))
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => readFileSync(folder + file, 'utf8'))
  const uses = sources.flatMap((text) => [...text.matchAll(/\bapi\s*\.\s*(\w+)|\{ (\w+) \} = createClient/g)])
  const domains = new Set(uses.map(([, called, taken]) => (called ?? taken)!))
  const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []))
  const table = JSON.parse(routes) as Record<string, Record<string, unknown>>
  const called = Object.entries(table)
    .filter(([domain]) => domains.has(domain))
    .map(([domain, calls]) => [domain, Object.fromEntries(Object.entries(calls).filter(([name]) => words.has(name)))])
  return JSON.stringify(Object.fromEntries(called))
}

function split(routes: string, isMore: boolean): string {
  const domains = Object.entries(JSON.parse(routes) as Record<string, unknown>)
  return JSON.stringify(Object.fromEntries(domains.filter(([domain]) => atStart.has(domain) !== isMore)))
}

/** Gives the browser the method and path of its calls, without the schemas that declare them. */
export function contractRoutes(): Plugin {
  let isBuild = true
  let reading: Promise<string> | undefined
  return {
    name: 'contract-routes',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    buildStart() {
      reading = undefined
    },
    resolveId: (id) => (moduleNames.includes(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!moduleNames.includes(id.slice(1))) return undefined
      reading ??= readRoutes()
      const routes = split(isBuild ? onlyCalled(await reading) : await reading, id.endsWith('/more'))
      // A JSON string costs the browser less to parse than the same table as an object literal.
      return `export const routes = JSON.parse(${JSON.stringify(routes)})`
    },
    configureServer(server) {
      server.watcher.add(contractFolder)
      server.watcher.on('change', (file) => {
        if (!file.startsWith(contractFolder)) return
        reading = undefined
        for (const name of moduleNames) {
          const module = server.moduleGraph.getModuleById(`\0${name}`)
          if (module) server.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      })
    },
  }
}
