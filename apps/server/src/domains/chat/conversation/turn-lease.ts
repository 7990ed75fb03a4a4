import { wordsOf } from '@orrery/contract/shared/chat-card'
import { readFileSync, readlinkSync } from 'node:fs'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import { createRecorder } from '#domains/chat/trace/shared/recorder.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import type { TraceScene } from '#domains/chat/trace/shared/trace-types.ts'
import { conversationErrors } from './conversation.errors.ts'
import type { ConversationRepo } from './conversation.repo.ts'
import type { MessageRow, TurnRow } from './conversation.table.ts'
import type { LiveTurns } from './live-turns.ts'

const LEASE_MS = 8000
const TICK_MS = 2000

export interface LeaseDeps {
  repo: ConversationRepo
  turns: LiveTurns
  traces: TraceService
  newId: NewId
  clock: Clock
  log: Log
}

/**
 * The scope in which a process id is meaningful: one boot of one machine, and one pid namespace. Random if it cannot be
 * determined.
 */
function readProcessScope(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return sha256(`${boot} ${readlinkSync('/proc/self/ns/pid')}`).slice(0, 16)
  } catch {
    return randomToken().slice(0, 16)
  }
}
const processScope = readProcessScope()
const makeOwner = () => `${processScope}/${process.pid}/${randomToken().slice(0, 12)}`

/** Whether the process of a turn is certainly dead: it ran in this scope, and its pid is free or now ours. */
function isDead(owner: string, self: string): boolean {
  const [ownerScope, pid] = owner.split('/')
  if (ownerScope !== processScope || owner === self) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Renews the leases of turns in this process, and ends turns that a dead process left behind. */
export function createTurnLease({ repo, turns, traces, newId, clock, log }: LeaseDeps) {
  const owner = makeOwner()
  const until = () => clock.now() + LEASE_MS
  let timer: NodeJS.Timeout | undefined

  async function sweep() {
    const now = clock.now()
    const abandoned = (await repo.openTurns()).filter(
      (row) => row.owner !== owner && (row.leaseUntil < now || isDead(row.owner, owner)),
    )
    for (const row of abandoned) await cutOff(row, now)
  }
  async function cutOff(row: TurnRow, now: number) {
    const question = await repo.message(row.questionId)
    const error = conversationErrors.cutOff()
    const notice: MessageRow = {
      id: newId(),
      conversationId: row.conversationId,
      sectionId: question?.sectionId ?? row.conversationId,
      turnId: row.id,
      role: 'assistant',
      type: 'answer',
      content: '',
      contentType: 'text',
      reasoning: '',
      replyId: row.questionId,
      status: 'broken',
      brokenPos: 0,
      extra: { log_id: row.id, broken_reason: 'server', error_code: String(error.code), error_msg: error.message },
      senderId: row.botId,
      feedback: 0,
      createdAt: now,
    }
    const isMine = await repo.cutOff(row, notice, { code: error.code, msg: error.message }, now)
    if (!isMine) return
    log.warn({ turn: row.id, owner: row.owner }, 'a turn was cut off')
    const answers = (await repo.turnMessages(row.id)).filter(({ type }) => type === 'answer')
    const said = answers.map(({ content, contentType }) => wordsOf(content, contentType))
    const recorder = createRecorder(
      {
        id: row.id,
        spaceId: row.spaceId,
        botId: row.botId,
        botVersion: '',
        conversationId: row.conversationId,
        messageId: row.questionId,
        userId: row.userId,
        scene: row.scene as TraceScene,
        connectorId: '',
      },
      { clock, newId },
    )
    recorder.root('turn', question?.content ?? '').fail(error, { output: said.join('\n') })
    await traces.keepCutOff(recorder.finish(question?.content ?? '', said.join('\n')))
  }
  async function tick() {
    try {
      if (turns.all().length) await repo.renewLeases(owner, until())
      await sweep()
    } catch (cause) {
      log.warn({ err: cause }, 'leases of turns')
    } finally {
      if (timer) timer = setTimeout(() => void tick(), TICK_MS).unref()
    }
  }
  return {
    owner,
    until,
    sweep,
    start() {
      timer = setTimeout(() => void tick(), 0).unref()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
