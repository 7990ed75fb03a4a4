import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { bucketOf } from './shared/buckets.ts'
import { Measure } from './shared/measures.ts'
import { isCounted, type NewHead, type NewSpan, SpanStatus } from './shared/span-types.ts'

/** Roll-ups by minute, hour and day. A month of hours alone would have nearly as many rows as spans. */
const steps = [60, 3600, 86_400] as const
type Step = (typeof steps)[number]

type Row = Record<string, string | number | boolean>
export interface Rollups {
  rollup: Row[]
  hist: Row[]
  people: Row[]
}
const personOf = (spaceId: string, user: string) => hash('md5', `${spaceId}:${user}`)

/** Number of spans that are aggregated before yielding to other work. */
const AT_ONCE = 250

/** What new spans add to the figures, sorted by key so that concurrent writers cannot deadlock. */
export async function rollupsOf(
  spans: readonly NewSpan[],
  heads: readonly NewHead[],
  minutesSince = 0,
): Promise<Rollups> {
  const headOf = new Map(heads.map((head) => [`${head.spaceId}/${head.traceId}`, head]))
  const sums: Sums = { rollup: new Map(), hist: new Map(), people: new Map() }
  for (const [at, span] of spans.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const head = span.parentId === '' && heads.length ? headOf.get(`${span.spaceId}/${span.traceId}`) : undefined
    addSpan(sums, span, head, minutesSince)
  }
  return { rollup: sorted(named(sums.rollup)), hist: sorted(named(sums.hist)), people: sorted([...sums.people]) }
}
const sorted = (rows: [string, Row][]): Row[] =>
  rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row)
/** Space and time come first in the sort key of a row, as in the keys of the tables. */
const named = (groups: Map<string, Group>): [string, Row][] =>
  [...groups].flatMap(([group, rows]) =>
    [...rows.values()].map((row): [string, Row] => {
      const { space_id, step, at, measure = '', bucket = '' } = row
      return [[space_id, step, at, group, measure, bucket].join(SEP), row]
    }),
  )

/**
 * Rows that differ only in time, by number: building a text key for every span and step would cost more than adding.
 */
type Group = Map<number, Row>
interface Sums {
  rollup: Map<string, Group>
  hist: Map<string, Group>
  people: Map<string, Row>
}
/** A span with the values it is counted under. */
interface Counted {
  span: NewSpan
  isRoot: boolean
  model: string
  /** For a turn or run the time of its first token, otherwise that of the span. */
  firstUs: number
}

function addSpan(sums: Sums, span: NewSpan, head: NewHead | undefined, minutesSince: number) {
  const { spaceId, objectKind, objectKey, objectVersion, kind, connectorId, scene } = span
  const isRoot = span.parentId === ''
  const model = isCounted(kind) ? span.model : ''
  const firstUs = head ? head.firstUs : span.firstUs
  const one = { span, isRoot, model, firstUs }
  const shared = `${spaceId}${SEP}${objectKind}${SEP}${objectKey}${SEP}${model}${SEP}${scene}`
  const figures = groupOf(
    sums.rollup,
    `${shared}${SEP}${objectVersion}${SEP}${kind}${SEP}${isRoot}${SEP}${connectorId}`,
  )
  const times = isRoot || kind === 'model' ? groupOf(sums.hist, shared) : undefined
  const seconds = Math.floor(span.startedAt / 1_000_000)
  for (const step of steps) {
    if (step === 60 && seconds < minutesSince) continue
    const at = seconds - (seconds % step)
    addFigures(figures, one, step, at)
    if (!times) continue
    if (isRoot) {
      addTime(times, one, { step, at, measure: Measure.root, us: span.durationUs })
      // Without a value there was no first token.
      if (firstUs) addTime(times, one, { step, at, measure: Measure.rootFirst, us: firstUs })
    }
    if (kind === 'model') {
      addTime(times, one, { step, at, measure: Measure.model, us: span.durationUs })
      if (span.firstUs) addTime(times, one, { step, at, measure: Measure.modelFirst, us: span.firstUs })
    }
  }
  const user = head?.userId ?? span.userKey
  if (isRoot && user) addPerson(sums.people, span, user)
}
function groupOf(groups: Map<string, Group>, name: string): Group {
  let group = groups.get(name)
  if (!group) groups.set(name, (group = new Map()))
  return group
}

function addFigures(rows: Group, { span, isRoot, model, firstUs }: Counted, step: Step, at: number) {
  const { spaceId, objectKind, objectKey, objectVersion, kind, connectorId, scene } = span
  const counts = isCounted(kind) ? 1 : 0
  const row = rowAt(rows, momentOf(step, at), () => ({
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

interface Time {
  step: Step
  at: number
  measure: number
  us: number
}
function addTime(rows: Group, { span, model }: Counted, { step, at, measure, us }: Time) {
  const { spaceId, objectKind, objectKey, scene } = span
  const bucket = bucketOf(us)
  rowAt(rows, (momentOf(step, at) * MEASURES + measure) * BUCKETS + bucket, () => ({
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
  })).n += 1
}
/** Upper bounds with which time, measure and bucket form one number, which is exact until the year 5000. */
const [MEASURES, BUCKETS] = [8, 1024]
/** A number for a time and the step of a roll-up. */
const momentOf = (step: Step, at: number): number => at * steps.length + steps.indexOf(step)

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
/** The row with this key, created if missing. Most spans of a batch share rows, so creation is rare. */
function rowAt<K, T extends Row>(rows: Map<K, Row>, key: K, first: () => T): T {
  let row = rows.get(key)
  if (!row) rows.set(key, (row = first()))
  return row as T
}
