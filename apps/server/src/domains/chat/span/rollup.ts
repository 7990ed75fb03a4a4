import { hash } from 'node:crypto'
import { bucketOf } from './shared/buckets.ts'
import { Measure } from './shared/measures.ts'
import { isCounted, type NewHead, type NewSpan, SpanStatus } from './shared/span-types.ts'

/** By minute, hour and day: a month of hours has nearly as many times as there are spans. */
const steps = [60, 3600, 86_400] as const

type Row = Record<string, string | number | boolean>
export interface Rollups {
  rollup: Row[]
  hist: Row[]
  people: Row[]
}
const personOf = (spaceId: string, user: string) => hash('md5', `${spaceId}:${user}`)

/** What spans that are new add to the figures. Sorted by key, so that two writers never wait for each other in a circle. */
export function rollupsOf(spans: readonly NewSpan[], heads: readonly NewHead[], minutesSince = 0): Rollups {
  const headOf = new Map(heads.map((head) => [`${head.spaceId}/${head.traceId}`, head]))
  const rollup = new Map<string, Row>()
  const hist = new Map<string, Row>()
  const people = new Map<string, Row>()
  for (const span of spans) {
    const isRoot = span.parentId === ''
    const head = isRoot ? headOf.get(`${span.spaceId}/${span.traceId}`) : undefined
    const firstUs = head ? head.firstUs : span.firstUs
    for (const step of steps) {
      if (step === 60 && span.startedAt < minutesSince * 1_000_000) continue
      addFigures(rollup, span, step, isRoot, firstUs)
    }
    if (isRoot || span.kind === 'model')
      for (const step of steps) {
        if (step === 60 && span.startedAt < minutesSince * 1_000_000) continue
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
  const { spaceId, objectKind, objectKey, objectVersion, kind, connectorId, scene } = span
  const [at, model] = [atOf(span, step), modelOf(span)]
  const counts = isCounted(kind) ? 1 : 0
  const name = [spaceId, step, at, objectKind, objectKey, objectVersion, kind, isRoot, model, connectorId, scene].join(
    SEP,
  )
  const row = rowAt(rows, name, () => ({
    space_id: spaceId,
    step,
    at,
    object_kind: objectKind,
    object_key: objectKey,
    object_version: objectVersion,
    kind,
    is_root: isRoot,
    model,
    connector_id: connectorId,
    scene,
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
  }))
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
    const { spaceId, objectKind, objectKey, scene } = span
    const [at, model, bucket] = [atOf(span, step), modelOf(span), bucketOf(us)]
    const name = [spaceId, step, at, objectKind, objectKey, model, scene, measure, bucket].join(SEP)
    const first = () => ({
      space_id: spaceId,
      step,
      at,
      object_kind: objectKind,
      object_key: objectKey,
      model,
      scene,
      measure,
      bucket,
      n: 0,
    })
    rowAt(rows, name, first).n += 1
  }
}
function addPerson(rows: Map<string, Row>, span: NewSpan, user: string) {
  const { spaceId, objectKind, objectKey, scene } = span
  const day = Math.floor(span.startedAt / 86_400_000_000)
  const name = [spaceId, day, objectKind, objectKey, scene, user].join(SEP)
  rowAt(rows, name, () => ({
    space_id: spaceId,
    day,
    object_kind: objectKind,
    object_key: objectKey,
    scene,
    person: personOf(spaceId, user),
  }))
}
const SEP = '\u0001'
/** The row of this name; most spans of a batch share theirs, and make none. */
function rowAt<T extends Row>(rows: Map<string, Row>, name: string, first: () => T): T {
  let row = rows.get(name)
  if (!row) rows.set(name, (row = first()))
  return row as T
}
