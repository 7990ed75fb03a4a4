import { TurnState } from '@orrery/contract/shared/evaluation-enums'
import type { CheckupVerdict, ShownFinding } from '@orrery/contract'
import { type CheckupModule, checkupModules, CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import type { Locale } from '#kit/errors.ts'
import { mean, variance } from '#kit/stats/intervals.ts'
import { pairedDifference } from '#kit/stats/paired.ts'
import type { ExperimentRow, FigureScore, FigureTurn, TurnRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { CheckupQuestionRow } from './checkup.table.ts'
import { type Checkups, type FoundCheckup, statusOf } from './checkup.service.ts'
import { findingOf, openingFinding } from './findings.ts'
import { type CheckKey, checks } from './shared/checks.ts'

export interface CheckupReportDeps {
  checkups: Pick<Checkups, 'before' | 'frozen' | 'saveScore'>
  results: Pick<Results, 'parts' | 'figureLines' | 'progress'>
}
/** One check of one row, with its score if there is one. */
export interface Checked<Turn extends FigureTurn = FigureTurn> {
  row: CheckupQuestionRow
  key: CheckKey
  turn: Turn
  score: FigureScore | undefined
  /** From 0 to 1; undefined if the turn or the evaluator failed. */
  normal: number | undefined
}
const SIGNIFICANCE = 0.05
const Z = 1.959963984540054
const PERCENT = 100
const SLOW_SHARE = 0.2
const order = { high: 0, medium: 1, low: 2 } as const
const rounded = (value: number) => Math.round(value * 10 * PERCENT) / 10

const checkKeysByVersion = (row: ExperimentRow): Map<string, CheckKey> =>
  new Map(
    row.evaluators.flatMap(({ versionId, name }) => {
      const found = (Object.keys(checks) as CheckKey[]).find((key) => checks[key].name[0] === name)
      return found ? [[versionId, found] as const] : []
    }),
  )
function verdictOf(before: Map<string, number>, after: Map<string, number>, seed: string) {
  const pairs = [...after].flatMap(([id, now]) => {
    const then = before.get(id)
    return then === undefined ? [] : [[then, now] as const]
  })
  const compared = pairedDifference(
    pairs.map(([then]) => then),
    pairs.map(([, now]) => now),
    seed,
  )
  const verdict: CheckupVerdict = !compared
    ? 'unknown'
    : compared.p >= SIGNIFICANCE
      ? 'same'
      : compared.difference > 0
        ? 'better'
        : 'worse'
  return { verdict, sharedRows: pairs.length }
}

/** Computes figures and findings of a check-up when they are requested. */
export function createCheckupReports({ checkups, results }: CheckupReportDeps) {
  /** Joins each check of each row with its turn and score. */
  function checkedOf<Turn extends FigureTurn>(
    row: ExperimentRow,
    asked: CheckupQuestionRow[],
    turns: Turn[],
    scores: FigureScore[],
  ) {
    const keys = checkKeysByVersion(row)
    const used = new Set(keys.values())
    const versionOf = new Map([...keys].map(([versionId, key]) => [key, versionId]))
    const byTurn = Map.groupBy(scores, ({ turnId }) => turnId!)
    const turnsOf = Map.groupBy(turns, ({ itemId }) => itemId)
    const checked = asked.flatMap((one) =>
      [...one.checks, { key: 'latency' as const }].flatMap((check): Checked<Turn>[] => {
        const turn = turnsOf.get(one.itemId)?.find((item) => item.turn === (check.turn ?? one.turns) - 1)
        if (!turn || !used.has(check.key)) return []
        const score = byTurn.get(turn.id)?.find((item) => item.evaluatorVersionId === versionOf.get(check.key))
        const normal = score?.status === 1 ? (score.correctedNormal ?? score.normal ?? undefined) : undefined
        return [{ row: one, key: check.key, turn, score, normal }]
      }),
    )
    return { checked, versionOf }
  }
  type Reading = ReturnType<typeof checkedOf<FigureTurn>>
  /** Reads only what figures need; the texts of long answers would be a hundred times as much. */
  async function readFigures(row: ExperimentRow, asked: CheckupQuestionRow[]): Promise<Reading> {
    const { turns, scores } = await results.figureLines(row.id)
    return checkedOf(row, asked, turns, scores)
  }
  /** Reads the results together with the questions and answers. */
  async function read(row: ExperimentRow, asked: CheckupQuestionRow[]) {
    const { turns, scores, contents, fields } = await results.parts(
      row,
      asked.map(({ itemId }) => itemId),
    )
    type Cells = Record<string, { text: string }>
    const named = (cells: Cells = {}): Record<string, string> =>
      Object.fromEntries(fields.map(({ key, name }) => [name, cells[key]?.text ?? '']))
    const cellsOf = (itemId: string): Cells[] => contents.get(itemId) ?? []
    const valuesOf = ({ itemId, turn }: FigureTurn) => named(cellsOf(itemId)[turn])
    /** The questions of a row, turn by turn. */
    const questionsOf = (itemId: string) => cellsOf(itemId).map((cells) => named(cells).input ?? '')
    return { ...checkedOf(row, asked, turns, scores), valuesOf, questionsOf }
  }
  const moduleOf = ({ row, key }: Checked): CheckupModule => (key === 'latency' ? 'speed' : row.module)
  /** A check whose evaluator failed proves nothing about the bot. */
  const hasFailed = ({ key, normal, turn, score }: Checked): boolean =>
    normal === undefined ? turn.state === TurnState.fail && !score : normal < checks[key].pass
  /** The mean over the evaluators, each counted by its own mean. */
  function scoreOf(list: Checked[]): number | undefined {
    const means = [...Map.groupBy(list, ({ key }) => key).values()].flatMap((some) => {
      const known = some.flatMap(({ normal }) => normal ?? [])
      return known.length ? [mean(known)] : []
    })
    return means.length ? mean(means) : undefined
  }
  /** The mean score of each row, for comparisons. */
  function rowValues(list: Checked[]): Map<string, number> {
    const byRow = Map.groupBy(list, ({ row, turn }) => `${row.itemId}/${turn.hash}`)
    return new Map(
      [...byRow].flatMap(([id, some]) => {
        const known = some.flatMap(({ normal }) => normal ?? [])
        return known.length ? [[id, mean(known)] as const] : []
      }),
    )
  }
  function figuresOf({ checked }: Reading) {
    const groups = Map.groupBy(checked, moduleOf)
    const modules = checkupModules.flatMap((module) => {
      const list = groups.get(module)
      return list ? [{ module, list, score: scoreOf(list) }] : []
    })
    const known = modules.flatMap(({ score }) => score ?? [])
    const score = known.length ? mean(known) : undefined
    const spread = modules.flatMap(({ list }) => {
      const values = [...rowValues(list).values()]
      return values.length > 1 ? [variance(values) / values.length] : []
    })
    const half = known.length ? (Z * Math.sqrt(spread.reduce((sum, one) => sum + one, 0))) / known.length : 0
    return {
      modules,
      score,
      interval: score === undefined ? undefined : { low: Math.max(0, score - half), high: Math.min(1, score + half) },
    }
  }
  async function lastOf({ head }: FoundCheckup) {
    const last = await checkups.before(head)
    return last?.experiment ? readFigures(last.experiment, last.head.rows) : undefined
  }
  /** Groups failed checks into faults, with how often each occurred. */
  function faultsOf({ checked }: Reading): { first: Checked; count: number }[] {
    const failed = checked.filter(hasFailed)
    const slow = failed.filter(({ key }) => key === 'latency')
    const timed = checked.filter(({ key }) => key === 'latency').length
    const isSlow = slow.length > timed * SLOW_SHARE
    const answers = failed.filter(({ key }) => key !== 'latency')
    const slowest = isSlow ? slow.toSorted((a, b) => b.turn.ms - a.turn.ms).slice(0, 1) : []
    const groups = Map.groupBy(answers, ({ row, key }) => `${row.module}/${row.subDivision}/${row.skillName}/${key}`)
    const isCalled = (list: Checked[]) => list.some(({ key }) => key === 'parameters' || key === 'inputs')
    const notCalled = new Set(
      answers.filter(({ key }) => key === 'tool' || key === 'workflow').map(({ row }) => row.itemId),
    )
    const shown = [...groups.values()]
      // Missing arguments of a tool that was not called are not a second fault.
      .map((list) => (isCalled(list) ? list.filter(({ row }) => !notCalled.has(row.itemId)) : list))
      .filter((list) => list.length)
      .map((list) => ({ first: list[0]!, count: list.length }))
    return [...shown, ...slowest.map((first) => ({ first, count: slow.length }))]
  }
  async function findingsOf({ head }: FoundCheckup, row: ExperimentRow, reading: Reading, locale: Locale) {
    const { snapshot } = await checkups.frozen(head)
    if (snapshot.kind !== 'bot') return []
    const faults = faultsOf(reading)
    const named = new Set(faults.map(({ first }) => first.row.itemId))
    const whole = await read(
      row,
      head.rows.filter(({ itemId }) => named.has(itemId)),
    )
    const turnOf = new Map<string, TurnRow>(whole.checked.map(({ turn }) => [turn.id, turn]))
    const shown = faults.flatMap(({ first, count }): ShownFinding[] => {
      // The turn was deleted meanwhile.
      const turn = turnOf.get(first.turn.id)
      if (!turn) return []
      const failure = { row: first.row, key: first.key, turn, values: whole.valuesOf(turn) }
      return [findingOf(failure, snapshot.config, locale, count)]
    })
    const opening = openingFinding(snapshot.config, locale)
    return [...shown, ...(opening ? [opening] : [])].toSorted(
      (a, b) => order[a.severity] - order[b.severity] || b.count - a.count,
    )
  }
  async function figures({ head, experiment: row }: FoundCheckup) {
    if (!row) return undefined
    const { checked, versionOf } = await readFigures(row, head.rows)
    return { versionOf, ...figuresOf({ checked, versionOf }) }
  }
  return {
    read,
    hasFailed,
    moduleOf,
    scoreOf,
    rounded,
    /** Scores alone, for calls that show no findings. */
    figures,
    async saveScore(found: FoundCheckup): Promise<number | null> {
      const score = (await figures(found))?.score
      if (score === undefined) return null
      await checkups.saveScore(found.head.id, rounded(score))
      return rounded(score)
    },
    async lastFigures(found: FoundCheckup) {
      const reading = await lastOf(found)
      return reading && figuresOf(reading)
    },
    async report(found: FoundCheckup, locale: Locale) {
      const { head, experiment: row } = found
      const status = statusOf(found)
      const base = {
        batch_task_id: head.id,
        experiment_id: row?.id ?? '0',
        scene_id: head.scene,
        status,
        error: locale === 'zh-CN' ? head.problemZh || (row?.problemZh ?? '') : head.problem || (row?.problem ?? ''),
        created_at: String(head.createdAt),
        created_by: head.createdBy,
        version: head.version,
        real_tools: head.isReal,
        rows: row?.itemCount ?? 0,
      }
      if (!row || !head.rows.length)
        return {
          ...base,
          progress: 0,
          verdict: 'unknown' as const,
          shared_rows: 0,
          done_rows: 0,
          tokens: 0,
          cost: 0,
          ms: 0,
          modules: [],
          findings: [],
        }
      const [reading, counted, last] = await Promise.all([
        readFigures(row, head.rows),
        results.progress([row.id]),
        lastOf(found),
      ])
      const progress = counted.get(row.id)
      const { modules, score, interval } = figuresOf(reading)
      const lastFigures = last && figuresOf(last)
      const whole = (list: Checked[]) => rowValues(list.filter(({ key }) => key !== 'latency'))
      const { verdict, sharedRows } = verdictOf(whole(last?.checked ?? []), whole(reading.checked), head.id)
      const isEnded = status >= CheckupStatus.terminated
      if (status === CheckupStatus.completed && score !== undefined && head.score !== rounded(score))
        await checkups.saveScore(head.id, rounded(score))
      const done = progress ? progress.items - progress.openItems : 0
      return {
        ...base,
        progress: progress?.items ? Math.floor((done / progress.items) * PERCENT) : 0,
        done_rows: done,
        tokens: progress ? progress.targetIn + progress.targetOut + progress.judgeIn + progress.judgeOut : 0,
        cost: progress ? progress.cost + progress.judgeCost : 0,
        ms: Math.max(0, (row.endedAt || row.startedAt) - row.startedAt),
        ...(score !== undefined && { score: rounded(score) }),
        ...(interval && { interval: { low: rounded(interval.low), high: rounded(interval.high) } }),
        ...(lastFigures?.score !== undefined && { last_score: rounded(lastFigures.score) }),
        verdict,
        shared_rows: sharedRows,
        modules: modules.map(({ module, list, score: own }) => {
          const before = lastFigures?.modules.find((one) => one.module === module)
          const compared = verdictOf(rowValues(before?.list ?? []), rowValues(list), `${head.id}/${module}`)
          const failed = new Set(list.filter(hasFailed).map(({ row: { itemId } }) => itemId))
          return {
            module,
            ...(own !== undefined && { score: rounded(own) }),
            ...(before?.score !== undefined && { last_score: rounded(before.score) }),
            rows: new Set(list.map(({ row: { itemId } }) => itemId)).size,
            failed: failed.size,
            verdict: compared.verdict,
            shared_rows: compared.sharedRows,
          }
        }),
        findings: isEnded ? await findingsOf(found, row, reading, locale) : [],
      }
    },
  }
}
export type CheckupReports = ReturnType<typeof createCheckupReports>
