import type { Clock } from '#kit/clock.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { ChatMessage } from '#kit/models/chat-types.ts'
import { currentUse } from '#kit/models/model-use.ts'
import type { AgentService } from '#domains/chat/agent/agent.service.ts'
import type {
  FirstTool,
  SpokenQuestion,
  TurnBot,
  TurnOutcome,
  UserFile,
} from '#domains/chat/agent/shared/turn-types.ts'
import { type Recorder, type Span, Stopped } from '#domains/chat/trace/shared/recorder.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import type { TraceScene } from '#domains/chat/trace/shared/trace-types.ts'
import type { ChatEvent, FinishReason } from './shared/chat-events.ts'
import type { ConversationRepo } from './conversation.repo.ts'
import { type ConversationRow, type MessageRow, type TurnRow, TurnStatus } from './conversation.table.ts'
import { createLiveTurn, type LiveTurn, TurnStop } from './shared/live-turn.ts'
import type { LiveTurns } from './live-turns.ts'
import type { MessageWriter } from './message-writer.ts'
import { createTurnWriter, type TurnWriter } from './turn-writer.ts'

export interface RunnerDeps {
  agent: Pick<AgentService, 'run'>
  traces: TraceService
  writer: MessageWriter
  repo: ConversationRepo
  turns: LiveTurns
  newId: NewId
  clock: Clock
  log: Log
  lease: { owner: string; until(): number }
}
export interface TurnStart {
  bot: TurnBot
  conversation: ConversationRow
  scene: TraceScene
  /** Stored with the trace. */
  notes?: Record<string, string>
  locale: Locale
  question: MessageRow
  /** An existing question is answered again: its earlier answers are replaced. */
  isRegenerated: boolean
  text: string
  files: UserFile[]
  history: ChatMessage[]
  spoken?: SpokenQuestion | undefined
  manner?: string | undefined
  customVariables: Record<string, string>
  /** Workflow mode: further inputs of the chatflow. */
  parameters?: Record<string, unknown>
  firstTool?: FirstTool
  /** Ids of the mentioned agents. */
  mentioned?: string[]
  /** The chat that stopped to ask its caller and continues with this turn. */
  chatId?: string
  /** The conversation is new and stored together with this turn. */
  isNew?: boolean
  /** Messages before the question, stored together with it. */
  earlier?: MessageRow[]
  /** Nothing is stored: only the caller sees the turn. */
  isFleeting?: boolean
}
interface Ending {
  reason: FinishReason
  status: TurnStatus
  error?: { code: number; msg: string }
  outcome?: TurnOutcome
}
/** Names of the scenes in usage figures. */
const sources = { debug: 'preview', online: 'online', task: 'task' } as const
const finishCodes: Record<FinishReason, number> = { done: 0, failed: 1, stopped: 2, waiting: 3 }

/** Runs turns independently of their listeners. Output is stored while it streams. */
export function createTurnRunner(deps: RunnerDeps) {
  const { repo, turns, writer, traces, clock, newId, log } = deps

  function start(input: TurnStart): LiveTurn {
    const { conversation, question } = input
    const id = question.turnId
    const live = createLiveTurn(id, {
      conversationId: conversation.id,
      sectionId: question.sectionId,
      questionId: question.id,
    })
    turns.add(live)
    const now = clock.now()
    const row: TurnRow = {
      id,
      conversationId: conversation.id,
      botId: input.bot.id,
      spaceId: input.bot.spaceId,
      userId: conversation.userId,
      questionId: question.id,
      scene: input.scene,
      status: TurnStatus.running,
      owner: deps.lease.owner,
      leaseUntil: deps.lease.until(),
      errorCode: 0,
      errorMsg: '',
      inputTokens: 0,
      outputTokens: 0,
      startedAt: now,
      finishedAt: null,
      chatId: input.chatId ?? '0',
    }
    const stored = input.isFleeting
      ? Promise.resolve()
      : repo.start({
          turn: row,
          question: input.isRegenerated ? undefined : question,
          earlier: input.earlier,
          conversation: input.isNew ? conversation : undefined,
        })
    execute(live, input, stored, now).catch((cause: unknown) => {
      // Waiting callers must be released, whatever fails.
      log.error({ err: cause, turn: id }, 'a turn broke')
      turns.remove(live)
      live.emit({ type: 'done', reason: 'failed' })
    })
    return live
  }

  async function execute(live: LiveTurn, input: TurnStart, stored: Promise<void>, startedAt: number) {
    const { bot, conversation, question } = input
    const head = {
      id: live.id,
      spaceId: bot.spaceId,
      botId: bot.id,
      botVersion: bot.version,
      conversationId: conversation.id,
      messageId: question.id,
      userId: conversation.userId,
      scene: input.scene,
      connectorId: conversation.connectorId,
    }
    const recorder = traces.begin(head, { isFleeting: input.isFleeting ?? false })
    const span = recorder.root(bot.name, input.text)
    const gate = createGate(live)
    const turnWriter = createTurnWriter({
      emit: gate.emit,
      touch: input.isFleeting ? () => {} : writer.touch,
      newId,
      clock,
      botId: bot.id,
      startedAt,
      head: { conversationId: conversation.id, sectionId: question.sectionId, turnId: live.id, replyId: question.id },
      usage: recorder.totals,
    })
    if (!input.isFleeting) void stored.then(() => interruptOthers(live)).catch(() => {})
    // The model is called while the question is still being stored; output is held back until then.
    const open = stored.then(
      () => gate.open({ type: 'ack', message: question }),
      (cause: unknown) => {
        live.stop('server')
        throw cause
      },
    )
    const use = { resourceId: bot.id, userId: conversation.userId, source: sources[input.scene] }
    const ending = await currentUse.run(use, () => runGuarded(live, input, turnWriter, recorder, span, open))
    await close(live, input, turnWriter, recorder, ending, startedAt)
  }

  /**
   * Stops all turns of a conversation but the newest, in any process. Called once this turn is stored and so visible to
   * others.
   */
  async function interruptOthers({ id, conversationId }: LiveTurn) {
    const other = await repo.elsewhere(conversationId, deps.lease.owner)
    if (other === undefined) return
    const before = BigInt(other) > BigInt(id) ? other : id
    await turns.stop({ conversationId, reason: 'new_run', before })
  }

  async function runGuarded(
    live: LiveTurn,
    input: TurnStart,
    turnWriter: TurnWriter,
    recorder: Recorder,
    span: Span,
    open: Promise<void>,
  ): Promise<Ending> {
    const { conversation } = input
    const notes = input.notes && { attributes: input.notes }
    try {
      const run = deps.agent.run(
        {
          scope: {
            spaceId: input.bot.spaceId,
            userId: conversation.userId,
            endUser: conversation.endUser,
            connectorId: conversation.connectorId,
            botId: input.bot.id,
            conversationId: conversation.id,
            turnId: live.id,
            begun: open,
            isDraft: conversation.isDraft,
            locale: input.locale,
            signal: live.signal,
          },
          bot: input.bot,
          text: input.text,
          speaker: input.question.extra.speaker_name,
          spoken: input.spoken,
          manner: input.manner,
          files: input.files,
          history: input.history,
          customVariables: input.customVariables,
          parameters: input.parameters,
          firstTool: input.firstTool,
          mentioned: input.mentioned,
          agentId: conversation.agentId || undefined,
          pending: conversation.pending ?? undefined,
          span,
        },
        (event) => {
          if (event.type === 'text' || event.type === 'reasoning') recorder.firstToken()
          turnWriter.take(event)
        },
      )
      const [outcome] = await Promise.all([run, open])
      span.end({ output: turnWriter.said(), ...notes })
      return outcome.pending
        ? { reason: 'waiting', status: TurnStatus.waiting, outcome }
        : { reason: 'done', status: TurnStatus.done, outcome }
    } catch (cause) {
      await open.catch(() => {})
      return explain(live, input, turnWriter, span, cause)
    }
  }

  function explain(live: LiveTurn, input: TurnStart, turnWriter: TurnWriter, span: Span, cause: unknown): Ending {
    if (live.signal.aborted && live.signal.reason instanceof TurnStop) {
      const { reason } = live.signal.reason
      turnWriter.breakOff(reason, live.brokenPos)
      span.fail(new Stopped(reason), { output: turnWriter.said() })
      return { reason: 'stopped', status: TurnStatus.stopped }
    }
    const error = cause instanceof AppError ? cause : errors.internal()
    if (!(cause instanceof AppError)) log.error({ err: cause, turn: live.id }, 'turn failed')
    span.fail(cause, { output: turnWriter.said() })
    const msg = error.text(input.locale)
    turnWriter.fail(error.code, msg, input.locale)
    return { reason: 'failed', status: TurnStatus.failed, error: { code: error.code, msg } }
  }

  async function close(
    live: LiveTurn,
    input: TurnStart,
    turnWriter: TurnWriter,
    recorder: Recorder,
    ending: Ending,
    startedAt: number,
  ) {
    const { inputTokens, outputTokens } = recorder.totals()
    turnWriter.end(finishCodes[ending.reason])
    if (!input.isFleeting) {
      traces.keep(recorder.finish(input.text, turnWriter.said()))
      await store()
    }
    turns.remove(live)
    live.emit({
      type: 'done',
      reason: ending.reason,
      usage: { inputTokens, outputTokens },
      error: ending.error,
      call: ending.outcome?.pending?.call,
    })

    async function store() {
      try {
        const settled = turnWriter.settled()
        await Promise.all([writer.flush(), saveState(input.conversation, ending.outcome)])
        if (settled) await repo.updateMessage(settled.id, { extra: settled.extra })
        await repo.finish({
          id: live.id,
          status: ending.status,
          errorCode: ending.error?.code ?? 0,
          errorMsg: ending.error?.msg.slice(0, 2000) ?? '',
          inputTokens,
          outputTokens,
          finishedAt: clock.now(),
        })
      } catch (cause) {
        // The writer still has the messages and retries; the lease ends the turn.
        log.error({ err: cause, turn: live.id, ms: clock.now() - startedAt }, 'the end of a turn could not be stored')
      }
    }
  }

  /** Stores the active agent and the pending interrupt. Most turns change neither. */
  async function saveState(conversation: ConversationRow, outcome: TurnOutcome | undefined) {
    const agentId = outcome?.agentId ?? conversation.agentId
    if (agentId === conversation.agentId && !outcome?.pending) return
    await repo.update(conversation.id, { agentId, pending: outcome?.pending ?? null })
  }

  return { start }
}
export type TurnRunner = ReturnType<typeof createTurnRunner>

/** Holds back events until the question is stored. */
function createGate(live: LiveTurn) {
  let waiting: ChatEvent[] | undefined = []
  return {
    emit: (event: ChatEvent) => (waiting ? void waiting.push(event) : live.emit(event)),
    open(first: ChatEvent) {
      const held = waiting ?? []
      waiting = undefined
      live.emit(first)
      for (const event of held) live.emit(event)
    },
  }
}
