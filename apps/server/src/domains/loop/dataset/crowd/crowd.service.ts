import { randomBytes } from 'node:crypto'
import type { CrowdInput, CrowdOutput, CrowdQueue } from '@orrery/contract'
import {
  CROWD_LIMITS,
  CrowdPlatform,
  CrowdScope,
  CrowdStatus,
  LOCKED_FOR_LABELS,
} from '@orrery/contract/shared/crowd-enums'
import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { AnnotationService } from '../../annotation/annotation.service.ts'
import type { LabelService } from '../../label/label.service.ts'
import type { Field } from '../dataset-content.ts'
import type { DatasetService } from '../dataset.service.ts'
import { filterSql } from '../item-filter.ts'
import type { ItemService } from '../item.service.ts'
import type { VersionService } from '../version.service.ts'
import { columnsOf, newColumns, questionsOf, requireNeeds, shownValues } from './crowd-plan.ts'
import { crowdErrors } from './crowd.errors.ts'
import type { CrowdRepo, CrowdSearch } from './crowd.repo.ts'
import { type CrowdConfig, type CrowdJobRow, datasetCrowdJob } from './crowd.table.ts'
import type { LabelStudio, Place } from './label-studio.ts'
import type { PlatformAnswer } from './platform.ts'
import { createWriteBack } from './write-back.ts'

export interface CrowdDeps {
  db: Db
  repo: CrowdRepo
  datasets: DatasetService
  items: ItemService
  versions: VersionService
  labels: Pick<LabelService, 'choices' | 'search'>
  annotations: AnnotationService
  studio: LabelStudio
  secrets: Secrets
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  /** The URL to which Label Studio reports new answers; the key of the job is appended. */
  hookUrl: string
}
export interface NewCrowdJob {
  name: string
  description: string
  platform: number
  taskId: string
  input: CrowdInput
  output: CrowdOutput
  queue: CrowdQueue
}
/** Longer than the interval between two checks of a job, so that the lock holds while the job is attended. */
const LOCK_MS = 3600_000
const BATCH = 100
const PULL = 'dataset-crowd-pull'
const SOURCE = 'dataset'

/** Crowd jobs: people label the rows of a version. The dataset is locked meanwhile. */
export function createCrowdService(deps: CrowdDeps) {
  const { db, repo, datasets, items, versions, labels, annotations, studio, secrets, jobs, newId, clock, log } = deps
  const writeBack = createWriteBack(deps)

  async function place(spaceId: string): Promise<Place & { accountId: string }> {
    const link = await repo.link(spaceId)
    if (!link) throw crowdErrors.notConnected()
    return { url: link.url, token: secrets.open(link.sealedToken), accountId: link.accountId }
  }
  const placeOf = async ({ datasetId }: CrowdJobRow) => place((await datasets.get(datasetId)).head.spaceId)
  const isQueue = ({ platform }: { platform: number }) => platform === CrowdPlatform.queue

  async function rowsOf(job: CrowdJobRow, itemIds: string[]) {
    const { vn, schemaId } = await versions.of(job.datasetId, job.versionId)
    const { fields } = await versions.schemaOf(schemaId)
    const filled = job.config.columns.map(({ key }) => key)
    const values = shownValues(job.config.input, fields, filled)
    const rows = await items.byIds({ datasetId: job.datasetId, vn }, itemIds)
    return rows.map(({ itemId, turns }) => ({ itemId, values: values(turns[0] ?? {}) }))
  }
  /** Opens a task in our own queue and records its id, in one transaction. */
  async function openTask(job: CrowdJobRow, fence: number, unsent: string[]): Promise<boolean> {
    const rows = await rowsOf(job, unsent)
    const { head, schema } = await datasets.get(job.outputDatasetId)
    const rules = await datasets.rules(job.outputDatasetId)
    const keys = job.config.columns.map(({ key }) => key)
    return repo.write(job.id, fence, async (tx) => {
      const annotationTaskId = await annotations.open(
        {
          spaceId: head.spaceId,
          datasetId: job.datasetId,
          userId: job.createdBy,
          name: job.name,
          guide: job.description,
          source: SOURCE,
          sourceId: job.id,
          questions: questionsOf(keys, schema.fields, rules),
          blindCount: job.config.queue.blindCount,
          annotators: job.config.queue.annotatorIDs,
          rows: rows.map(({ itemId, values }) => ({ rowId: itemId, content: values })),
        },
        tx,
      )
      await repo.markSent(job.id, unsent, tx)
      await repo.set(job.id, { annotationTaskId }, tx)
    })
  }
  async function sendToStudio(job: CrowdJobRow, fence: number, unsent: string[]): Promise<boolean> {
    const there = await placeOf(job)
    const { taskId } = job.config
    // A process that died may have sent rows without recording that.
    const known = fence > 1 ? await studio.sentItems(there, taskId, job.id) : new Set<string>()
    const mark = (ids: string[]) => repo.write(job.id, fence, (tx) => repo.markSent(job.id, ids, tx))
    if (known.size && !(await mark([...known].filter((id) => unsent.includes(id))))) return false
    const left = unsent.filter((id) => !known.has(id))
    for (let at = 0; at < left.length; at += BATCH) {
      const part = left.slice(at, at + BATCH)
      await studio.send(there, taskId, job.id, await rowsOf(job, part))
      if (!(await mark(part))) return false
    }
    if (!job.hookId && job.config.output.isAutoFetchRes) {
      const hookId = await studio.addWebhook(there, taskId, deps.hookUrl + job.hookKey)
      await repo.write(job.id, fence, (tx) => repo.set(job.id, { hookId }, tx))
    }
    return true
  }
  async function answersOf(job: CrowdJobRow): Promise<PlatformAnswer[]> {
    if (!isQueue(job)) return studio.answers(await placeOf(job), job.config.taskId, job.id)
    const settled = job.annotationTaskId ? await annotations.outcomes(job.annotationTaskId) : []
    const names = new Map(job.config.columns.map(({ key, source }) => [key, source]))
    return settled.map(({ rowId, outcome, settledAt }) => ({
      itemId: rowId,
      ref: `${rowId}/${settledAt}`,
      answers: Object.fromEntries(Object.entries(outcome ?? {}).map(([key, text]) => [names.get(key) ?? key, text])),
      at: settledAt,
    }))
  }
  /** `isRequested`: a person requested the answers, so they are fetched even if automatic fetching is off. */
  async function processJob(job: CrowdJobRow, fence: number, isRequested: boolean): Promise<void> {
    await datasets.keepLock(job.datasetId, clock.now() + LOCK_MS, LOCKED_FOR_LABELS)
    const unsent = (await repo.unsent(job.id)).map(({ itemId }) => itemId)
    if (unsent.length && !(await (isQueue(job) ? openTask : sendToStudio)(job, fence, unsent))) return
    const now = (await repo.find(job.id))!
    const isFetched = now.config.output.isAutoFetchRes || isRequested
    if (isFetched) {
      const answers = await answersOf(now)
      if (!(await repo.write(job.id, fence, (tx) => repo.storeAnswers(job.id, answers, tx)))) return
      const { vn } = await versions.of(job.datasetId, job.versionId)
      if (!(await writeBack(now, fence, vn))) return
    }
    const { sent, received } = await repo.counts(job.id)
    const isDone = sent === job.inputSize && received === job.inputSize
    await repo.write(job.id, fence, async (tx) => {
      const status = isDone ? CrowdStatus.completed : CrowdStatus.inProgress
      await repo.set(job.id, { status, problem: '', problemZh: '' }, tx)
      if (!isDone) return
      await datasets.unlock(job.datasetId, LOCKED_FOR_LABELS, tx)
      if (now.annotationTaskId) await annotations.close(now.annotationTaskId, tx)
    })
    if (isDone) await removeWebhook(now)
  }
  /** Removes the webhook if possible. One that remains is harmless: its calls are ignored. */
  async function removeWebhook(job: CrowdJobRow): Promise<void> {
    if (!job.hookId) return
    await placeOf(job)
      .then((there) => studio.removeWebhook(there, job.hookId))
      .catch((cause: unknown) => log.debug({ err: cause, id: job.id }, 'a webhook could not be removed'))
  }
  const leased = createLeasedWork({
    jobs,
    clock,
    log,
    name: 'dataset-crowd',
    store: createLeaseStore(db, datasetCrowdJob, sql`status IN (1, 2, 3)`),
    async work(id, fence, isAwaited) {
      const job = await repo.find(id)
      try {
        if (job) await processJob(job, fence, isAwaited)
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        // The platform refused or cannot be reached. The next check may succeed.
        const problem = { problem: cause.text('en'), problemZh: cause.text('zh-CN') }
        await repo.write(id, fence, (tx) => repo.set(id, { status: CrowdStatus.abnormal, ...problem }, tx))
      } finally {
        await repo.release(id, fence)
      }
    },
  })
  /** Schedules a check; further requests for the same job are merged. */
  const scheduleCheck = (id: string, startAfter = 0) =>
    jobs
      .send(PULL, { id }, { singletonKey: id, startAfter })
      .catch((cause: unknown) => log.warn({ err: cause, id }, 'labels wait for the next look'))
  annotations.onSettled(SOURCE, (id) => void scheduleCheck(id))

  /** Checks one job, or schedules a check of all open jobs: sends remaining rows, fetches answers, extends the lock. */
  async function checkJobs({ id }: { id?: string }): Promise<void> {
    if (id === undefined) for (const job of await repo.open()) await scheduleCheck(job.id)
    else if (!(await leased.run(id)) && ((await repo.find(id))?.status ?? 9) <= CrowdStatus.abnormal)
      // Another process works on the job and may have missed the newest answers.
      await scheduleCheck(id, 2)
  }

  /** The ids of the items to send. */
  async function chosenRows(datasetId: string, vn: number, fields: Field[], input: CrowdInput): Promise<string[]> {
    const { rows: max } = CROWD_LIMITS
    const view = { datasetId, vn }
    if (input.dataSelectScope === CrowdScope.selected) {
      const asked = [...new Set(input.itemIDs)]
      const found = await items.byIds(view, asked)
      if (found.length < asked.length)
        throw badInput('inputConfig.itemIDs', 'a row is not in this version', '有数据不在该版本中')
      if (!found.length) throw crowdErrors.noRows()
      return found.map(({ itemId }) => itemId)
    }
    const isFiltered = input.dataSelectScope === CrowdScope.filtered
    const where = isFiltered && input.filter ? filterSql(input.filter, { fields, isMultiTurn: false }) : undefined
    const found = await items.list(view, { size: max + 1, page: 1, where })
    if (!found.length) throw crowdErrors.noRows()
    if (found.length > max) throw crowdErrors.tooMany({ count: found.length, max })
    return found.map(({ itemId }) => itemId)
  }
  async function requirePlatform(spaceId: string, given: NewCrowdJob, fields: Field[]) {
    const { taskId, queue, input } = given
    if (isQueue(given)) {
      await annotations.requireMembers(spaceId, queue.annotatorIDs, 'queue.annotatorIDs')
      const { annotatorIDs, blindCount } = queue
      if (annotatorIDs.length && new Set(annotatorIDs).size < blindCount)
        throw badInput(
          'queue.annotatorIDs',
          `name at least ${blindCount} people, or none`,
          `请至少指定 ${blindCount} 人，或不指定`,
        )
      if (!taskId || taskId === '0') return { taskName: '', taskUrl: '', tagKeyId: undefined }
      const tag = (await labels.choices(spaceId, [taskId])).get(taskId)
      if (!tag?.isActive) throw badInput('aidpConfig.taskID', 'the space has no such tag', '空间中没有该标签')
      return { taskName: '', taskUrl: '', tagKeyId: taskId }
    }
    if (!/^\d{1,15}$/.test(taskId))
      throw badInput('aidpConfig.taskID', 'name a project of Label Studio', '请填写 Label Studio 项目')
    const project = await studio.project(await place(spaceId), taskId)
    requireNeeds(project.needs, input, fields)
    return { taskName: project.title, taskUrl: project.url, tagKeyId: undefined }
  }
  async function jobInSpace(spaceId: string, id: string): Promise<CrowdJobRow> {
    const job = await repo.inSpace(spaceId, id)
    if (!job) throw errors.notFound({ what: 'job' })
    return job
  }
  async function ofDataset(datasetId: string, id: string): Promise<CrowdJobRow> {
    const job = await repo.find(id)
    if (job?.datasetId !== datasetId) throw errors.notFound({ what: 'job' })
    return job
  }
  /** Prepares the output: this dataset with the new columns, or a new dataset. */
  async function prepareOutput(
    spaceId: string,
    userId: string,
    datasetId: string,
    given: NewCrowdJob,
    frozen: Field[],
    tagKeyId: string | undefined,
  ) {
    const { output } = given
    if (output.outputDatasetID !== undefined && output.outputDatasetID !== datasetId)
      throw badInput(
        'outputConfig.outputDatasetID',
        'answers go to this dataset or to a new one. Omit this field',
        '结果只能写入该数据集或新数据集，请不要填写',
      )
    if (!output.isAutoExportToNewDataset) {
      const { schema } = await datasets.get(datasetId)
      const added = newColumns(output, schema.fields, tagKeyId)
      if (added.length) await datasets.setFields(datasetId, userId, [...schema.fields.filter(isLive), ...added])
      return { outputId: datasetId, fields: (await datasets.get(datasetId)).schema.fields }
    }
    if (!output.outputDatasetName)
      throw badInput('outputConfig.outputDatasetName', 'name the new dataset', '请填写新数据集的名称')
    const kept = frozen.filter(isLive)
    const { dataset } = await datasets.get(datasetId)
    const outputId = await datasets.create(spaceId, userId, {
      name: output.outputDatasetName,
      description: '',
      category: dataset.category,
      bizCategory: dataset.bizCategory,
      features: { editSchema: true, repeatedData: false },
      spec: {},
      fields: [...kept, ...newColumns(output, kept, tagKeyId)],
    })
    return { outputId, fields: (await datasets.get(outputId)).schema.fields }
  }

  return {
    jobInSpace,
    counts: repo.counts,
    answers: repo.answers,
    search: (spaceId: string, by: CrowdSearch, page: number, size: number) => repo.search(spaceId, by, page, size),
    async create(spaceId: string, userId: string, given: NewCrowdJob): Promise<string> {
      const { input, output, queue } = given
      const datasetId = input.inputDatasetID
      const found = await datasets.get(datasetId)
      if (found.head.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
      if (found.dataset.features.repeatedData) throw crowdErrors.multiTurn()
      const version = await versions.of(datasetId, input.inputDatasetVersionID)
      const { fields: frozen } = await versions.schemaOf(version.schemaId)
      const { taskName, taskUrl, tagKeyId } = await requirePlatform(spaceId, given, frozen)
      shownValues(input, frozen, [])
      const itemIds = await chosenRows(datasetId, version.vn, frozen, input)
      const { outputId, fields } = await prepareOutput(spaceId, userId, datasetId, given, frozen, tagKeyId)
      const config: CrowdConfig = {
        taskId: given.taskId,
        taskName,
        taskUrl,
        input,
        output,
        queue,
        columns: columnsOf(output, fields),
      }
      const [id, now] = [newId(), clock.now()]
      const { name, description, platform } = given
      const made = { createdBy: userId, createdAt: now, updatedAt: now, hookKey: randomBytes(24).toString('hex') }
      const job = { id, datasetId, name, description, platform, config, versionId: version.id, ...made }
      try {
        await db.transaction(async (tx) => {
          await datasets.lockIdle(datasetId, userId, now + LOCK_MS, LOCKED_FOR_LABELS, tx)
          await repo.insert({ ...job, outputDatasetId: outputId, inputSize: itemIds.length }, itemIds, tx)
        })
      } catch (cause) {
        if (outputId !== datasetId) await datasets.remove(outputId, userId)
        throw cause
      }
      await leased.enqueue(id)
      return id
    },
    /** Waits for a check that begins after this call, since a check that is already running may miss new answers. */
    async refresh(spaceId: string, id: string): Promise<CrowdJobRow> {
      const job = await jobInSpace(spaceId, id)
      if (job.status > CrowdStatus.abnormal) return job
      await leased.runNext(id)
      return jobInSpace(spaceId, id)
    },
    async terminate(datasetId: string, id: string, reason: string): Promise<void> {
      const job = await ofDataset(datasetId, id)
      await db.transaction(async (tx) => {
        if (!(await repo.terminate(id, reason, tx))) throw crowdErrors.notRunning()
        await datasets.unlock(datasetId, LOCKED_FOR_LABELS, tx)
        if (job.annotationTaskId) await annotations.close(job.annotationTaskId, tx)
      })
      await removeWebhook(job)
    },
    async remove(datasetId: string, id: string): Promise<void> {
      const job = await ofDataset(datasetId, id)
      if (job.status <= CrowdStatus.abnormal) throw crowdErrors.running()
      await db.transaction(async (tx) => {
        await repo.remove(id, tx)
        if (job.annotationTaskId) await annotations.remove(job.annotationTaskId, tx)
      })
    },
    /** Handles the webhook of Label Studio. Its body is ignored; a check fetches the answers. */
    async handleWebhook(key: string): Promise<void> {
      const job = await repo.byHook(key)
      if (job && job.status <= CrowdStatus.abnormal && job.config.output.isAutoFetchRes) await scheduleCheck(job.id)
    },
    async projects(spaceId: string, keyword: string) {
      const there = await place(spaceId)
      const all = await studio.projects(there)
      const word = keyword.toLowerCase()
      return { accountId: there.accountId, projects: all.filter(({ title }) => title.toLowerCase().includes(word)) }
    },
    project: async (spaceId: string, id: string) => studio.project(await place(spaceId), id),
    async connect(spaceId: string, userId: string, url: string, token: string): Promise<string> {
      const account = await studio.whoAmI({ url, token })
      await repo.setLink({
        spaceId,
        url,
        sealedToken: secrets.seal(token),
        accountId: account.id,
        accountName: account.name,
        createdBy: userId,
        createdAt: clock.now(),
      })
      return account.name
    },
    link: repo.link,
    disconnect: repo.unlink,
    async start(): Promise<void> {
      await leased.start()
      await jobs.define<{ id?: string }>(PULL, checkJobs, { onePerKey: true })
      await jobs.schedule(PULL, 'all', '*/5 * * * *', {})
    },
  }
}
export type CrowdService = ReturnType<typeof createCrowdService>
const isLive = ({ status }: Field) => status === 1
