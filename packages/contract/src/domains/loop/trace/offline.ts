import { z } from 'zod'
import { op } from '#kit.ts'
import { int } from '#shared/fields.ts'

/** Raw reads of traces for the owner of the instance, with input and output as JSON text. */
export const traceOffline = {
  read: op('POST /api/observation/v1/internal/query_offline', {
    summary: 'Read traces, figures or conversations by the number of the call, with its input and answer as JSON',
    summaryZh: '按调用编号读取调用链、指标或会话，输入与结果均为 JSON 文本',
    access: 'instance',
    reply: 'flat',
    input: () =>
      z.object({
        /**
         * 0 traces, 1 trace, 2 trace by log ID, 3 tokens and status of traces, 4 metrics, 5 values of tags, 6
         * conversations, 7 conversation, 8 figures of a conversation, 9 all spans, 10 model spans, 11 search by ID, 12
         * values of spans.
         */
        type: int().min(0).max(12),
        body: z.string().max(1_000_000),
      }),
    output: () => z.object({ type: z.number(), body: z.string() }),
  }),
}
