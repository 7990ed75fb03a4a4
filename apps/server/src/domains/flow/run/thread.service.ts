import { and, asc, eq, gt, ilike, ne, notExists, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Threads } from '#domains/chat/conversation/threads.service.ts'
import { conversation, type ConversationRow } from '#domains/chat/conversation/conversation.table.ts'
import { projectConversation } from '#domains/flow/workflow/workflow.table.ts'
import { workflowThread } from './thread.table.ts'

/** Owner of workflow conversations: one user with one project, bot or workflow. */
export interface ThreadPlace {
  ownerId: string
  spaceId: string
  userId: string
  /** The end user of the conversation. */
  person: string
  connectorId: string
  isDraft: boolean
}
/** Distinguishes workflow conversations from those with bots, which have scenes of their own. */
const WORKFLOW_SCENE = 100
/** The default conversation of every user. */
const FIRST = 'Default'

/** Conversations of workflows: rows of `Threads` that are found by the name given by a workflow. */
export function createThreadService(deps: { db: Db; threads: Threads; newId: NewId; clock: Clock }) {
  const { db, threads, newId, clock } = deps
  const here = (place: ThreadPlace) =>
    and(
      eq(workflowThread.ownerId, place.ownerId),
      eq(workflowThread.person, place.person),
      eq(workflowThread.connectorId, place.connectorId),
      eq(workflowThread.isDraft, place.isDraft),
    )

  async function find(place: ThreadPlace, name: string): Promise<ConversationRow | undefined> {
    const [row] = await db
      .select({ row: conversation })
      .from(workflowThread)
      .innerJoin(conversation, eq(conversation.id, workflowThread.conversationId))
      .where(and(here(place), eq(workflowThread.name, name)))
    return row?.row
  }
  /** Opens the conversation of this name. Concurrent calls get the same one. */
  async function open(
    place: ThreadPlace,
    name: string,
    meta: Record<string, string> = {},
  ): Promise<{ row: ConversationRow; isNew: boolean }> {
    const known = await find(place, name)
    if (known) return { row: known, isNew: false }
    const id = newId()
    const now = clock.now()
    const row: ConversationRow = {
      id,
      botId: place.ownerId,
      spaceId: place.spaceId,
      userId: place.userId,
      connectorId: place.connectorId,
      scene: WORKFLOW_SCENE,
      isDraft: place.isDraft,
      isMain: false,
      name,
      sectionId: id,
      clearedId: '0',
      agentId: '',
      pending: null,
      pins: {},
      endUser: place.person === place.userId ? '' : place.person,
      meta,
      createdAt: now,
      updatedAt: now,
    }
    const isMine = await db.transaction(async (tx) => {
      await threads.insert(row, tx)
      const { ownerId, person, connectorId, isDraft } = place
      const made = await tx
        .insert(workflowThread)
        .values({ conversationId: id, ownerId, person, connectorId, isDraft, name, meta })
        .onConflictDoNothing()
        .returning({ id: workflowThread.conversationId })
      if (!made.length) await threads.remove(id, tx)
      return made.length > 0
    })
    return isMine ? { row, isNew: true } : { row: (await find(place, name))!, isNew: false }
  }

  /** Conversations of one user that runs created: neither defined by the project nor the default one. */
  const createdByRuns = (projectId: string, userId: string) =>
    and(
      eq(workflowThread.ownerId, projectId),
      eq(conversation.userId, userId),
      ne(workflowThread.name, FIRST),
      notExists(
        db
          .select({ one: sql`1` })
          .from(projectConversation)
          .where(and(eq(projectConversation.projectId, projectId), eq(projectConversation.name, workflowThread.name))),
      ),
    )

  return {
    ...threads,
    find,
    open,
    list: (place: ThreadPlace) =>
      db
        .select({ id: workflowThread.conversationId, name: workflowThread.name })
        .from(workflowThread)
        .where(here(place))
        .orderBy(asc(workflowThread.conversationId))
        .limit(1000),
    async rename(id: string, name: string): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.update(workflowThread).set({ name }).where(eq(workflowThread.conversationId, id))
        await threads.update(id, { name, updatedAt: clock.now() }, tx)
      })
    },
    /** Conversations that nodes created in runs of this user, of the draft or of published versions. */
    listCreatedByRuns: (
      projectId: string,
      userId: string,
      page: { isDraft: boolean; after?: string | undefined; limit: number; name?: string | undefined },
    ) =>
      db
        .select({ id: workflowThread.conversationId, name: workflowThread.name })
        .from(workflowThread)
        .innerJoin(conversation, eq(conversation.id, workflowThread.conversationId))
        .where(
          and(
            createdByRuns(projectId, userId),
            eq(workflowThread.isDraft, page.isDraft),
            page.after ? gt(workflowThread.conversationId, page.after) : undefined,
            page.name ? ilike(workflowThread.name, likeText(page.name)) : undefined,
          ),
        )
        .orderBy(asc(workflowThread.conversationId))
        .limit(page.limit),
    /** Deletes a conversation with its messages. Returns false if it belongs to another user. */
    async removeCreatedByRuns(projectId: string, userId: string, id: string): Promise<boolean> {
      const [found] = await db
        .select({ id: workflowThread.conversationId })
        .from(workflowThread)
        .innerJoin(conversation, eq(conversation.id, workflowThread.conversationId))
        .where(and(createdByRuns(projectId, userId), eq(workflowThread.conversationId, id)))
      if (found) await threads.remove(found.id)
      return found !== undefined
    },
  }
}
export type ThreadService = ReturnType<typeof createThreadService>
