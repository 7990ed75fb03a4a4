import type { Context, ExternalCopy, Isolate, Reference, Script } from 'isolated-vm'
import type IsolatedVm from 'isolated-vm'
import { guestClone } from './guest-clone.ts'
import { guestConsole } from './guest-console.ts'
import { guestCrypto } from './guest-crypto.ts'
import { guestRun, type Enter } from './guest-run.ts'
import { guestText } from './guest-text.ts'
import { guestTimers } from './guest-timers.ts'
import { guestUrl } from './guest-url.ts'
import { hostCall } from './host-call.ts'

export interface ReadyIsolate {
  isolate: Isolate
  context: Context
  enter: Reference<Enter>
  memoryMb: number
}

const maxTimers = 1000
const guestSource = (logLines: number, logBytes: number) => `((host) => {
'use strict'
const console = (${guestConsole.toString()})(${logLines}, ${logBytes});
const timers = (${guestTimers.toString()})(${maxTimers});
(${guestText.toString()})();
(${guestClone.toString()})();
(${guestUrl.toString()})(host);
(${guestCrypto.toString()})(host);
return (${guestRun.toString()})(console, timers)
})`

/** Creates isolates, one per run. The only function passed in takes and returns only text. */
export function createIsolateFactory(ivm: typeof IsolatedVm, logLines: number, logBytes: number) {
  const source = guestSource(logLines, logBytes)
  const filename = 'sandbox.js'
  // The cached compilation saves a third of the cost of each further isolate.
  const first = new ivm.Isolate()
  const compiled = first.compileScriptSync(source, { filename, produceCachedData: true }) as Script & {
    cachedData: ExternalCopy<ArrayBuffer>
  }
  const { cachedData } = compiled
  first.dispose()
  return (memoryMb: number): ReadyIsolate => {
    const isolate = new ivm.Isolate({ memoryLimit: memoryMb })
    const context = isolate.createContextSync()
    const setUp = isolate
      .compileScriptSync(source, { filename, cachedData })
      .runSync(context, { reference: true }) as Reference<(host: unknown) => Enter>
    const enter = setUp.applySync(undefined, [new ivm.Callback(hostCall)], {
      result: { reference: true },
    }) as Reference<Enter>
    return { isolate, context, enter, memoryMb }
  }
}
