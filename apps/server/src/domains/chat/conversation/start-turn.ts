import { errors } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import { buildHistory } from './build-history.ts'
import { mentionsOf } from './shared/chat-wire.ts'
import { conversationErrors } from './conversation.errors.ts'
import type { ConversationRow, MessageRow } from './conversation.table.ts'
import type { LiveTurn } from './shared/live-turn.ts'
import { readContent } from './query-content.ts'
import { questionRow } from './question-row.ts'
import { asHistory, type SuppliedMessage, suppliedRows } from './shared/supplied-messages.ts'
import type { ChatInput, Variant } from './shared/chat-input.ts'
import type { ConversationDeps } from './conversation.service.ts'
import { MAX_ROUNDS, type Opening } from './opening.ts'

/** Stores the question and starts the turn that answers it. */
export function createTurnStart(deps: ConversationDeps, { prepare, openWithHistory }: Opening) {
  const { repo, turns, newId, clock } = deps

  /** The question of a reply that is regenerated. It must be the last question of the conversation. */
  async function questionOf(messageId: string, conversationId: string): Promise<MessageRow> {
    const found = await repo.message(messageId)
    if (!found || found.conversationId !== conversationId) throw errors.notFound({ what: 'message' })
    const last = await repo.lastQuestion(conversationId)
    if (!last || found.replyId !== last.id) throw conversationErrors.onlyLast()
    return last
  }
  async function chat(input: ChatInput): Promise<LiveTurn> {
    const { botId, isDraft, connectorId, userId } = input
    const found = input.frozen ?? (await deps.loadBot(botId, isDraft, connectorId, userId))
    const bot = withVariant(found, input.variant)
    const rounds = Math.min(bot.config.model_info.short_memory_policy.history_round, MAX_ROUNDS)
    // The mode is the number of rounds with tool calls; 0 means all rounds.
    const toolRounds = bot.config.model_info.short_memory_policy.context_mode || rounds
    const prepared = await prepare(input, bot, rounds)
    let { conversation, rows } = prepared
    const kept = input.shown?.length ? await storeShown(conversation, input.shown) : []
    if (kept.length) rows = [...rows, ...kept.map(asHistory)]
    const again = input.regenerate === undefined ? undefined : await questionOf(input.regenerate, conversation.id)
    const sent =
      input.maySayNothing && !input.query
        ? { text: '', files: [] }
        : readContent(again?.content ?? input.query, again?.contentType ?? input.contentType)
    const files = await Promise.all(sent.files.map((file) => deps.openFile(file, input.userId)))

    const earlier = suppliedRows(input.earlier ?? [], conversation, { newId, now: clock.now() })
    const turnId = newId()
    // Older turns are stopped first: their messages must be stored and part of the history of this turn.
    if (!input.isFleeting)
      for (let older = olderThan(turnId, conversation.id); older; older = olderThan(turnId, conversation.id)) {
        older.stop('new_run')
        await older.finished
        const { endUser } = conversation
        const reopened = await openWithHistory(input, conversation.id, rounds)
        ;[conversation, rows] = [{ ...reopened.conversation, endUser }, reopened.rows]
      }
    // No await from here on: concurrent calls must see this turn running.
    const question = again
      ? { ...again, turnId, sectionId: conversation.sectionId }
      : questionRow(input, conversation, { id: newId(), turnId, now: clock.now() })
    const isOvertaken = !input.isFleeting && turns.of(conversation.id) !== undefined
    const live = deps.runner.start({
      bot,
      conversation: again || input.isFleeting ? { ...conversation, pending: null } : conversation,
      scene: input.traceScene,
      notes: input.notes,
      locale: input.locale,
      question,
      isRegenerated: again !== undefined,
      text: sent.text,
      files,
      history: [
        ...buildHistory(
          rows.filter((row) => row.replyId !== question.id),
          rounds,
          toolRounds,
        ),
        ...buildHistory(earlier.map(asHistory), earlier.length),
      ],
      customVariables: input.customVariables,
      parameters: input.parameters,
      spoken: input.spoken,
      manner: input.manner,
      firstTool: input.firstTool,
      mentioned: mentionsOf(question).map(({ id }) => id),
      chatId: input.chatId,
      isFleeting: input.isFleeting,
      isNew: prepared.isNew,
      earlier,
    })
    // A newer message overtook this one: this turn is stored and stops in its favour.
    if (isOvertaken) live.stop('new_run')
    return live
  }

  /**
   * Stores the messages that the page shows at the start of a section, so that the bot knows them. Only in an empty
   * section.
   */
  async function storeShown(conversation: ConversationRow, texts: string[]): Promise<MessageRow[]> {
    const said = texts.filter((text) => text.trim())
    if (!said.length || (await repo.hasMessages(conversation.id, conversation.sectionId))) return []
    const messages = said.map((content): SuppliedMessage => ({ role: 'assistant', content, contentType: 'text' }))
    const rows = suppliedRows(messages, conversation, { newId, now: clock.now() })
    await repo.insertMessages(rows)
    return rows
  }
  const olderThan = (turnId: string, conversationId: string): LiveTurn | undefined =>
    turns.in(conversationId).find(({ id }) => BigInt(id) < BigInt(turnId))

  return { chat, storeShown }
}

function withVariant(bot: TurnBot, variant: Variant | undefined): TurnBot {
  if (!variant) return bot
  const { config } = bot
  const { prompt = config.prompt_info.prompt, model_info = config.model_info } = variant
  return { ...bot, config: { ...config, model_info, prompt_info: { ...config.prompt_info, prompt } } }
}
