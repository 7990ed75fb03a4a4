import { createStore } from '#lib/store.ts'
import type { RunPort } from './run-port.ts'

/** Outputs pinned to nodes: a test run uses them instead of running the node. */
export function createPinStore(port: RunPort, schedule: (notify: () => void) => void) {
  const pins = createStore<ReadonlyMap<string, string>>(new Map(), schedule)
  return {
    pins,
    async loadPins(): Promise<void> {
      pins.set(await port.pins())
    },
    async setPin(nodeId: string, output: string): Promise<void> {
      await port.setPin(nodeId, output)
      const next = new Map(pins.current())
      if (output) next.set(nodeId, output)
      else next.delete(nodeId)
      pins.set(next)
    },
  }
}
