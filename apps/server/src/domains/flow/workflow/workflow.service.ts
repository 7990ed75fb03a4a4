import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { BindBizType, FlowMode } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Tx } from '#kit/db.ts'
import { textsOfCanvas } from './canvas-texts.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import { firstCanvas } from './first-canvas.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { Found, ListFilter, WorkflowRepo } from './workflow.repo.ts'
import { CommitType, type WorkflowRow } from './workflow.table.ts'

export type { Found, ListFilter } from './workflow.repo.ts'
export interface WorkflowDeps {
  repo: WorkflowRepo
  resources: ResourceService
  bus: Bus
  newId: NewId
  clock: Clock
}
export interface NewWorkflow {
  id?: string
  spaceId: string
  ownerId: string
  name: string
  description?: string
  iconUri?: string
  flowMode?: number
  projectId?: string | undefined
  schema?: string
  /** The bot that the workflow belongs to. */
  botId?: string | undefined
}
export interface Save {
  schema?: string | undefined
  name?: string | undefined
  description?: string | undefined
  iconUri?: string | undefined
  flowMode?: number | undefined
  /** The commit that the change is based on. Without it, only a newer submission is detected as a conflict. */
  saveVersion?: string | undefined
  submitCommitId?: string | undefined
  /** The change does not affect what the canvas does, so that a tested draft stays tested. */
  keepsTested?: boolean
}

/** Maximum number of characters of a canvas that content rules check. */
export const MAX_CHECKED_TEXT = 1_000_000

/** Drafts of workflows: create, save, copy, move. */
export function createWorkflowService({ repo, resources, bus, newId, clock }: WorkflowDeps) {
  const changed = (id: string) => bus.publish('workflow', id)

  async function get(id: string): Promise<Found> {
    const found = await repo.get(id)
    if (!found) throw workflowErrors.notFound()
    return found
  }

  const create = (values: NewWorkflow): Promise<Found> => repo.db.transaction((tx) => createIn(tx, values))
  async function createIn(tx: Tx, values: NewWorkflow): Promise<Found> {
    const { flowMode = 0, schema = firstCanvas(flowMode) } = values
    refuseSceneFlow(flowMode)
    if (values.schema !== undefined)
      await resources.requireContent('workflow', { schema: textsOfCanvas(schema, MAX_CHECKED_TEXT) })
    const head = await resources.create(
      {
        id: values.id,
        kind: 'workflow',
        spaceId: values.spaceId,
        ownerId: values.ownerId,
        name: values.name,
        description: values.description ?? '',
        iconUri: values.iconUri ?? '',
        subType: flowMode,
        ...(values.projectId === undefined ? {} : { projectId: values.projectId }),
      },
      tx,
    )
    const id = head.id
    const binding = values.botId ? { bindBizId: values.botId, bindBizType: BindBizType.agent } : {}
    const row = { id, schema, commitId: newId(), flowMode, savedBy: values.ownerId, uses: usesOf(schema), ...binding }
    await repo.insert(row, tx)
    return (await repo.get(id, tx))!
  }
  /**
   * Creates workflows that may call one another, all or none. `finish` returns the final canvas once all ids are known.
   */
  async function createTogether(
    list: NewWorkflow[],
    finish: (made: readonly Found[], at: number) => string,
  ): Promise<Found[]> {
    return repo.db.transaction(async (tx) => {
      const made: Found[] = []
      for (const found of list) made.push(await createIn(tx, found))
      for (const [at, { head, row }] of made.entries()) {
        const schema = finish(made, at)
        if (schema !== row.schema) await repo.update(head.id, { schema, uses: usesOf(schema) }, tx)
      }
      return made
    })
  }

  /** Stores the draft as a commit before it is replaced, so that no work is lost. */
  const keepDraft = (head: ResourceRow, row: WorkflowRow, tx?: Parameters<WorkflowRepo['addCommit']>[1]) =>
    repo.addCommit(
      {
        id: row.commitId,
        workflowId: row.id,
        type: CommitType.draft,
        name: head.name,
        description: head.description,
        iconUri: head.iconUri,
        flowMode: row.flowMode,
        schema: row.schema,
        submitCommitId: row.submitCommitId,
        createdBy: row.savedBy,
        createdAt: head.updatedAt,
      },
      tx,
    )

  async function save(id: string, userId: string, change: Save): Promise<Found> {
    refuseSceneFlow(change.flowMode)
    if (change.schema !== undefined) {
      checkCanvas(change.schema)
      await resources.requireContent('workflow', { schema: textsOfCanvas(change.schema, MAX_CHECKED_TEXT) })
    }
    const found = await repo.db.transaction(async (tx) => {
      const row = await repo.lock(id, tx)
      if (!row) throw workflowErrors.notFound()
      const { head } = (await repo.get(id, tx))!
      refuseStale(head, row, change)
      const isNew = change.schema !== undefined && change.schema !== row.schema
      if (isNew && row.savedBy !== userId) await keepDraft(head, row, tx)
      const commitId = newId()
      const staysTested = change.keepsTested && row.testedCommitId === row.commitId
      if (isNew || change.flowMode !== undefined)
        await repo.update(
          id,
          {
            ...(isNew && { schema: change.schema!, commitId, savedBy: userId, uses: usesOf(change.schema!) }),
            ...(isNew && staysTested && { testedCommitId: commitId }),
            ...(change.flowMode !== undefined && { flowMode: change.flowMode }),
          },
          tx,
        )
      await resources.touch(
        id,
        userId,
        {
          ...(change.name !== undefined && { name: change.name }),
          ...(change.description !== undefined && { description: change.description }),
          ...(change.iconUri !== undefined && { iconUri: change.iconUri }),
          ...(change.flowMode !== undefined && { subType: change.flowMode }),
        },
        tx,
      )
      return (await repo.get(id, tx))!
    })
    await changed(id)
    return found
  }

  async function copy(source: Found, to: { spaceId: string; ownerId: string; projectId?: string | undefined }) {
    const isHere = to.spaceId === source.head.spaceId && (to.projectId ?? null) === source.head.projectId
    return create({
      ...to,
      name: isHere ? `${source.head.name}_copy`.slice(0, 100) : source.head.name,
      description: source.head.description,
      iconUri: source.head.iconUri,
      flowMode: source.row.flowMode,
      schema: source.row.schema,
    })
  }

  /** Moves workflows to the bin. */
  async function remove(ids: string[], userId: string): Promise<void> {
    await repo.db.transaction(async (tx) => {
      for (const id of ids) if (!(await resources.discard(id, userId, tx))) throw workflowErrors.notFound()
    })
    for (const id of ids) await noteRemoval(id)
  }
  const listeners: ((id: string) => Promise<void>)[] = []
  /** Ends everything that is running for a workflow that was moved to the bin. */
  async function noteRemoval(id: string): Promise<void> {
    await changed(id)
    for (const end of listeners) await end(id)
  }

  return {
    get,
    getMany: repo.getMany,
    create,
    createTogether,
    save,
    copy,
    remove,
    noteRemoval,
    /** Registers a callback for removed workflows, for services that have runs of them in progress. */
    onRemoval: (end: (id: string) => Promise<void>) => void listeners.push(end),
    /** Evicts everything that is cached for a workflow, in all processes. */
    forget: changed,
    keepDraft,
    /** Stores the draft as a commit if it is still at this commit id. */
    async keepDraftAt(id: string, commitId: string): Promise<void> {
      const { head, row } = await get(id)
      if (row.commitId === commitId) await keepDraft(head, row)
    },
    list: (filter: ListFilter) => repo.list(filter),
    /** Ids of the workflows that belong to a bot. */
    madeFor: repo.madeFor,
    callers: (id: string) => repo.callers(id),
    countShared: repo.countShared,
    /** Resources of a space that can be placed on a canvas. */
    resources: repo.resources,
    async move(id: string, userId: string, projectId: string | undefined): Promise<void> {
      const { head } = await get(id)
      const project = projectId ? await resources.get(projectId) : undefined
      if (project && project.spaceId !== head.spaceId) throw workflowErrors.otherSpace()
      const callers = (await repo.callers(id)).filter(
        (caller) => caller.head.projectId === head.projectId && caller.head.id !== id,
      )
      if (head.projectId && head.projectId !== (projectId ?? null) && callers.length)
        throw workflowErrors.inUse({ names: callers.map((caller) => caller.head.name).join(', ') })
      await resources.touch(id, userId, { projectId: projectId ?? null })
      await changed(id)
    },
    setCollaborators: (id: string, isOpen: boolean) => repo.update(id, { collaboratorMode: isOpen ? 1 : 0 }),
    isOpenToOthers: async (id: string): Promise<boolean> => (await repo.get(id))?.row.collaboratorMode !== 0,
    /** Marks the current draft or the last submission as tested, so that it may be published. Ignores other commits. */
    async markTested(id: string, commitId: string) {
      const row = (await repo.get(id))?.row
      if (row && (row.commitId === commitId || row.submitCommitId === commitId))
        await repo.update(id, { testedCommitId: commitId })
    },
    /** The commit of the draft that was published last. */
    async publishedFrom(row: WorkflowRow): Promise<string | undefined> {
      if (!row.publishCommitId) return undefined
      return (await repo.commit(row.id, row.publishCommitId, CommitType.publish))?.submitCommitId ?? undefined
    },
    now: () => clock.now(),
  }
}
export type WorkflowService = ReturnType<typeof createWorkflowService>

const usesOf = (schema: string): string[] => [
  ...new Set(readFacts(schema).needs.workflows.map((workflow) => workflow.id)),
]

/** Scene flows, in which several roles take part, are not supported. */
function refuseSceneFlow(mode: number | undefined) {
  if (mode === FlowMode.sceneFlow) throw workflowErrors.noSceneFlows()
}

function refuseStale(head: ResourceRow, row: WorkflowRow, { saveVersion, submitCommitId, ...mine }: Save) {
  const isStale =
    saveVersion === undefined
      ? submitCommitId !== undefined && submitCommitId !== row.submitCommitId && submitCommitId !== row.commitId
      : saveVersion !== row.commitId
  // A client that retries the same save after a lost response is not a conflict.
  if (!isStale || mine.schema === row.schema) return
  throw errors.conflict(
    {},
    {
      current: {
        save_version: row.commitId,
        submit_commit_id: row.submitCommitId ?? '',
        saved_by: row.savedBy,
        update_time: head.updatedAt,
        name: head.name,
        schema: row.schema,
      },
      yours: { save_version: saveVersion ?? '', submit_commit_id: submitCommitId ?? '', schema: mine.schema ?? '' },
    },
  )
}

export function checkCanvas(schema: string): void {
  let canvas: unknown
  try {
    canvas = JSON.parse(schema)
  } catch {
    throw workflowErrors.badSchema()
  }
  const { nodes, edges } = (canvas ?? {}) as { nodes?: unknown; edges?: unknown }
  if (!Array.isArray(nodes) || !(edges === undefined || edges === null || Array.isArray(edges)))
    throw workflowErrors.badSchema()
}
