import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { mcpErrors } from './mcp.errors.ts'

/**
 * `mcp.json` in the data folder, written only by the owner of the machine: the commands that may be started as MCP
 * servers, with their exact arguments, and the servers offered to every space. Nothing from the network can change it.
 */
const command = z.object({
  name: z.string().regex(/^[\w-]{1,60}$/),
  description: z.string().max(2000).default(''),
  command: z.string().min(1).max(1000),
  args: z.array(z.string().max(1000)).max(50).default([]),
  env: z.record(z.string(), z.string()).default({}),
})
const offered = z.object({
  name: z.string().min(1).max(60),
  description: z.string().max(2000).default(''),
  transport: z.enum(['streamable_http', 'sse']).default('streamable_http'),
  url: z.url(),
})
const file = z.object({ stdio: z.array(command).max(100).default([]), official: z.array(offered).max(100).default([]) })
export type StdioCommand = z.output<typeof command>
export interface InstanceFile {
  stdio: StdioCommand[]
  official: z.output<typeof offered>[]
}

export function createInstanceFile(dataDir: string) {
  const where = path.join(dataDir, 'mcp.json')
  let known: { at: number; content: InstanceFile } | undefined
  function read(): InstanceFile {
    if (!existsSync(where)) return { stdio: [], official: [] }
    const at = statSync(where).mtimeMs
    if (known?.at === at) return known.content
    try {
      known = { at, content: file.parse(JSON.parse(readFileSync(where, 'utf8'))) }
    } catch (cause) {
      throw mcpErrors.badFile({ reason: (cause as Error).message.slice(0, 200) })
    }
    return known.content
  }
  return {
    read,
    /** Finds a command by name or by its exact words. Anything else is refused, however similar it is. */
    allowed(input: string): StdioCommand {
      const found = read().stdio.find((item) => item.name === input || [item.command, ...item.args].join(' ') === input)
      if (!found) throw mcpErrors.stdioRefused()
      return found
    },
  }
}
export type InstanceMcpFile = ReturnType<typeof createInstanceFile>
