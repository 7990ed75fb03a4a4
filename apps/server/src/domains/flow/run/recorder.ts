import { type Failure, type RunEvent, warningText, warningTextZh } from '@orrery/engine'
import { type ModelCall, type NodeRecord, NodeStatus } from './node-record.ts'

type NodeEvent = Extract<RunEvent, { nodeId: string }>
/** Maximum number of recorded rounds of one node inside loops and batches; later rounds only if they failed. */
const MAX_ROUNDS = 200
const MAX_RECORDS = 20_000

function blame(record: NodeRecord, { code, message, messageZh }: Failure): void {
  record.error = message
  record.errorCode = code
  if (messageZh !== undefined) record.errorZh = messageZh
}

/** Records the executions of the nodes of one run. */
export function createRunRecorder(earlier: readonly NodeRecord[] = []) {
  const records = new Map<string, NodeRecord>(earlier.map((item) => [item.path, item]))

  function begin(event: NodeEvent): NodeRecord {
    const record: NodeRecord = {
      path: event.path,
      nodeId: event.nodeId,
      type: event.nodeType,
      title: event.title,
      status: NodeStatus.running,
      startedAt: event.at,
    }
    if (event.index !== undefined) record.round = event.index
    if (event.depth > 0) {
      record.depth = event.depth
      record.workflowId = event.workflowId
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
        record.input = event.input
        return void records.set(event.path, record)
      }
      case 'node.finished': {
        let record = records.get(event.path)
        if (!record) {
          if (!isKept(event) && !event.error) return
          records.set(event.path, (record = begin(event)))
        }
        record.status = NodeStatus.success
        record.input = event.input
        record.output = event.output
        record.durationMs = event.ms
        if (event.text !== undefined) record.text = event.text
        if (event.raw !== undefined) record.raw = event.raw
        if (event.port !== undefined) record.port = event.port
        if (event.extra) record.extra = event.extra
        if (event.pinned) record.isPinned = true
        if (event.attempts > 1) record.attempts = event.attempts
        if (event.usage) {
          record.tokensIn = event.usage.input
          record.tokensOut = event.usage.output
        }
        if (event.error) {
          blame(record, event.error)
          record.errorLevel = 'Warn'
        } else if (event.warnings.length) {
          record.error = warningText(event.warnings)
          record.errorZh = warningTextZh(event.warnings)
          record.errorLevel = 'Warn'
        }
        return
      }
      case 'interrupt': {
        const record = records.get(event.path)
        if (record) record.status = NodeStatus.waiting
        return
      }
      case 'node.failed': {
        const record = records.get(event.path) ?? begin(event)
        record.status = NodeStatus.failed
        record.input = event.input
        record.durationMs = event.ms
        blame(record, event.error)
        record.errorLevel = 'Error'
        if (event.attempts > 1) record.attempts = event.attempts
        if (event.usage) {
          record.tokensIn = event.usage.input
          record.tokensOut = event.usage.output
        }
        return void (records.size < 2 * MAX_RECORDS && records.set(event.path, record))
      }
      case 'node.cancelled': {
        const record = records.get(event.path)
        if (!record) return
        record.status = NodeStatus.failed
        record.durationMs = event.ms
        record.error = 'cancelled'
        record.errorZh = '已取消'
        record.errorLevel = 'pending'
      }
    }
  }
  return {
    on,
    list: (): NodeRecord[] => [...records.values()],
    /** The user has answered, so the waiting node continues. */
    answered(path: string): void {
      const record = records.get(path)
      if (record) record.status = NodeStatus.running
    },
    addModelCall(path: string, call: ModelCall): void {
      const record = records.get(path)
      if (record) (record.modelCalls ??= []).push(call)
    },
    get: (path: string): NodeRecord | undefined => records.get(path),
  }
}
export type RunRecorder = ReturnType<typeof createRunRecorder>
