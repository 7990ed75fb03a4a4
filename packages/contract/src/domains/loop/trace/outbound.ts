import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
const access = { on: 'space', id: 'space_id', can: 'observe' } as const
const settings = {
  /** The URL of the traces endpoint, such as https://collector.example/v1/traces. */
  url: s.trim().min(1).max(2000),
  protocol: z.enum(['json', 'protobuf']).default('protobuf'),
  /** The share of traces that are sent, from 0 to 1. */
  share: z.number().min(0).max(1).default(1),
  /** Whether inputs and outputs are sent. Masked values are never sent. */
  has_content: z.boolean().default(false),
  is_on: z.boolean().default(true),
}
const given = {
  space_id: id(),
  ...settings,
  /** An empty value keeps the stored one. */
  headers: z
    .array(z.object({ name: s.trim().min(1).max(200), value: s.max(4000).default('') }))
    .max(20)
    .default([]),
}

/** Export of a space's spans to another system by OpenTelemetry. */
export const traceOutbound = {
  get: op('POST /api/trace/space/outbound', {
    summary: 'Get where a space sends its traces',
    summaryZh: '获取空间调用链的外发设置',
    access,
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        ...settings,
        url: s,
        header_names: z.array(s),
        /** Bytes that are waiting to be sent. */
        backlog: n,
        /** Spans that the other system accepted, and spans that were dropped. */
        sent: n,
        dropped: n,
        /** Why the last attempt failed; empty if it succeeded. */
        problem: s,
      }),
  }),
  save: op('POST /api/trace/space/outbound/save', {
    summary: 'Set where a space sends its traces',
    summaryZh: '设置空间调用链的外发',
    access,
    input: () => z.object(given),
    output: () => z.object({}),
  }),
  remove: op('POST /api/trace/space/outbound/remove', {
    summary: 'Stop sending the traces of a space, and drop what waits',
    summaryZh: '停止外发空间调用链并清除待发送数据',
    access,
    input: () => z.object({ space_id: id() }),
    output: () => z.object({}),
  }),
  test: op('POST /api/trace/space/outbound/test', {
    summary: 'Send an empty batch to another system, to see whether it takes traces',
    summaryZh: '向外部系统发送空数据，测试能否接收调用链',
    access,
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object(given),
    output: () => z.object({ is_taken: z.boolean(), problem: s }),
  }),
}
