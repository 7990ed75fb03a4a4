import { readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type IsolatedVm from 'isolated-vm'
import { readFrame, writeFrame } from '../frames.ts'
import { createIsolateFactory } from './isolate.ts'
import { runInIsolate } from './run-in-isolate.ts'

/** Serves one run after another, each in an isolate of its own that was created before the request arrived. */
const [addon, memoryMb, logLines, logBytes] = process.argv.slice(2) as [string, string, string, string]
const { ivm } = createRequire(import.meta.url)(addon) as { ivm: typeof IsolatedVm }
const makeIsolate = createIsolateFactory(ivm, Number(logLines), Number(logBytes))
const send = (parts: readonly string[]) => writeFrame((from) => writeSync(1, from), parts)

let ready = makeIsolate(Number(memoryMb))
send(['ready'])
for (;;) {
  // Nothing else happens in this process, so a blocking read is the cheapest way to wait.
  const request = readFrame((into) => readSync(0, into))
  if (!request) process.exit(0)
  const [limits, code, params] = request as [string, string, string]
  const { memoryMb: wanted, ...rest } = JSON.parse(limits) as {
    memoryMb: number
    timeoutMs: number
    maxOutputBytes: number
  }
  if (wanted !== ready.memoryMb) {
    ready.isolate.dispose()
    ready = makeIsolate(wanted)
  }
  const { answer, logs } = runInIsolate(ready, code, params, rest)
  send(['reply', answer, logs])
  if (!ready.isolate.isDisposed) ready.isolate.dispose()
  ready = makeIsolate(Number(memoryMb))
}
