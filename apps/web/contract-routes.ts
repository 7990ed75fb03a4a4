import { execFile } from 'node:child_process'
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

/** Gives the browser the method and path of every call, and none of the schemas they were declared with. */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: (id) => (id === moduleName ? resolvedName : undefined),
    async load(id) {
      if (id !== resolvedName) return undefined
      // A string that is parsed costs the browser less than the same table as an object literal.
      return `export const routes = JSON.parse(${JSON.stringify(await readRoutes())})`
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
