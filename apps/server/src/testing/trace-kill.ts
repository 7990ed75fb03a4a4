import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterFile } from './after-file.ts'
import type { KillField } from './channel-kill.ts'
import type { Api } from './test-app.ts'

export interface TraceKillField extends KillField {
  pool: pg.Pool
}
export interface TraceKillResult {
  /** Number of spans that the server acknowledged. */
  acknowledged: number
  lost: string[]
  twice: string[]
  /** Figures that differ from a recount of the spans. */
  wrong: string[]
  /** Spans that were neither sent to the other system nor are in the outbox. */
  unsent: string[]
  /** Missing or duplicate rows of the dataset that an automation fills. */
  rows: string[]
  /** Missing or duplicate rows of the dataset to which a person exports. */
  exported: string[]
  /** Work that no process continues. */
  stuck: string[]
}
interface Options {
  /** Waits until automation and delivery have caught up. Otherwise only what is checkable at once is checked. */
  isPatient: boolean
}
const SENDERS = 3
const TRACES = 10
const STEPS = 3
const PATIENCE_MS = 240_000
const account = { email: 'kill@example.test', password: 'correct horse 7' }
const pause = () => sleep(150 + Math.random() * 600)

/** The other system: accepts spans and records them, slowly enough for a process to be killed meanwhile. */
async function openCollector() {
  const got = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(gunzipSync(Buffer.concat(parts)).toString()) as {
        resourceSpans: { scopeSpans: { spans: { spanId: string }[] }[] }[]
      }
      for (const { scopeSpans } of resourceSpans)
        for (const { spans } of scopeSpans) for (const { spanId } of spans) got.add(spanId)
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, got }
}

interface SentStep {
  workspace_id: string
  trace_id: string
  span_id: string
  parent_id?: string
  started_at_micros: number
  duration_micros: number
  span_name: string
  span_type: string
  input: string
  tags_string: { user_id: string }
  tags_long: { input_tokens: number; output_tokens: number }
}
/** Makes the request for a batch large. */
const NOTE = 'A note that makes the request long. '.repeat(100)
/** The same steps in the format of OpenTelemetry. */
const otlpOf = (batch: SentStep[]) => ({
  resourceSpans: [{ scopeSpans: [{ spans: batch.map(otlpStep) }] }],
})
function otlpStep(step: SentStep) {
  const texts = {
    'cozeloop.span_type': step.span_type,
    'cozeloop.input': step.input,
    'user.id': step.tags_string.user_id,
    note: NOTE,
  }
  const counts = {
    'gen_ai.usage.input_tokens': step.tags_long.input_tokens,
    'gen_ai.usage.output_tokens': step.tags_long.output_tokens,
  }
  return {
    traceId: step.trace_id,
    spanId: step.span_id,
    parentSpanId: step.parent_id ?? '',
    name: step.span_name,
    startTimeUnixNano: `${step.started_at_micros}000`,
    endTimeUnixNano: `${step.started_at_micros + step.duration_micros}000`,
    attributes: [
      ...Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } })),
      ...Object.entries(counts).map(([key, n]) => ({ key, value: { intValue: String(n) } })),
    ],
  }
}

/** Creates a space that forwards its spans, and adds a row to a dataset for every trace. */
async function setUp(api: Api, collector: string) {
  await api.passport.register(account)
  const space_id = (await api.space.create({ name: 'Kill' })).id
  const { token } = await api.token.create({ name: 'Program', duration_day: '1' })
  await api.traceOutbound.save({ space_id, url: collector, protocol: 'json', headers: [], has_content: true })
  const { datasetID } = await api.dataset.create({ spaceID: space_id, name: 'Rows', fields: [{ key: 'q', name: 'q' }] })
  const now = Date.now()
  await api.traceTasks.create({
    task: {
      workspace_id: space_id,
      name: 'Rows',
      task_type: 'auto_data_reflow',
      rule: {
        effective_time: { start_at: now - 3_600_000 },
        backfill_effective_time: { start_at: now - 3_600_000, end_at: now },
      },
      task_config: {
        data_reflow_config: [
          { dataset_id: datasetID, field_mappings: [{ field_schema: { name: 'q' }, trace_field_key: 'input' }] },
        ],
      },
    } as never,
  })
  const fields = [{ key: 'q', name: 'q' }]
  const { datasetID: exportId } = await api.dataset.create({ spaceID: space_id, name: 'Exported', fields })
  return { space_id, token, datasetId: datasetID, exportId }
}

/**
 * Kills one of two servers, or both, at random while spans arrive, are rolled up, forwarded, exported and added to a
 * dataset.
 */
export async function runTraceKills(
  field: TraceKillField,
  rounds: number,
  { isPatient }: Options,
): Promise<TraceKillResult> {
  const collector = await openCollector()
  const servers = [await field.start(), await field.start()]
  const set = await setUp(field.client(servers[0]!.url), collector.url)
  const { space_id, token, exportId } = set
  const acknowledged = new Set<string>()
  const traces = new Set<string>()
  /** Root spans still to be exported. They are removed once a server confirms the export. */
  const toExport = new Set<string>()
  const exported = new Set<string>()
  /** Batches whose sending was interrupted. They are sent again, like an exporter does. */
  const open: SentStep[][] = []
  let made = 0
  function newBatch(): SentStep[] {
    const startedAt = (Date.now() - 600_000) * 1000
    return Array.from({ length: TRACES }, () => (made += 1)).flatMap((n) =>
      Array.from({ length: STEPS }, (_, step) => ({
        workspace_id: space_id,
        trace_id: n.toString(16).padStart(32, '0'),
        span_id: (n * 10 + step).toString(16).padStart(16, '0'),
        ...(step > 0 && { parent_id: (n * 10).toString(16).padStart(16, '0') }),
        started_at_micros: startedAt + n * 10 + step,
        duration_micros: 1000 + n,
        span_name: 'step',
        span_type: step === 0 ? 'agent' : 'model',
        input: `question ${n}`,
        tags_string: { user_id: `user ${n % 7}` },
        tags_long: { input_tokens: 2, output_tokens: 1 },
      })),
    )
  }
  const anyServer = () => servers[Math.floor(Math.random() * servers.length)]!
  async function post(path: string, body: object): Promise<object | undefined> {
    const response = await fetch(`${anyServer().url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'cozeloop-workspace-id': space_id,
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    return response?.ok ? ((await response.json().catch(() => undefined)) as object | undefined) : undefined
  }
  async function send(batch: SentStep[]): Promise<boolean> {
    // Every second batch is large and processed by the worker. A batch has the same size when it is sent again.
    const isLarge = Number.parseInt(batch[0]!.trace_id, 16) % (2 * TRACES) > TRACES
    const answer = await (isLarge
      ? post('/v1/traces', otlpOf(batch))
      : post('/v1/loop/traces/ingest', { spans: batch }))
    if (!answer || 'partialSuccess' in answer) return false
    for (const span of batch) {
      acknowledged.add(span.span_id)
      traces.add(span.trace_id)
      if (!span.parent_id && Number.parseInt(span.span_id, 16) % 40 === 0) toExport.add(span.span_id)
    }
    return true
  }
  /** Retries an interrupted export: a span is one row no matter how often it is exported. */
  async function exportSome(): Promise<void> {
    const span_ids = [...toExport].slice(0, 100)
    if (!span_ids.length) return
    const api = field.client(anyServer().url)
    await api.passport.login(account)
    await api.traceExports.toSet({
      workspace_id: space_id,
      span_ids,
      evaluation_set: { is_new_evaluation_set: false, evaluation_set_id: exportId },
      field_mappings: [{ field_schema: { name: 'q' }, trace_field_key: 'input', trace_field_jsonpath: '' }],
    } as never)
    for (const id of span_ids) if (toExport.delete(id)) exported.add(id)
  }
  for (let round = 0; round < rounds; round += 1) {
    const life = { isOver: false }
    const sender = async () => {
      while (!life.isOver) {
        const batch = open.pop() ?? newBatch()
        if (!(await send(batch))) open.push(batch)
      }
    }
    const work = [...Array.from({ length: SENDERS }, sender), exportSome().catch(() => undefined)]
    await pause()
    const victims = round % 5 === 4 ? [0, 1] : [round % 2]
    await Promise.all(victims.map((at) => servers[at]!.kill()))
    // The other server continues meanwhile, and takes over the work.
    if (victims.length < servers.length) await pause()
    life.isOver = true
    await Promise.all(work)
    for (const at of victims) servers[at] = await field.start()
  }
  for (let batch = open.pop(); batch; batch = open.pop())
    if (!(await send(batch))) throw new Error('A batch was refused')
  while (toExport.size) await exportSome()
  const look = () => inspect(field.pool, { ...set, acknowledged, traces, exported, got: collector.got })
  let result = await look()
  if (isPatient)
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; result = await look()) {
      if (!result.rows.length && !result.stuck.length) break
      await sleep(2000)
    }
  else result = { ...result, rows: result.rows.filter((one) => one.startsWith('twice')), stuck: [] }
  await Promise.all(servers.map((server) => server.kill()))
  return result
}

interface Seen {
  space_id: string
  datasetId: string
  exportId: string
  exported: ReadonlySet<string>
  acknowledged: ReadonlySet<string>
  traces: ReadonlySet<string>
  got: ReadonlySet<string>
}
async function inspect(
  pool: pg.Pool,
  { space_id, datasetId, exportId, acknowledged, traces, exported, got }: Seen,
): Promise<TraceKillResult> {
  const rows = async <T extends object>(text: string, values: unknown[] = [space_id]) =>
    (await pool.query<T & pg.QueryResultRow>(text, values)).rows
  const stored = await rows<{ span_id: string; n: number }>(
    'SELECT span_id, count(*)::int AS n FROM span WHERE space_id = $1 GROUP BY 1',
  )
  const known = new Set(stored.map(({ span_id }) => span_id))
  const figures = await rows<{ what: string }>(
    `SELECT coalesce(r.step, s.step) || '/' || coalesce(r.kind, s.kind) AS what FROM
       (SELECT step, kind, sum(n) AS n, sum(sum_us) AS us, sum(input_tokens) AS tokens FROM span_rollup WHERE space_id = $1 GROUP BY 1, 2) r
       FULL JOIN (SELECT step, kind, count(*) AS n, sum(duration_us) AS us, sum(input_tokens) FILTER (WHERE kind = 'model') AS tokens
         FROM span, (VALUES (60), (3600), (86400)) v (step) WHERE space_id = $1 GROUP BY 1, 2) s ON s.step = r.step AND s.kind = r.kind
     WHERE (r.n, r.us, r.tokens) IS DISTINCT FROM (s.n, s.us, coalesce(s.tokens, 0))`,
  )
  const times = await rows<{ what: string }>(
    `SELECT coalesce(h.step, s.step) || '/measure ' || coalesce(h.measure, s.measure) AS what FROM
       (SELECT step, measure, bucket, sum(n) AS n FROM span_hist WHERE space_id = $1 GROUP BY 1, 2, 3) h
       FULL JOIN (SELECT step, measure, floor(ln(greatest(duration_us, 1)) / ln(1.1))::smallint AS bucket, count(*) AS n
         FROM span, (VALUES (60), (3600), (86400)) v (step), (VALUES (1, true), (3, false)) m (measure, is_root)
         WHERE space_id = $1 AND is_root = (parent_id = '') GROUP BY 1, 2, 3) s USING (step, measure, bucket)
     WHERE h.n IS DISTINCT FROM s.n`,
  )
  const people = await rows<{ what: string }>(
    `SELECT 'people' AS what WHERE (SELECT count(*) FROM span_user_day WHERE space_id = $1) <>
       (SELECT count(DISTINCT (user_key, started_at / 86400000000)) FROM span WHERE space_id = $1 AND parent_id = '')`,
  )
  const bodies = await rows<{ span_id: string }>(
    `SELECT span_id FROM span LEFT JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id)
     WHERE space_id = $1 AND b.input IS NULL`,
  )
  const heads = await rows<{ trace_id: string }>(
    `SELECT trace_id FROM trace_head WHERE space_id = $1 GROUP BY 1 HAVING count(*) <> 1 OR max(span_count) <> ${STEPS}`,
  )
  const waiting = await rows<{ body: string }>('SELECT body FROM span_outbox WHERE space_id = $1')
  const waits = waiting.map(({ body }) => body).join('')
  const itemsOf = (id: string) =>
    rows<{ key: string; n: number }>(
      'SELECT item_key AS key, count(DISTINCT item_id)::int AS n FROM dataset_item WHERE dataset_id = $1 GROUP BY 1',
      [id],
    )
  const [items, exports] = [await itemsOf(datasetId), await itemsOf(exportId)]
  const stuck = await rows<{ what: string }>(
    `SELECT 'span_outbox' AS what FROM span_outbox WHERE space_id = $1
     UNION SELECT 'trace_task ' || status FROM trace_task WHERE space_id = $1 AND status <> 'running'`,
  )
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !known.has(id)),
    twice: stored.filter(({ n }) => n > 1).map(({ span_id }) => span_id),
    wrong: [
      ...[...figures, ...times, ...people].map(({ what }) => what),
      ...heads.map(({ trace_id }) => `head ${trace_id}`),
      ...bodies.map(({ span_id }) => `values ${span_id}`),
    ],
    unsent: [...acknowledged].filter((id) => !got.has(id) && !waits.includes(`"${id}"`)),
    rows: [
      ...items.filter(({ n }) => n > 1).map(({ key }) => `twice ${key}`),
      ...(items.length === traces.size ? [] : [`${items.length} rows of ${traces.size} traces`]),
    ],
    exported: [
      ...exports.filter(({ n }) => n > 1).map(({ key }) => `twice ${key}`),
      ...(exports.length === exported.size ? [] : [`${exports.length} rows of ${exported.size} spans`]),
    ],
    stuck: stuck.map(({ what }) => what),
  }
}
