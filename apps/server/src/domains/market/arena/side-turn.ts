import { emptyBotConfig } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { ChatMessage } from '#kit/models/chat-types.ts'
import { currentUse } from '#kit/models/model-use.ts'
import type { AgentService } from '#domains/chat/agent/agent.service.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import { type FinishedTrace, Stopped } from '#domains/chat/trace/shared/recorder.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import type { ArenaTurnRow } from './arena.table.ts'

export interface SideAsk {
  traceId: string
  conversationId: string
  userId: string
  /** The space that gets the trace after the vote. */
  homeId: string
  bot: TurnBot
  question: string
  history: Pick<ArenaTurnRow, 'question' | 'answer'>[]
  locale: Locale
  signal: AbortSignal
}
export interface SideEnd {
  status: 'done' | 'stopped' | 'failed'
  toolCalls: number
  cost: number
  trace: FinishedTrace
}
const NO_SUGGESTIONS = 2

/** A bot for a battle: without side effects, without memory, and with the drawn model. */
export function battleBot(bot: TurnBot | undefined, spaceId: string, participantId: string): TurnBot {
  const config = bot?.config ?? emptyBotConfig()
  return {
    id: bot?.id ?? '0',
    spaceId: bot?.spaceId ?? spaceId,
    name: bot?.name ?? 'Assistant',
    version: bot?.version ?? '',
    config: {
      ...config,
      model_info: { ...config.model_info, model_id: participantId },
      hook_info: emptyBotConfig().hook_info,
      task_info: { ...config.task_info, user_task_allowed: false },
      suggest_reply_info: { ...config.suggest_reply_info, suggest_reply_mode: NO_SUGGESTIONS },
      bot_tag_info: emptyBotConfig().bot_tag_info,
      filebox_info: emptyBotConfig().filebox_info,
      card_list: [],
    },
  }
}

/** Lets one side answer. Returns the trace without storing it, because it would reveal the model. */
export async function answerSide(
  { agent, traces }: { agent: Pick<AgentService, 'run'>; traces: Pick<TraceService, 'begin'> },
  { traceId, conversationId, userId, homeId, bot, question, history, locale, signal }: SideAsk,
  say: (delta: string) => void,
): Promise<SideEnd> {
  const head = {
    spaceId: homeId,
    botId: '0',
    botVersion: bot.version,
    conversationId,
    userId,
    connectorId: DEBUG_CONNECTOR,
  }
  const recorder = traces.begin({ ...head, id: traceId, messageId: traceId, scene: 'arena' }, { isFleeting: true })
  const span = recorder.root(bot.name, question)
  let said = ''
  let isNewPart = false
  let toolCalls = 0
  const end = (status: SideEnd['status']): SideEnd => ({
    status,
    toolCalls,
    cost: recorder.totals().cost,
    trace: recorder.finish(question, said),
  })
  try {
    const outcome = await currentUse.run({ resourceId: bot.id, userId: '0', source: 'studio' }, () =>
      agent.run(
        {
          scope: {
            spaceId: bot.spaceId,
            userId,
            endUser: '',
            connectorId: DEBUG_CONNECTOR,
            botId: bot.id,
            conversationId,
            turnId: traceId,
            isDraft: true,
            locale,
            signal,
          },
          bot,
          text: question,
          files: [],
          history: history.flatMap((round): ChatMessage[] => [
            { role: 'user', content: round.question },
            { role: 'assistant', content: round.answer },
          ]),
          customVariables: {},
          span,
        },
        (event) => {
          if (event.type === 'call') toolCalls += 1
          else if (event.type === 'answerEnd') isNewPart = true
          else if (event.type === 'text') {
            recorder.firstToken()
            const delta = isNewPart && said ? `\n\n${event.delta}` : event.delta
            isNewPart = false
            said += delta
            say(delta)
          }
        },
      ),
    )
    span.end({ output: said })
    // Tools cannot ask the user a question here.
    return end(outcome.pending || !said.trim() ? 'failed' : 'done')
  } catch (cause) {
    if (signal.aborted) {
      span.fail(new Stopped('user'), { output: said })
      return end('stopped')
    }
    span.fail(cause, { output: said })
    return end('failed')
  }
}
