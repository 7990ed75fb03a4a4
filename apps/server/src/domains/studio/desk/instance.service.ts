import { DESK_LIMITS } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { DeskAgents } from './desk-agent.service.ts'
import { deskErrors } from './desk.errors.ts'
import type { DeskRepo, InstanceQuery } from './desk.repo.ts'
import type { InstanceRow, PageRow, PaperRow } from './desk.table.ts'

export interface InstanceDeps {
  repo: DeskRepo
  agents: DeskAgents
  spaces: Pick<SpaceService, 'personalOf'>
  isMember(userId: string, spaceId: string): Promise<boolean>
  conversations: Pick<ConversationService, 'begin' | 'own' | 'remove'>
  /** Deletes the knowledge document of a paper. */
  dropPaper(paper: PaperRow): Promise<void>
  dropPages(pages: PageRow[]): Promise<void>
  newId: NewId
  clock: Clock
}
export interface NewInstance {
  agentId: string
  userId: string
  spaceId: string | undefined
  name: string
  content: string
  initParam: Record<string, string>
  idemKey: string
}
const DESK_SCENE = 4
const SHOWN_MESSAGES = 100

/** Documents of desks. Only their creator can see them. */
export function createDeskInstances(deps: InstanceDeps) {
  const { repo, agents, spaces, conversations, newId, clock } = deps

  async function own(agentId: string, id: string, userId: string): Promise<InstanceRow> {
    const row = await repo.instance(id)
    if (!row || row.userId !== userId || row.agentId !== agentId) throw errors.notFound({ what: 'document' })
    return row
  }
  /** Starts a conversation if the desk is a bot. Built-in desks store their messages themselves. */
  async function sessionOf(row: { agentId: string; userId: string }, name: string): Promise<string | null> {
    const bot = await agents.botOf(row.agentId, row.userId)
    if (!bot) return null
    const place = {
      botId: bot.id,
      userId: row.userId,
      connectorId: DEBUG_CONNECTOR,
      scene: DESK_SCENE,
      isDraft: false,
    }
    return (await conversations.begin(place, bot.spaceId, { name })).id
  }
  return {
    own,
    sessionOf: (row: InstanceRow) => row.conversationId ?? row.id,
    /**
     * The space whose models are used: the one of the document, or the personal one if the person has left that space.
     */
    spaceOf: async (row: InstanceRow): Promise<string> =>
      (await deps.isMember(row.userId, row.spaceId)) ? row.spaceId : spaces.personalOf(row.userId),
    async create(input: NewInstance): Promise<InstanceRow> {
      const { agentId, userId, idemKey } = input
      const before = idemKey ? await repo.byKey(userId, agentId, idemKey) : undefined
      if (before) return before
      await agents.botOf(agentId, userId)
      const paper = agentId === 'reader' ? await paperNamed(input.initParam['paper_id'] ?? '', userId) : undefined
      if ((await repo.count(userId, agentId)) >= DESK_LIMITS.documents)
        throw deskErrors.tooMany({ max: DESK_LIMITS.documents })
      const now = clock.now()
      const conversationId = await sessionOf(input, input.name)
      const added = await repo.add({
        id: newId(),
        agentId,
        userId,
        spaceId: input.spaceId ?? (await spaces.personalOf(userId)),
        name: input.name,
        content: input.content,
        initParam: input.initParam,
        idemKey,
        conversationId,
        ...(paper && { paperId: paper.id }),
        createdAt: now,
        updatedAt: now,
      })
      if (added) return added
      // Another request with the same key won the race.
      if (conversationId) await conversations.remove(await conversations.own(conversationId, userId))
      return (await repo.byKey(userId, agentId, idemKey))!
    },
    save: (row: InstanceRow, change: Partial<Pick<InstanceRow, 'name' | 'content' | 'initParam'>>) =>
      repo.set(row.id, { ...change, updatedAt: clock.now() }),
    async list(query: Omit<InstanceQuery, 'spaceId' | 'isPersonal'> & { spaceId: string | undefined }) {
      const personal = await spaces.personalOf(query.userId)
      const spaceId = query.spaceId ?? personal
      return repo.list({ ...query, spaceId, isPersonal: spaceId === personal })
    },
    said: (row: InstanceRow) => repo.said(row.id, SHOWN_MESSAGES),
    /** Deletes the document with its pages and conversation, and its paper if no other document uses the paper. */
    async remove(row: InstanceRow): Promise<void> {
      const pages = await repo.pages(row.id)
      const paper = await repo.transaction(async (tx) => {
        await repo.remove(row.id, tx)
        return row.paperId ? repo.dropPaper(row.paperId, tx) : undefined
      })
      await deps.dropPages(pages)
      if (paper) await deps.dropPaper(paper)
      if (row.conversationId) {
        const gone = () => undefined
        const conversation = await conversations.own(row.conversationId, row.userId).catch(gone)
        if (conversation) await conversations.remove(conversation)
      }
    },
  }
  async function paperNamed(id: string, userId: string): Promise<PaperRow> {
    const paper = /^[1-9]\d{0,18}$/.test(id) ? await repo.paper(id, userId) : undefined
    if (!paper) throw deskErrors.notAPaper()
    return paper
  }
}
export type DeskInstances = ReturnType<typeof createDeskInstances>
