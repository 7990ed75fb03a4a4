import { createHash } from 'node:crypto'
import { bucketOf } from './shared/buckets.ts'
import { Measure } from './shared/measures.ts'
import { isCounted, type NewHead, type NewSpan, SpanStatus } from './shared/span-types.ts'

const steps = [60, 3600] as const

type Row = Record<string, string | number | boolean>
export interface Rollups {
  rollup: Row[]
  hist: Row[]
  people: Row[]
}
const personOf = (spaceId: string, user: string) => createHash('md5').update(`${spaceId}:${user}`).digest('hex')

/** What spans that are new add to the figures. Sorted by key, so that two writers never wait for each other in a circle. */
export function rollupsOf(spans: readonly NewSpan[], heads: readonly NewHead[]): Rollups {
  const headOf = new Map(heads.map((head) => [`${head.spaceId}/${head.traceId}`, head]))
  const rollup = new Map<string, Row>()
  const hist = new Map<string, Row>()
  const people = new Map<string, Row>()
  for (const span of spans) {
    const isRoot = span.parentId === ''
    const head = isRoot ? headOf.get(`${span.spaceId}/${span.traceId}`) : undefined
    const firstUs = head ? head.firstUs : span.firstUs
    for (const step of steps) {
      addFigures(rollup, span, step, isRoot, firstUs)
      if (isRoot) addTimes(hist, span, step, [Measure.root, span.durationUs], [Measure.rootFirst, firstUs])
      if (span.kind === 'model')
        addTimes(hist, span, step, [Measure.model, span.durationUs], [Measure.modelFirst, span.firstUs])
    }
    const user = head?.userId ?? span.userKey
    if (isRoot && user) addPerson(people, span, user)
  }
  return { rollup: sorted(rollup), hist: sorted(hist), people: sorted(people) }
}
const sorted = (rows: Map<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row)
const atOf = (span: NewSpan, step: number) => Math.floor(span.startedAt / 1_000_000 / step) * step
const modelOf = (span: NewSpan) => (isCounted(span.kind) ? span.model : '')

function addFigures(rows: Map<string, Row>, span: NewSpan, step: number, isRoot: boolean, firstUs: number) {
  const key = {
    space_id: span.spaceId,
    step,
    at: atOf(span, step),
    object_kind: span.objectKind,
    object_key: span.objectKey,
    object_version: span.objectVersion,
    kind: span.kind,
    is_root: isRoot,
    model: modelOf(span),
    connector_id: span.connectorId,
    scene: span.scene,
  }
  const counts = isCounted(span.kind) ? 1 : 0
  const row = rowAt(rows, key, {
    n: 0,
    failed: 0,
    stopped: 0,
    sum_us: 0,
    first_n: 0,
    sum_first_us: 0,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    cost: 0,
  })
  row.n += 1
  row.failed += span.status === SpanStatus.failed ? 1 : 0
  row.stopped += span.status === SpanStatus.stopped ? 1 : 0
  row.sum_us += span.durationUs
  row.first_n += firstUs > 0 ? 1 : 0
  row.sum_first_us += firstUs
  row.input_tokens += counts * span.inputTokens
  row.output_tokens += counts * span.outputTokens
  row.cached_tokens += counts * span.cachedTokens
  row.cost += counts * span.cost
}
function addTimes(rows: Map<string, Row>, span: NewSpan, step: number, ...times: [number, number][]) {
  for (const [measure, us] of times) {
    // No first token came.
    if (us === 0 && (measure === Measure.rootFirst || measure === Measure.modelFirst)) continue
    const key = {
      space_id: span.spaceId,
      step,
      at: atOf(span, step),
      object_kind: span.objectKind,
      object_key: span.objectKey,
      model: modelOf(span),
      scene: span.scene,
      measure,
      bucket: bucketOf(us),
    }
    rowAt(rows, key, { n: 0 }).n += 1
  }
}
function addPerson(rows: Map<string, Row>, span: NewSpan, user: string) {
  const key = {
    space_id: span.spaceId,
    day: Math.floor(span.startedAt / 86_400_000_000),
    object_kind: span.objectKind,
    object_key: span.objectKey,
    scene: span.scene,
    person: personOf(span.spaceId, user),
  }
  rowAt(rows, key, {})
}
function rowAt<T extends Record<string, number>>(rows: Map<string, Row>, key: Row, start: T): T {
  const name = Object.values(key).join('\u0001')
  let row = rows.get(name)
  if (!row) rows.set(name, (row = { ...key, ...start }))
  return row as unknown as T
}
