import { ComparisonSide } from '@orrery/contract'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import { botComparison, type ComparisonRow } from './comparison.table.ts'

type Info = ComparisonRow['info']
type Side = Info['diff_mode_config_a']
interface ComparedBot {
  id: string
  userId: string
  spaceId: string
}
export interface ComparisonDeps {
  db: Db
  clock: Clock
  conversations: Pick<ConversationService, 'begin' | 'own' | 'remove'>
}
/** The chat scene of the editor's preview. */
const PLAYGROUND = 4

/** Comparisons per bot and person: two editors of a bot do not affect each other. */
export function createComparisons({ db, clock, conversations }: ComparisonDeps) {
  const ofPerson = (botId: string, userId: string) =>
    and(eq(botComparison.botId, botId), eq(botComparison.userId, userId))
  async function get(botId: string, userId: string): Promise<ComparisonRow | undefined> {
    return (await db.select().from(botComparison).where(ofPerson(botId, userId)))[0]
  }
  /** Gives a side a conversation of its own, separate from the preview. */
  async function withConversation(
    side: Side,
    known: Side | undefined,
    { id, userId, spaceId }: ComparedBot,
  ): Promise<Side> {
    const kept = side.conversation_id || known?.conversation_id
    if (kept) return { ...side, conversation_id: kept }
    const place = { botId: id, userId, connectorId: DEBUG_CONNECTOR, scene: PLAYGROUND, isDraft: true }
    return { ...side, conversation_id: (await conversations.begin(place, spaceId, {})).id }
  }
  return {
    get,
    /** The setup of one side, whether the comparison is open or saved for later. */
    async sideOf(botId: string, userId: string, side: ComparisonSide): Promise<Side | undefined> {
      const info = (await get(botId, userId))?.info
      return side === ComparisonSide.a ? info?.diff_mode_config_a : info?.diff_mode_config_b
    },
    /** Deletes the comparison and its conversations. */
    async discard(botId: string, userId: string): Promise<void> {
      const [row] = await db.delete(botComparison).where(ofPerson(botId, userId)).returning()
      for (const side of row ? [row.info.diff_mode_config_a, row.info.diff_mode_config_b] : []) {
        const conversation = side.conversation_id
          ? await conversations.own(side.conversation_id, userId).catch(() => undefined)
          : undefined
        if (conversation?.botId === botId && !conversation.isMain) await conversations.remove(conversation)
      }
    },
    /** Closes the comparison and keeps it unchanged for later. */
    async saveForLater(botId: string, userId: string): Promise<ComparisonRow | undefined> {
      const change = { isOpen: false, updatedAt: clock.now() }
      return (await db.update(botComparison).set(change).where(ofPerson(botId, userId)).returning())[0]
    },
    async save(bot: ComparedBot, given: Info, isOpen: boolean): Promise<ComparisonRow> {
      const before = (await get(bot.id, bot.userId))?.info
      const info = {
        ...given,
        diff_mode_config_a: await withConversation(given.diff_mode_config_a, before?.diff_mode_config_a, bot),
        diff_mode_config_b: await withConversation(given.diff_mode_config_b, before?.diff_mode_config_b, bot),
      }
      const now = clock.now()
      const change = { info, isOpen, updatedAt: now }
      const [row] = await db
        .insert(botComparison)
        .values({ ...change, botId: bot.id, userId: bot.userId, createdAt: now })
        .onConflictDoUpdate({ target: [botComparison.botId, botComparison.userId], set: change })
        .returning()
      return row!
    },
  }
}
export type Comparisons = ReturnType<typeof createComparisons>
