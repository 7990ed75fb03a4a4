import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { InterruptEvent, RunEvent } from '@orrery/engine'
import type { Sse } from '#kit/sse.ts'
import type { ActiveRun, Outcome } from './active-run.ts'

/** Streams messages, interrupts and the end of a run in the format of the public API. */
export function createEventStream(sse: Sse, debugUrl: () => string) {
  let id = 0
  const send = (event: 'Message' | 'Interrupt' | 'Error' | 'Done', data: unknown) => sse.send({ event, id: id++, data })
  const message = (
    from: { title: string; nodeType: string; nodeId: string },
    text: string,
    seq: number,
    finish: boolean,
    token?: number,
  ) =>
    send('Message', {
      content: text,
      content_type: 'text',
      node_title: from.title,
      node_type: from.nodeType,
      node_id: from.nodeId,
      node_seq_id: String(seq),
      node_is_finish: finish,
      ...(token !== undefined && { token }),
    })

  return {
    /** Forwards messages of the top-level workflow; messages of called workflows reach the caller through it. */
    on(event: RunEvent): void {
      if (event.type === 'message' && event.depth === 0) message(event, event.text, event.seq, event.finish)
    },
    /** Called after everything is stored, so that clients can rely on these events. */
    end({ result, id: runId }: Outcome, active: Pick<ActiveRun, 'loaded'>): void {
      const debug_url = debugUrl()
      if (result.status === 'success') {
        if (active.loaded.plan.terminate === 'variables') {
          const { root } = active.loaded.plan
          const end = root.nodes[root.end]!
          const from = { title: end.title, nodeType: 'End', nodeId: end.id }
          message(from, JSON.stringify(result.output), 0, true, result.usage.input + result.usage.output)
        }
        send('Done', { debug_url })
      } else if (result.status === 'interrupted') {
        const first: InterruptEvent = result.interrupts[0]!
        const type = first.type === 5 ? 'Input' : first.type === 2 ? 'Question' : 'Api'
        message({ title: first.title, nodeType: type, nodeId: first.nodeId }, first.data, 0, true)
        send('Interrupt', {
          interrupt_data: { event_id: `${runId}/${first.id}`, type: first.type, data: first.data },
          node_title: first.title,
          node_id: first.nodeId,
          debug_url,
        })
      } else if (result.status === 'failed')
        send('Error', { error_code: result.error.code, error_message: result.error.message, debug_url })
      else send('Error', { error_code: ErrorCode.engine.cancelled, error_message: 'the run was cancelled', debug_url })
    },
  }
}
