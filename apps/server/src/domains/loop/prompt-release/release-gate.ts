import { PromptEnv } from '@orrery/contract/shared/prompt-enums'
import { AppError, errors } from '#kit/errors.ts'
import type { BatchService } from '#domains/loop/prompt-run/batch.service.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { Gate, ReleaseService, Slot } from '#domains/resources/prompt/release.service.ts'
import type { SegmentService } from '#domains/resources/prompt/segment.service.ts'
import type { GateRun, TaskCheck, TaskRow } from './prompt-release.table.ts'

export interface ReleaseGateDeps {
  prompts: Pick<PromptService, 'get'>
  drafts: Pick<DraftService, 'version'>
  segments: Pick<SegmentService, 'expand'>
  releases: Pick<ReleaseService, 'gate' | 'online'>
  batches: Pick<BatchService, 'start' | 'find' | 'figures' | 'cancel'>
  isDatasetOf(spaceId: string, id: string): Promise<boolean>
}
type Judged = Pick<TaskRow, 'items' | 'spaceId' | 'releasedBy'> & Slot

/** Judges the new version and the served version over the same rows. */
export function createReleaseGate({ prompts, drafts, segments, releases, batches, isDatasetOf }: ReleaseGateDeps) {
  async function run(task: Judged, promptId: string, version: string, gate: Gate): Promise<string> {
    const { spaceId, releasedBy: userId } = task
    if (!(await isDatasetOf(spaceId, gate.datasetId))) throw errors.notFound({ what: 'dataset' })
    const { detail } = await drafts.version(promptId, version)
    return batches.start({
      promptId,
      spaceId,
      version,
      detail: await segments.expand(spaceId, promptId, detail),
      datasetId: gate.datasetId,
      evaluatorVersionId: gate.evaluatorVersionId,
      userId,
      isForGate: true,
    })
  }
  async function beginOne(task: Judged, promptId: string, version: string, gate: Gate): Promise<GateRun> {
    const served = (await releases.online(promptId, task))?.version ?? ''
    const { margin, least } = gate
    try {
      const now = await run(task, promptId, version, gate)
      const before = served && served !== version ? await run(task, promptId, served, gate) : ''
      return { promptId, margin, least, served, now, before }
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      const problem = { en: cause.text('en'), zh: cause.text('zh-CN') }
      return { promptId, margin, least, served, now: '', before: '', problem }
    }
  }
  /** Starts the gates of the prompts of a task; only for production. */
  async function begin(task: Judged): Promise<GateRun[]> {
    if (task.env !== PromptEnv.production) return []
    const runs: GateRun[] = []
    for (const { promptId, version } of task.items) {
      const gate = await releases.gate(promptId)
      if (gate) runs.push(await beginOne(task, promptId, version, gate))
    }
    return runs
  }
  /** Mean score over all rows, counting rows without a score as 0. Undefined while rows are unfinished. */
  async function meanOf(id: string): Promise<{ mean: number; rows: number; isWhole: boolean } | undefined> {
    const batch = await batches.find(id)
    if (!batch) return { mean: 0, rows: 0, isWhole: false }
    if (batch.status === 'open') return undefined
    const { score = 0, scored } = await batches.figures(id)
    return {
      mean: batch.total ? (score * scored) / batch.total : 0,
      rows: batch.total,
      isWhole: batch.status === 'done',
    }
  }
  async function lookAt(one: GateRun): Promise<TaskCheck> {
    const { name } = (await prompts.get(one.promptId)).head
    const say = (result: TaskCheck['result'], en: string, zh: string): TaskCheck => ({
      type: 'gate',
      result,
      en: `${name}: ${en}`,
      zh: `${name}：${zh}`,
    })
    if (one.problem)
      return say('fail', `the gate could not judge. ${one.problem.en}`, `评测门禁无法运行。${one.problem.zh}`)
    const [now, before] = await Promise.all([meanOf(one.now), one.before ? meanOf(one.before) : null])
    if (now === undefined || before === undefined)
      return say('wait', 'the gate is judging both versions', '评测门禁正在评测两个版本')
    if (!now.isWhole || before?.isWhole === false)
      return say('fail', 'the judging was stopped. Check again', '评测已中止，请重新检查')
    const [is, was] = [now.mean.toFixed(2), before?.mean.toFixed(2)]
    const over = { en: `over ${now.rows} rows`, zh: `共 ${now.rows} 行` }
    if (now.mean < one.least)
      return say(
        'fail',
        `scores ${is} ${over.en}, and has to reach ${one.least}`,
        `得分 ${is}（${over.zh}），未达到 ${one.least}`,
      )
    if (before && now.mean < before.mean - one.margin)
      return say(
        'fail',
        `scores ${is} ${over.en}, and ${one.served} scores ${was}. It may be lower by ${one.margin}`,
        `得分 ${is}（${over.zh}），低于 ${one.served} 的 ${was}，允许的差距为 ${one.margin}`,
      )
    return before
      ? say(
          'pass',
          `scores ${is} ${over.en}, and ${one.served} scores ${was}`,
          `得分 ${is}（${over.zh}），${one.served} 为 ${was}`,
        )
      : say('pass', `scores ${is} ${over.en}`, `得分 ${is}（${over.zh}）`)
  }
  return {
    begin,
    look: (runs: readonly GateRun[]) => Promise.all(runs.map(lookAt)),
    /** Whether the served version has changed since, which makes the comparison void. */
    async isOutdated(task: Judged, runs: readonly GateRun[]): Promise<boolean> {
      for (const { promptId, served } of runs)
        if (((await releases.online(promptId, task))?.version ?? '') !== served) return true
      return false
    },
    /** Cancels the batches of a gate. */
    async stop(runs: readonly GateRun[]): Promise<void> {
      for (const { promptId, now, before } of runs)
        for (const id of [now, before]) if (id) await batches.cancel(promptId, id).catch(() => undefined)
    },
  }
}
export type ReleaseGate = ReturnType<typeof createReleaseGate>
