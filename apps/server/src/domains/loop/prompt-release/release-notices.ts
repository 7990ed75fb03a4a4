import { ReleaseTaskStatus } from '@orrery/contract/shared/prompt-enums'
import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createDelivery } from '#kit/work/delivery.ts'
import { DELIVERY_HEADER, sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { Waiting } from '#domains/ground/notice/shared/waiting.ts'
import { wordsOf } from '#domains/ground/notice/shared/notice-words.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { ReleaseService } from '#domains/resources/prompt/release.service.ts'
import type { LarkService } from './lark.service.ts'
import { releaseTaskErrors } from './prompt-release.errors.ts'
import {
  NoticeStatus,
  type NoticeRow,
  type NoticeWay,
  promptNotice,
  promptReleaseTask,
  type TaskEvent,
  type TaskRow,
} from './prompt-release.table.ts'
import { paramsOf } from './release-words.ts'

export interface ReleaseNoticeDeps {
  db: Db
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  notices: Notices
  egress: Pick<Egress, 'fetch'>
  secrets: Pick<Secrets, 'open'>
  people: Pick<PassportService, 'getMany'>
  prompts: Pick<PromptService, 'find'>
  drafts: Pick<DraftService, 'version'>
  releases: Pick<ReleaseService, 'settings'>
  lark: LarkService
  approversOf(spaceId: string): Promise<string[]>
  isMember(userId: string, spaceId: string): Promise<boolean>
  publicUrl: string
}
const TIMEOUT_MS = 15_000
const REMIND_MS = 10 * 60_000

/** Notifies approvers, releasers and webhooks of events of release tasks. */
export function createReleaseNotices(deps: ReleaseNoticeDeps) {
  const { db, jobs, newId, clock, log, egress, secrets, people, prompts, lark, publicUrl } = deps

  /** People who may approve a task: neither its releaser nor the author of one of its versions. */
  async function approvers(task: TaskRow): Promise<string[]> {
    const authors = await Promise.all(
      task.items.map(async ({ promptId, version }) => (await deps.drafts.version(promptId, version)).createdBy),
    )
    return (await deps.approversOf(task.spaceId)).filter((id) => id !== task.releasedBy && !authors.includes(id))
  }
  async function write(task: TaskRow, event: TaskEvent, userIds: readonly string[], isHooked: boolean, tx: Tx) {
    const now = clock.now()
    const row = (way: NoticeWay, userId: string | null) => ({
      id: newId(),
      taskId: task.id,
      event,
      way,
      userId,
      nextAt: now,
      createdAt: now,
    })
    const bound = await lark.boundIn(task.spaceId, userIds)
    const rows = [
      ...userIds.map((id) => row('mail', id)),
      ...bound.map((id) => row('lark', id)),
      ...(isHooked && (await deps.releases.settings(task.spaceId)).webhookUrl ? [row('hook', null)] : []),
    ]
    if (rows.length) await tx.insert(promptNotice).values(rows)
  }
  const namesOf = async ({ items }: TaskRow) =>
    Promise.all(items.map(async ({ promptId }) => (await prompts.find(promptId))?.head.name ?? ''))
  const linkOf = (task: TaskRow) => `/space/${task.spaceId}/prompts/${task.promptId}?tab=releases`

  async function toPerson(notice: NoticeRow, task: TaskRow): Promise<void> {
    const [person] = await people.getMany([notice.userId!])
    // Do not notify people who have left the space since.
    if (!person || person.disabled || !(await deps.isMember(person.id, task.spaceId))) return
    const params = paramsOf(task, notice.event, await namesOf(task))
    const link = linkOf(task)
    if (notice.way === 'mail') return deps.notices.notify([person.id], 'release', params, { key: notice.id, link })
    const told = wordsOf('release', params)[person.locale === 'en' ? 'en' : 'zh']
    const isOpen = notice.event === 'pending_approval' && task.status === ReleaseTaskStatus.pendingApproval
    const card = { ...told, link: `${publicUrl}${link}` }
    await lark.sendCard(task.spaceId, person.id, card, isOpen ? task.id : '', notice.id)
  }
  async function toHook(notice: NoticeRow, task: TaskRow): Promise<void> {
    const { webhookUrl, webhookSecret } = await deps.releases.settings(task.spaceId)
    if (!webhookUrl) return
    const event = `prompt.release.${notice.event}`
    const body = JSON.stringify({
      id: notice.id,
      event,
      created_at: Math.floor(notice.createdAt / 1000),
      data: {
        space_id: task.spaceId,
        release_task_id: task.id,
        status: task.status,
        env: task.env,
        feature: task.lane,
        label: task.label,
        release_resources: task.items.map(({ promptId, version }) => ({
          prompt_id: promptId,
          prompt_version: version,
        })),
      },
    })
    const answer = await egress.fetch(webhookUrl, {
      method: 'POST',
      redirect: 'manual',
      timeoutMs: TIMEOUT_MS,
      maxBytes: 64 * 1024,
      secretHeaders: [SIGNATURE_HEADER],
      headers: {
        'content-type': 'application/json',
        'x-orrery-event': event,
        [DELIVERY_HEADER]: notice.id,
        [SIGNATURE_HEADER]: sign(secrets.open(webhookSecret), Math.floor(clock.now() / 1000), body),
      },
      body,
    })
    answer.body.resume()
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  }
  async function deliver(notice: NoticeRow): Promise<void> {
    const [task] = await db.select().from(promptReleaseTask).where(eq(promptReleaseTask.id, notice.taskId))
    if (task) await (notice.way === 'hook' ? toHook(notice, task) : toPerson(notice, task))
  }
  const queue = createDelivery({
    name: 'prompt-notice',
    db,
    jobs,
    clock,
    log,
    table: promptNotice,
    columns: { state: 'status', nextAt: 'nextAt', tries: 'attempts', problem: 'problem' },
    states: NoticeStatus,
    deliver,
  })
  return {
    ...queue,
    /** Release tasks in these spaces that a person may approve. */
    async waiting(userId: string, spaceIds: readonly string[], most: number): Promise<Waiting[]> {
      if (!spaceIds.length) return []
      const tasks = await db
        .select()
        .from(promptReleaseTask)
        .where(
          and(
            inArray(promptReleaseTask.spaceId, [...spaceIds]),
            eq(promptReleaseTask.status, ReleaseTaskStatus.pendingApproval),
            ne(promptReleaseTask.releasedBy, userId),
          ),
        )
        .orderBy(desc(promptReleaseTask.id))
        .limit(most)
      const found = await Promise.all(
        tasks.map(async (task): Promise<Waiting[]> => {
          if (!(await approvers(task)).includes(userId)) return []
          const params = paramsOf(task, 'pending_approval', await namesOf(task))
          return [{ kind: 'release', params, id: task.id, link: linkOf(task), at: task.createdAt }]
        }),
      )
      return found.flat()
    },
    async notify(task: TaskRow, event: TaskEvent, tx: Tx): Promise<void> {
      await write(task, event, event === 'pending_approval' ? await approvers(task) : [task.releasedBy], true, tx)
    },
    /** Reminds the given people, each at most once in ten minutes. */
    async remind(task: TaskRow, userIds: readonly string[], actor: { userId: string; mayApprove: boolean }) {
      if (task.releasedBy !== actor.userId && !actor.mayApprove) throw releaseTaskErrors.notYours()
      if (task.status !== ReleaseTaskStatus.pendingApproval) throw releaseTaskErrors.notWaiting()
      const known = await approvers(task)
      const stranger = userIds.find((id) => !known.includes(id))
      if (stranger !== undefined) throw releaseTaskErrors.notAnApprover({ id: stranger })
      const told = await db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${task.id}, 982))`)
        const recent = await tx
          .select({ userId: promptNotice.userId })
          .from(promptNotice)
          .where(and(eq(promptNotice.taskId, task.id), gt(promptNotice.createdAt, clock.now() - REMIND_MS)))
        const due = [...new Set(userIds)].filter((id) => !recent.some(({ userId }) => userId === id))
        await write(task, 'pending_approval', due, false, tx)
        return due
      })
      await queue.wake()
      return told
    },
  }
}
export type ReleaseNotices = ReturnType<typeof createReleaseNotices>
