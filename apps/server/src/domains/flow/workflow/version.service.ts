import { isId } from '@orrery/contract'
import { validate } from '@orrery/engine'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { textsOfCanvas } from './canvas-texts.ts'
import { compareCanvases } from './canvas-compare.ts'
import { compileCanvas } from './shared/compile-canvas.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import { faultWords } from './shared/canvas-fault.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { WorkflowRepo } from './workflow.repo.ts'
import { MAX_CHECKED_TEXT, type WorkflowService } from './workflow.service.ts'
import { CommitType, type CommitRow, type WorkflowRow } from './workflow.table.ts'

export interface VersionDeps {
  repo: WorkflowRepo
  workflows: WorkflowService
  resources: ResourceService
  bus: Bus
  newId: NewId
  clock: Clock
}
export interface Publication {
  version?: string | undefined
  note: string
  commitId?: string | undefined
  /** Publishes the newest submission, if there is one, instead of the draft. */
  isSubmitted?: boolean
  force: boolean
}
export type Content = Pick<CommitRow, 'id' | 'name' | 'description' | 'iconUri' | 'flowMode' | 'schema'> & {
  version: string
}

/** Versions of workflows. Submissions and publications are immutable. */
export function createVersionService({ repo, workflows, resources, bus, newId, clock }: VersionDeps) {
  const draftOf = (head: ResourceRow, row: WorkflowRow): Content => ({
    id: row.commitId,
    name: head.name,
    description: head.description,
    iconUri: head.iconUri,
    flowMode: row.flowMode,
    schema: row.schema,
    version: '',
  })

  async function submit(id: string, userId: string, note: string, force: boolean): Promise<string> {
    const { head, row } = await workflows.get(id)
    const [fault] = force ? [] : validate(row.schema)
    if (fault) throw workflowErrors.cannotSubmit(faultWords(row.schema, fault), { node_id: fault.nodeId })
    await repo.db.transaction(async (tx) => {
      await repo.addCommit(
        {
          ...draftOf(head, row),
          workflowId: id,
          type: CommitType.submit,
          note,
          submitCommitId: row.submitCommitId,
          createdBy: userId,
          createdAt: clock.now(),
        },
        tx,
      )
      await repo.update(id, { submitCommitId: row.commitId }, tx)
    })
    return row.commitId
  }

  /** The content to publish: the draft, or the submission with the given commit. */
  async function chosen(head: ResourceRow, row: WorkflowRow, input: Publication): Promise<Content> {
    const commitId = input.commitId ?? (input.isSubmitted ? (row.submitCommitId ?? undefined) : undefined)
    if (commitId === undefined || commitId === row.commitId) return draftOf(head, row)
    const submitted = await repo.commit(row.id, commitId, CommitType.submit)
    if (submitted) return submitted
    throw errors.conflict(
      {},
      { current: { save_version: row.commitId, schema: row.schema }, yours: { commit_id: commitId } },
    )
  }

  /** Checked again, since the content rules may have changed after the draft was saved. */
  async function checkContent(id: string, input: Publication) {
    const { head, row } = await workflows.get(id)
    const { name, description, schema } = await chosen(head, row, input)
    const texts = textsOfCanvas(schema, MAX_CHECKED_TEXT)
    await resources.requireContent('workflow', { name, description, version_description: input.note, schema: texts })
  }

  async function publish(id: string, userId: string, input: Publication) {
    await checkContent(id, input)
    const publishCommitId = newId()
    const done = await repo.db
      .transaction(async (tx) => {
        const row = await repo.lock(id, tx)
        if (!row) throw workflowErrors.notFound()
        const { head } = (await repo.get(id, tx))!
        const content = await chosen(head, row, input)
        const version = input.version ? normal(input.version) : nextVersion(row.version)
        if (version === undefined || !isGreater(version, row.version))
          throw workflowErrors.badVersion({ last: row.version ?? 'v0.0.0' })
        if (!input.force && row.testedCommitId !== content.id) throw workflowErrors.testFirst()
        compileCanvas(content.schema, id, version)
        await repo.addCommit(
          {
            ...content,
            id: content.id,
            workflowId: id,
            type: CommitType.submit,
            createdBy: userId,
            createdAt: clock.now(),
          },
          tx,
        )
        await repo.addCommit(
          {
            ...content,
            id: publishCommitId,
            workflowId: id,
            type: CommitType.publish,
            version,
            note: input.note,
            submitCommitId: content.id,
            createdBy: userId,
            createdAt: clock.now(),
          },
          tx,
        )
        await repo.update(id, { version, publishCommitId, submitCommitId: content.id }, tx)
        await resources.touch(id, userId, { publishedAt: clock.now() }, tx)
        return { version, submitCommitId: content.id, publishCommitId }
      })
      .catch((cause: unknown) => {
        if (violates(cause, 'workflow_version')) throw workflowErrors.badVersion({ last: input.version ?? '' })
        throw cause
      })
    await bus.publish('workflow', id)
    return done
  }

  /** The content of a version (`v1.2.3`), of a commit id, or of the draft (''). */
  async function content(id: string, which: string): Promise<Content> {
    const { head, row } = await workflows.get(id)
    if (which === '' || which === row.commitId) return draftOf(head, row)
    const kept = /^v/i.test(which)
      ? await repo.published(id, which)
      : isId(which)
        ? await repo.commit(id, which)
        : undefined
    if (!kept) throw workflowErrors.noVersion({ version: which })
    return kept
  }

  async function lastKept(id: string, type: CommitType): Promise<Content | undefined> {
    const { row } = await workflows.get(id)
    const commitId = type === CommitType.publish ? row.publishCommitId : row.submitCommitId
    return commitId ? repo.commit(id, commitId, type) : undefined
  }

  return {
    submit,
    publish,
    content,
    async revert(id: string, userId: string, commitId: string) {
      const kept = await content(id, commitId)
      const { head, row } = await workflows.get(id)
      await workflows.keepDraft(head, row)
      return workflows.save(id, userId, {
        schema: kept.schema,
        name: kept.name,
        description: kept.description,
        iconUri: kept.iconUri,
        flowMode: kept.flowMode,
        saveVersion: row.commitId,
      })
    },
    list: repo.commits,
    async published(id: string, version: string) {
      return repo.published(id, version)
    },
    /** The inputs of the newest version or, without one, of the draft. */
    async inputsOf(id: string): Promise<Record<string, unknown>[]> {
      const published = await repo.published(id, '').catch(() => undefined)
      return readFacts(published?.schema ?? (await workflows.get(id)).row.schema).inputs
    },
    /** The newest submission or publication, and the draft. */
    async differences(id: string, type: CommitType): Promise<{ before: Content | undefined; after: Content }> {
      return { before: await lastKept(id, type), after: await content(id, '') }
    },
    async compare(id: string, before: string, after: string) {
      return compareCanvases((await content(id, before)).schema, (await content(id, after)).schema)
    },
  }
}
export type VersionService = ReturnType<typeof createVersionService>

const parts = (version: string) => /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/i.exec(version)?.slice(1).map(Number)
function normal(version: string): string | undefined {
  const numbers = parts(version.trim())
  return numbers && `v${numbers.join('.')}`
}
function nextVersion(last: string | null): string {
  const [major = 0, minor = 0, patch = 0] = (last && parts(last)) || []
  return `v${major}.${minor}.${patch + 1}`
}
function isGreater(version: string, last: string | null): boolean {
  const [left, right] = [parts(version)!, (last && parts(last)) || [0, 0, 0]]
  for (let at = 0; at < 3; at += 1) if (left[at] !== right[at]) return left[at]! > right[at]!
  return false
}
