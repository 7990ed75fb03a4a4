import type { Trace } from '@orrery/contract'
import type { TraceHead } from './observe.queries.ts'

/** Converts a trace of a space to the type of traces of bots, so that one view shows both. */
export const toTrace = (head: TraceHead): Trace => ({
  ...head,
  bot_id: head.object_kind === 'bot' ? head.object_id : '',
  bot_version: head.object_version,
  conversation_id: head.thread_id,
})
