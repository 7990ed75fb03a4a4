import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterFile } from '#testing/after-file.ts'
import { rootDir } from '#kit/config.ts'

/** The program of one of the reference servers by the authors of the protocol. */
export const mcpProgram = (name: string) =>
  path.join(rootDir, 'node_modules/@modelcontextprotocol', name, 'dist/index.js')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the reference server with every kind of tool over HTTP. It stops after the test file. */
export async function openEverything(mode: 'streamableHttp' | 'sse') {
  const port = await freePort()
  const child = spawn(process.execPath, [mcpProgram('server-everything'), mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  afterFile(() => child.kill('SIGKILL'))
  // Keep reading its output: the server would exit if the pipe were closed.
  await new Promise<void>((resolve) => {
    child.stderr!.on('data', (chunk: Buffer) => /listening|running/i.test(chunk.toString()) && resolve())
  })
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/${mode === 'sse' ? 'sse' : 'mcp'}` }
}
