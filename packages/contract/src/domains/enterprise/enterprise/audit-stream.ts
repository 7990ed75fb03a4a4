import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, int, name } from '#shared/fields.ts'

const manage = { on: 'enterprise', id: 'enterprise_id', can: 'configure' } as const
const url = () => z.string().trim().min(8).max(500)
const config = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('webhook'), url: url() }),
    z.object({
      kind: z.literal('syslog'),
      host: z.string().trim().min(1).max(253),
      port: int().min(1).max(65_535).default(6514),
      /** A certificate authority in PEM, for servers whose certificate no public authority has signed. */
      authority: z.string().max(20_000).default(''),
    }),
    z.object({
      kind: z.literal('s3'),
      url: url(),
      region: z.string().trim().max(50).default('us-east-1'),
      bucket: z.string().trim().min(3).max(63),
      folder: z.string().trim().max(200).default('audit'),
      access_key_id: z.string().trim().min(1).max(200),
    }),
  ])
const stream = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    config: config(),
    is_on: z.boolean(),
    /** Entries that are waiting to be sent. */
    backlog: z.number(),
    failures: z.number(),
    last_error: z.string(),
    /** In milliseconds; 0: never. */
    last_sent_at: z.number(),
    /** When the next retry after a failure is due, in milliseconds. */
    next_at: z.number(),
  })
const one = () => z.object({ enterprise_id: id(), stream_id: id() })

/** The record of an enterprise: forwarding to other systems, and how long this instance stores it. */
export const auditStreams = {
  list: op('POST /api/enterprise/audit/stream/list', {
    summary: 'List where the record of an enterprise is sent on to',
    summaryZh: '列出企业操作记录的转发目标',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'audit' },
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        streams: z.array(stream()),
        retention_months: z.number(),
        /** Entries before this time have been deleted, in milliseconds; 0: none have. */
        dropped_until: z.number(),
      }),
  }),
  create: op('POST /api/enterprise/audit/stream/create', {
    summary: 'Send the record of an enterprise on to a webhook, a syslog server or an S3 store',
    summaryZh: '将企业操作记录转发到 Webhook、syslog 或 S3',
    access: manage,
    stepUp: true,
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        enterprise_id: id(),
        name: name(50),
        config: config(),
        /** The secret key of the S3 store. */
        secret: z.string().max(500).default(''),
        /** Sends all entries from the first one; by default only new ones. */
        is_from_start: bool().default(false),
      }),
    /** The secret that signs deliveries to a webhook is shown only once. */
    output: () => z.object({ stream: stream(), signing_secret: z.string() }),
  }),
  setState: op('POST /api/enterprise/audit/stream/state', {
    summary: 'Pause a stream of the record, or go on where it stopped',
    summaryZh: '暂停或继续转发操作记录',
    access: manage,
    input: () => one().extend({ is_on: bool() }),
  }),
  remove: op('POST /api/enterprise/audit/stream/remove', {
    summary: 'Remove a stream of the record',
    summaryZh: '移除操作记录的转发目标',
    access: manage,
    input: one,
  }),
  retain: op('POST /api/enterprise/audit/retain', {
    summary: 'Set for how many months the record of an enterprise is kept',
    summaryZh: '设置企业操作记录的保留月数',
    access: manage,
    stepUp: true,
    input: () =>
      z.object({
        enterprise_id: id(),
        months: int().min(1).max(120),
        /** Counts what would be deleted, without deleting it. */
        is_dry_run: bool().default(false),
      }),
    output: () => z.object({ entries: z.number(), until: z.number() }),
  }),
}
