import { type RunEvent, warningText } from '@orrery/engine'
import { type ModelUse, type NodeRecord, NodeStatus } from './run-types.ts'

type NodeEvent = Extract<RunEvent, { nodeId: string }>
/** Rounds of one node inside loops and batches that are kept; later ones only when they failed. */
const MAX_ROUNDS = 200
const MAX_RECORDS = 20_000

/** Writes down what the nodes of one run do. */
export function createRunRecorder(earlier: readonly NodeRecord[] = []) {
  const records = new Map<string, NodeRecord>(earlier.map((item) => [item.p, item]))

  function begin(event: NodeEvent): NodeRecord {
    const record: NodeRecord = {
      p: event.path,
      id: event.nodeId,
      t: event.nodeType,
      n: event.title,
      s: NodeStatus.running,
      at: event.at,
    }
    if (event.index !== undefined) record.k = event.index
    if (event.depth > 0) {
      record.d = event.depth
      record.wf = event.workflowId
    }
    return record
  }
  const isKept = (event: NodeEvent) =>
    records.size < MAX_RECORDS && (event.index === undefined || event.index < MAX_ROUNDS)

  function on(event: RunEvent): void {
    switch (event.type) {
      case 'node.started': {
        if (!isKept(event)) return
        const record = begin(event)
        record.i = event.input
        return void records.set(event.path, record)
      }
      case 'node.finished': {
        let record = records.get(event.path)
        if (!record) {
          if (!isKept(event) && !event.error) return
          records.set(event.path, (record = begin(event)))
        }
        record.s = NodeStatus.success
        record.i = event.input
        record.o = event.output
        record.ms = event.ms
        if (event.text !== undefined) record.x = event.text
        if (event.raw !== undefined) record.raw = event.raw
        if (event.port !== undefined) record.port = event.port
        if (event.extra) record.extra = event.extra
        if (event.pinned) record.pin = true
        if (event.attempts > 1) record.tries = event.attempts
        if (event.usage) {
          record.tin = event.usage.input
          record.tout = event.usage.output
        }
        if (event.error) {
          record.err = event.error.message
          record.code = event.error.code
          record.l = 'Warn'
        } else if (event.warnings.length) {
          record.err = warningText(event.warnings)
          record.l = 'Warn'
        }
        return
      }
      case 'node.failed': {
        const record = records.get(event.path) ?? begin(event)
        record.s = NodeStatus.failed
        record.i = event.input
        record.ms = event.ms
        record.err = event.error.message
        record.code = event.error.code
        record.l = 'Error'
        if (event.attempts > 1) record.tries = event.attempts
        return void (records.size < 2 * MAX_RECORDS && records.set(event.path, record))
      }
      case 'node.cancelled': {
        const record = records.get(event.path)
        if (!record) return
        record.s = NodeStatus.failed
        record.ms = event.ms
        record.err = 'cancelled'
        record.l = 'pending'
      }
    }
  }
  return {
    on,
    list: (): NodeRecord[] => [...records.values()],
    /** A node has called a model. */
    use(path: string, use: ModelUse): void {
      const record = records.get(path)
      if (record) (record.m ??= []).push(use)
    },
    get: (path: string): NodeRecord | undefined => records.get(path),
  }
}
export type RunRecorder = ReturnType<typeof createRunRecorder>
