import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { Clock } from '#kit/clock.ts'
import { dashboardErrors } from './dashboard.errors.ts'
import { changeOf, type Figure, indicators, type Part, promptIndicators } from './figure-values.ts'
import type { Choice, FiguresRepo, Split } from './figures.repo.ts'

export type { Choice } from './figures.repo.ts'

const HOUR = 3600
const DAY = 86_400
const WEEK = 7 * DAY
const MAX_DAYS = 400
/** How far back figures by minute reach. */
const MINUTES_REACH = 7 * DAY
const MAX_POINTS = 10_080
/** A width that puts the whole time into one part. */
const WHOLE = 1e12
const OTHER = 'other'

export interface Prompt {
  key: string
  versions?: string[] | undefined
}
export interface Curve {
  object: string
  model: string
  points: { at: number; value: number }[]
}
export interface FiguresDeps {
  repo: FiguresRepo
  queue: Pick<SpanQueue, 'flush'>
  clock: Clock
}
type Read = Omit<Part, 'seconds'>

/** Figures of a space over time, by object and by model. */
export function createFiguresService({ repo, queue, clock }: FiguresDeps) {
  function checkRange({ from, to }: Choice) {
    if (to <= from || to - from > MAX_DAYS * DAY) throw dashboardErrors.badRange({ days: MAX_DAYS })
  }
  const minutesReach = (from: number) => from > clock.now() / 1000 - MINUTES_REACH
  async function read(
    choice: Choice,
    width: number,
    split: Split,
    figures: readonly Figure[],
    prompts?: Prompt[],
  ): Promise<Read> {
    const needs = new Set(figures.map((figure) => figure.needs))
    const measures = [...needs].filter((need) => typeof need === 'number')
    const step = width < HOUR || (width === WHOLE && minutesReach(choice.from)) ? 60 : HOUR
    const [counts, people, named, rates, ...times] = await Promise.all([
      repo.counts(choice, step, width, split),
      needs.has('people') ? repo.people(choice, width, split) : [],
      needs.has('prompts') ? repo.prompts(choice, width, prompts) : [],
      needs.has('rates') ? repo.rates(choice, width) : [],
      ...measures.map((measure) => repo.times(choice, step, width, split, measure)),
    ])
    return {
      counts,
      people,
      prompts: named,
      rates,
      times: Object.fromEntries(measures.map((measure, at) => [measure, times[at]])),
    }
  }
  const valueOf = (figure: Figure, part: Read, { from, to }: Choice) => figure.of({ ...part, seconds: to - from })

  return {
    /** The points of each figure over time, and its value for the whole time. */
    async series(choice: Choice, width: number, figures: ReadonlyMap<number, Figure>, prompts?: Prompt[]) {
      checkRange(choice)
      if (width < HOUR && !minutesReach(choice.from)) throw dashboardErrors.tooFine()
      if ((choice.to - choice.from) / width > MAX_POINTS) throw dashboardErrors.tooManyPoints({ max: MAX_POINTS })
      await queue.flush()
      const list = [...figures.values()]
      const isSplit = (choice.objectKeys?.length ?? 0) > 1
      const [parts, whole, byObject] = await Promise.all([
        read(choice, width, 'none', list, prompts),
        read(choice, WHOLE, 'none', list, prompts),
        isSplit ? read(choice, width, 'object', list, prompts) : undefined,
      ])
      const starts = startsOf(choice, width)
      const pointsOf = (figure: Figure, read: Read) => {
        const partAt = byTime(read)
        return starts.flatMap((at) => {
          const value = figure.of({ ...partAt(at), seconds: width })
          return value === undefined ? [] : [{ at, value }]
        })
      }
      return new Map(
        [...figures].map(([type, figure]) => [
          type,
          {
            points: pointsOf(figure, parts),
            total: valueOf(figure, whole, choice) ?? 0,
            byObject: new Map(
              (byObject ? choice.objectKeys! : []).map((key) => [key, pointsOf(figure, ofObject(byObject!, key))]),
            ),
          },
        ]),
      )
    },
    /** The value of a figure for the whole time. */
    async total(choice: Choice, figure: Figure): Promise<number> {
      return valueOf(figure, await read(choice, WHOLE, 'none', [figure]), choice) ?? 0
    },
    /** The value of a figure for each model or prompt. */
    async byOption(choice: Choice, type: number, option: 'model' | 'prompt') {
      checkRange(choice)
      const figure = (option === 'model' ? indicators : promptIndicators).get(type)
      if (!figure || (option === 'model' && typeof figure.needs === 'string'))
        throw dashboardErrors.notByOption({ type })
      await queue.flush()
      const found = await read(choice, WHOLE, option === 'model' ? 'model' : 'none', [figure])
      const names =
        option === 'model'
          ? new Set(found.counts.map(({ model }) => model).filter(Boolean))
          : new Set(found.prompts.map(({ prompt }) => prompt))
      const own = (name: string): Read => ({
        ...found,
        counts: found.counts.filter(({ model }) => model === name),
        prompts: found.prompts.filter(({ prompt }) => prompt === name),
        times: mapTimes(found, ({ model }) => model === name),
      })
      return {
        values: new Map([...names].map((name) => [name, valueOf(figure, own(name), choice) ?? 0])),
        total: valueOf(figure, found, choice) ?? 0,
      }
    },
    /** One curve for each value of the split; all but the `topK` busiest are combined into one curve "other". */
    async curves(choice: Choice, width: number, split: Split, figure: Figure, topK: number): Promise<Curve[]> {
      checkRange(choice)
      if (width < HOUR && !minutesReach(choice.from)) throw dashboardErrors.tooFine()
      await queue.flush()
      const found = await read(choice, width, split, [figure])
      const weights = new Map<string, { object: string; model: string; n: number }>()
      for (const { object, model, runs, calls } of found.counts) {
        if (split !== 'none' && split !== 'object' && !model) continue
        const key = `${object}\u0001${model}`
        const known = weights.get(key) ?? { object, model, n: 0 }
        weights.set(key, { ...known, n: known.n + runs + calls })
      }
      const ranked = [...weights.values()].sort((a, b) => b.n - a.n)
      const starts = startsOf(choice, width)
      const partAt = byTime(found)
      const curveOf = (object: string, model: string, has: (row: { object: string; model: string }) => boolean) => ({
        object,
        model,
        points: starts.flatMap((at) => {
          const part = partAt(at)
          const value = figure.of({
            ...part,
            counts: part.counts.filter(has),
            times: mapTimes(part, has),
            seconds: width,
          })
          return value === undefined ? [] : [{ at, value }]
        }),
      })
      const shown = ranked.slice(0, topK)
      const isShown = new Set(shown.map(({ object, model }) => `${object}\u0001${model}`))
      const rest = ranked.slice(topK)
      return [
        ...shown.map((one) =>
          curveOf(one.object, one.model, (row) => row.object === one.object && row.model === one.model),
        ),
        ...(rest.length ? [curveOf(OTHER, OTHER, (row) => !isShown.has(`${row.object}\u0001${row.model}`))] : []),
      ]
    },
    /** The range of the last `days` days. */
    lastDays: (spaceId: string, days: number): Choice => {
      const to = Math.ceil(clock.now() / 1000) + HOUR
      return { spaceId, from: to - days * DAY, to }
    },
    namesOf: repo.namesOf,
    async seen(choice: Choice) {
      checkRange(choice)
      await queue.flush()
      const { objects, models } = await repo.seen(choice)
      const names = await repo.namesOf(objects.map(({ key }) => key))
      return { objects: objects.map(({ key }) => ({ key, name: names.get(key) ?? key })), models }
    },
    async promptKeys(choice: Choice): Promise<string[]> {
      await queue.flush()
      return [...new Set((await repo.prompts(choice, WHOLE)).map(({ prompt }) => prompt))].toSorted()
    },
    /** Tokens by day, service and model, and the change since the day and the period before. */
    async tokens(choice: Choice) {
      checkRange(choice)
      await queue.flush()
      const length = choice.to - choice.from
      const tokens = indicators.get(1)!
      const totalOf = async (from: number, to: number) =>
        valueOf(tokens, await read({ ...choice, from, to }, WHOLE, 'none', [tokens]), choice) ?? 0
      const [{ counts }, before, lastDay, dayBefore] = await Promise.all([
        read(choice, DAY, 'both', [tokens]),
        totalOf(choice.from - length, choice.from),
        totalOf(choice.to - DAY, choice.to),
        totalOf(choice.to - 2 * DAY, choice.to - DAY),
      ])
      const rows = counts.filter(({ input, output }) => input + output > 0)
      const total = rows.reduce((sum, { input, output }) => sum + input + output, 0)
      return { rows, total, dayChange: changeOf(lastDay, dayBefore), periodChange: changeOf(total, before) }
    },
  }
}
export type FiguresService = ReturnType<typeof createFiguresService>

function startsOf({ from, to }: Choice, width: number): number[] {
  const shift = width === WEEK ? 3 * DAY : 0
  const first = Math.floor((from + shift) / width) * width - shift
  return Array.from({ length: Math.ceil((to - first) / width) }, (_, index) => first + index * width)
}
const mapTimes = (part: Read, has: (row: { object: string; model: string }) => boolean): Read['times'] =>
  Object.fromEntries(Object.entries(part.times).map(([measure, rows]) => [measure, rows!.filter(has)]))
const emptyRead = (): Read => ({ counts: [], people: [], prompts: [], rates: [], times: {} })
/** Groups the counts by part of the time. */
function byTime(read: Read): (at: number) => Read {
  const parts = new Map<number, Read>()
  const partAt = (at: number) => {
    const known = parts.get(at) ?? emptyRead()
    parts.set(at, known)
    return known
  }
  for (const row of read.counts) partAt(row.at).counts.push(row)
  for (const row of read.people) partAt(row.at).people.push(row)
  for (const row of read.prompts) partAt(row.at).prompts.push(row)
  for (const row of read.rates) partAt(row.at).rates.push(row)
  for (const [measure, rows] of Object.entries(read.times))
    for (const row of rows!) (partAt(row.at).times[Number(measure)] ??= []).push(row)
  return (at) => parts.get(at) ?? emptyRead()
}
/** The counts of one object. Rates and prompts are not counted by object. */
const ofObject = (part: Read, object: string): Read => ({
  counts: part.counts.filter((row) => row.object === object),
  people: part.people.filter((row) => row.object === object),
  prompts: [],
  rates: [],
  times: mapTimes(part, (row) => row.object === object),
})
