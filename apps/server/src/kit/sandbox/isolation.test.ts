import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome, testSandbox } from './sandbox-fixture.ts'

const sandbox = testSandbox()
const secret = 'the-secret-of-case-29'
// Readable by everybody, so that only the sandbox prevents the code from reading the file.
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'case-29-'))
const secretFile = path.join(dataDir, 'secret.txt')
let server: Server
let port = 0
let visits = 0

beforeAll(async () => {
  process.env.ORRERY_CASE_29 = secret
  writeFileSync(secretFile, secret, { mode: 0o644 })
  server = createServer((socket) => {
    visits++
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${secret.length}\r\n\r\n${secret}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await sandbox.close()
  server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Bodies of functions that return what they could access. */
const python = (): Record<string, string> => ({
  'open a socket': `import socket; s = socket.create_connection(('127.0.0.1', ${port}), 3); s.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n'); return s.recv(1000)`,
  'open a socket by number': `import socket; s = socket.socket(); s.settimeout(3); return s.connect_ex(('127.0.0.1', ${port})) == 0 and s.recv(1000)`,
  'ask a URL': `import urllib.request; return urllib.request.urlopen('http://127.0.0.1:${port}/', timeout=3).read()`,
  'ask through http.client': `import http.client; c = http.client.HTTPConnection('127.0.0.1', ${port}, timeout=3); c.request('GET', '/'); return c.getresponse().read()`,
  'ask through JavaScript': `from pyodide.http import pyfetch; from pyodide.ffi import run_sync; return run_sync(pyfetch('http://127.0.0.1:${port}/'))`,
  'ask synchronously': `from pyodide.http import open_url; return open_url('http://127.0.0.1:${port}/').read()`,
  'asyncio connection': `import asyncio; from pyodide.ffi import run_sync; return run_sync(asyncio.open_connection('127.0.0.1', ${port}))`,
  'sockets of Node': `import pyodide_js; from pyodide.ffi import run_sync; run_sync(pyodide_js.useNodeSockFS()); import socket; return socket.create_connection(('127.0.0.1', ${port}), 3).recv(1000)`,
  'read the environment': `import os; return os.environ.get('ORRERY_CASE_29') or os.environ.get('DENO_DIR') or ('root' in os.environ.get('HOME', ''))`,
  'read /proc': `import os; return [p for p in os.listdir('/proc') if p.isdigit()] or open('/proc/self/environ').read() or open('/proc/1/cmdline').read()`,
  'read /etc': `return open('/etc/passwd').read()`,
  'list /etc': `import os; return os.listdir('/etc')`,
  'read the data folder': `return open(${JSON.stringify(secretFile)}).read()`,
  'find the data folder': `import glob; return glob.glob(${JSON.stringify(`${dataDir}/*`)}) or glob.glob('/srv*') or glob.glob('/root*') or glob.glob('/var/lib/*')`,
  'read its own files': `import glob; return glob.glob('/**/snapshot.bin', recursive=True) or glob.glob('/**/python-child*', recursive=True)`,
  'follow a link': `import os; os.symlink(${JSON.stringify(secretFile)}, '/tmp/link'); return open('/tmp/link').read()`,
  'be somebody': `import os; return os.uname().nodename == ${JSON.stringify(os.hostname())}`,
})

describe('Python cannot access the machine', () => {
  let results: Record<string, string> = {}
  beforeAll(async () => {
    const attempts = Object.entries(python()).map(
      ([name, body]) => `    @attempt(${JSON.stringify(name)})\n    def _():\n        ${body}`,
    )
    const code = `results = {}
def attempt(name):
    def keep(trick):
        try:
            found = trick()
            results[name] = f'took {found!r}'[:300] if found else 'nothing'
        except BaseException as error:
            results[name] = 'nothing'
    return keep
def main(args):
${attempts.join('\n')}
    return results`
    const { output, message } = await outcome(sandbox, { language: 'python', code, timeoutMs: 60_000 })
    expect(message).toBeUndefined()
    results = output as Record<string, string>
  })

  test.each(Object.keys(python()))('%s', (name) => {
    expect(results[name]).toBe('nothing')
    expect(visits).toBe(0)
  })

  test('files it writes exist only in its own memory, and only during the run', async () => {
    const names = [
      '/tmp/case-29-left',
      `${dataDir}/left`,
      '/case-29-left',
      '/dev/shm/case-29-left',
      '/var/tmp/case-29-left',
    ]
    const code = `import os
def main(args):
    for name in args.params["names"]:
        try:
            os.makedirs(os.path.dirname(name), exist_ok=True)
            open(name, "w").write("left")
        except OSError:
            pass
    return os.path.exists("/tmp/case-29-left")`
    expect((await outcome(sandbox, { language: 'python', code, params: { names } })).output).toBe(true)
    expect(names.filter((name) => existsSync(name))).toEqual([])
    expect(readdirSync(dataDir)).toEqual(['secret.txt'])
    const look =
      'import os\ndef main(args):\n    return [name for name in args.params["names"] if os.path.exists(name)]'
    expect((await outcome(sandbox, { language: 'python', code: look, params: { names } })).output).toEqual([])
  })
})

describe('JavaScript has no access to the machine', () => {
  test.each([
    'fetch',
    'WebSocket',
    'XMLHttpRequest',
    'EventSource',
    'process',
    'require',
    'module',
    'Deno',
    'Bun',
    'Buffer',
    'Worker',
    'navigator',
    'location',
    'localStorage',
    'caches',
    'performance',
  ])('%s does not exist', async (name) => {
    const code = `async function main() { return [typeof ${name}, typeof globalThis[${JSON.stringify(name)}]] }`
    expect((await outcome(sandbox, { language: 'javascript', code })).output).toEqual(['undefined', 'undefined'])
  })

  test('a URL can only be parsed, never opened', async () => {
    const code = `function main() { return new URL('file://${secretFile}').pathname + new URL('http://127.0.0.1:${port}/x').pathname }`
    expect((await outcome(sandbox, { language: 'javascript', code })).output).toBe(`${secretFile}/x`)
    expect(visits).toBe(0)
  })
})
