import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { languageOf } from '@orrery/contract/shared/voice-choice'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Bus } from '#kit/bus.ts'
import type { Tx } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { canClone, cloneVoice, listVoices, removeVoice } from '#kit/speech/speech.ts'
import type { Recording } from '#kit/speech/speech-types.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { BothWords } from '#domains/ground/notice/shared/notice-params.ts'
import type { KnownModel } from '#domains/chat/model/shared/model-catalog.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { VoiceService } from '#domains/chat/model/voice.service.ts'
import { cloneErrors } from './clone.errors.ts'
import type { CloneRepo } from './clone.repo.ts'
import type { CloneRow } from './clone.table.ts'
import { TRAININGS } from './shared/trainings.ts'
import { wordErrorRate } from './word-errors.ts'

export interface CloneDeps {
  repo: CloneRepo
  models: Pick<ModelService, 'configOf'>
  voices: Pick<VoiceService, 'speechModels' | 'transcriptionModels' | 'transcribe'>
  notices: Notices
  egress: Egress
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
  log: Log
}
export interface NewClone {
  userId: string
  spaceId: string
  name: string
  description: string
  iconUri: string
  language: string
}
export interface Training {
  recording: Recording
  /** The text that the speaker was to read; empty: the recording is not compared with a text. */
  text: string
  previewText?: string | undefined
  signal: AbortSignal
}
const unsupportedByBuiltIn = new Set<number>([
  ErrorCode.provider.onlyEnglish,
  ErrorCode.provider.unreadableSound,
  ErrorCode.sound.noDecoder,
])
const VOICES = 100
const MAX_WORD_ERROR_RATE = 0.5
/** Heartbeat of a process that trains a voice. A training without one for ABANDONED_AFTER_MS is abandoned. */
const HEARTBEAT_MS = 5000
const ABANDONED_AFTER_MS = 30_000
const REMOVALS = 20
const TRIES = 50
const cutShort: BothWords = { en: 'The training was cut short. Train it again.', zh: '训练中断，请重新训练。' }

/** Voices cloned from a recording by providers that support it. The caller must have the consent of the speaker. */
export function createCloneService(deps: CloneDeps) {
  const { repo, models, voices, notices, egress, bus, audit, newId, clock, log } = deps
  const cloners = async (spaceId: string) =>
    (await voices.speechModels(spaceId)).filter(({ config }) => canClone(config))

  async function modelFor(row: CloneRow): Promise<KnownModel> {
    const all = await cloners(row.spaceId)
    if (!row.modelId) {
      if (!all[0]) throw cloneErrors.noCloner()
      return all[0]
    }
    const own = all.find(({ id }) => id === row.modelId)
    if (!own) throw cloneErrors.otherModel()
    return own
  }
  /** Compares the recording with its text; skipped if no model understands the language or can decode the recording. */
  async function compare({ spaceId, language }: CloneRow, { recording, text, signal }: Training) {
    const transcribers = text ? await voices.transcriptionModels(spaceId) : []
    if (!transcribers.length) return
    const likely = language || languageOf(text)
    const transcript = await voices.transcribe(transcribers, { recording, likely, signal }).catch((cause: unknown) => {
      if (cause instanceof AppError && unsupportedByBuiltIn.has(cause.code)) return undefined
      throw cause
    })
    if (transcript === undefined) return
    if (wordErrorRate(text, transcript) > MAX_WORD_ERROR_RATE)
      throw cloneErrors.otherWords({ heard: transcript.slice(0, 200) })
  }
  async function get(id: string): Promise<CloneRow> {
    const row = await repo.find(id)
    if (!row) throw errors.notFound({ what: 'voice' })
    return row
  }
  const quotaOf = async (userId: string) => VOICES + (await repo.extraOf(userId))

  const isPending = ({ pendingSince }: CloneRow) => pendingSince > clock.now() - ABANDONED_AFTER_MS
  /** Sends heartbeats until the training ends. The outcome is only stored if no other training has replaced it. */
  function startHeartbeat(id: string, begun: number, actorId: string) {
    let since = begun
    let last: Promise<unknown> = Promise.resolve()
    const sendHeartbeat = async () => {
      const now = Math.max(clock.now(), since + 1)
      if (await repo.changeDuringTraining(id, since, { pendingSince: now })) since = now
    }
    const timer = setInterval(() => (last = sendHeartbeat().catch(() => {})), HEARTBEAT_MS)
    return async (change: Partial<CloneRow>, reason?: BothWords) => {
      clearInterval(timer)
      await last
      await repo.changeDuringTraining(id, since, { ...change, pendingSince: 0 }, (row, tx) =>
        notifyUser({ ...row, userId: actorId }, begun, reason, tx),
      )
      await notices.wake()
    }
  }
  /** Notifies the user of the result; the training failed if a reason is given. */
  async function notifyUser(
    { id, spaceId, userId, name }: CloneRow,
    begun: number,
    reason: BothWords | undefined,
    tx: Tx,
  ) {
    const event = reason ? ('failed' as const) : ('trained' as const)
    const occurrence = { key: `${id} ${begun}`, link: `/space/${spaceId}/library/voices`, tx }
    await notices.notify([userId], 'voice', { event, name, ...(reason && { reason }) }, occurrence)
  }
  /** Ends an abandoned training: takes over the voice if the provider has created it, otherwise restores its state. */
  async function endAbandoned(row: CloneRow): Promise<void> {
    const { id, pendingSince: since, speakerId, trainings } = row
    for (const model of speakerId ? [] : await cloners(row.spaceId)) {
      const made = (await listVoices(model.config, egress)).find(({ mark }) => mark === id)
      if (!made) continue
      const now = clock.now()
      const trained = {
        speakerId: made.id,
        modelId: model.id,
        trainings: trainings + 1,
        trainedAt: now,
        updatedAt: now,
      }
      await repo.changeDuringTraining(id, since, { ...trained, pendingSince: 0 }, (now, tx) =>
        notifyUser(now, since, undefined, tx),
      )
      await notices.wake()
      return bus.publish('model', '*')
    }
    await repo.changeDuringTraining(id, since, { pendingSince: 0 }, (now, tx) => notifyUser(now, since, cutShort, tx))
    await notices.wake()
  }
  /** Ends abandoned trainings, and deletes at the providers what was deleted here. */
  async function sweep() {
    for (const row of await repo.abandoned(clock.now() - ABANDONED_AFTER_MS, REMOVALS))
      await endAbandoned(row).catch((cause: unknown) =>
        log.debug({ err: cause, voice: row.id }, 'a training was not ended'),
      )
    for (const { modelId, speakerId } of await repo.removed(REMOVALS, TRIES)) {
      try {
        const config = await models.configOf(modelId)
        if (config) await removeVoice(config, egress, speakerId)
        await repo.forget(speakerId)
      } catch (cause) {
        log.debug({ err: cause, modelId }, 'a voice could not be deleted at its provider')
        await repo.tried(speakerId)
      }
    }
  }

  return {
    get,
    ofSpaces: repo.ofSpaces,
    canClone: async (spaceIds: readonly string[]) =>
      (await Promise.all(spaceIds.map(cloners))).some((found) => found.length > 0),
    quota: async (userId: string) => ({ total: await quotaOf(userId), used: await repo.countOf(userId) }),
    async addQuota(actorId: string, userId: string, extra: number) {
      await repo.addExtra(userId, extra)
      await audit.record({ actorId, action: 'voice.quota', target: userId, detail: { count: String(extra) } })
    },
    isPending,
    async create(values: NewClone): Promise<string> {
      const most = await quotaOf(values.userId)
      if ((await repo.countOf(values.userId)) >= most) throw cloneErrors.quota({ max: most })
      if (!(await cloners(values.spaceId)).length) throw cloneErrors.noCloner()
      const now = clock.now()
      const rest = { previewText: '', modelId: null, speakerId: '', trainings: 0, pendingSince: 0, trainedAt: 0 }
      const row = { id: newId(), ...values, ...rest, createdAt: now, updatedAt: now }
      await repo.insert(row)
      return row.id
    },
    /** Sends the recording to the provider. A failure leaves the voice as it was and does not count as a training. */
    async train(id: string, actorId: string, training: Training): Promise<CloneRow> {
      const before = await get(id)
      if (before.pendingSince && !isPending(before)) await endAbandoned(before)
      const row = await get(id)
      if (row.trainings >= TRAININGS) throw cloneErrors.tooOften({ max: TRAININGS })
      const model = await modelFor(row)
      const now = clock.now()
      if (!(await repo.claim(id, now, now - ABANDONED_AFTER_MS))) throw cloneErrors.pending()
      const end = startHeartbeat(id, now, actorId)
      let made: Partial<CloneRow> = {}
      let reason: BothWords | undefined
      try {
        await compare(row, training)
        const { name, description, language } = row
        const order = { name, description, language, mark: id, recording: training.recording, signal: training.signal }
        const speakerId = await cloneVoice(model.config, egress, { ...order, voice: row.speakerId })
        made = {
          speakerId,
          modelId: model.id,
          trainings: row.trainings + 1,
          trainedAt: clock.now(),
          updatedAt: clock.now(),
          ...(training.previewText !== undefined && { previewText: training.previewText }),
        }
      } catch (cause) {
        reason = cause instanceof AppError ? { en: cause.text('en'), zh: cause.text('zh-CN') } : cutShort
        throw cause
      } finally {
        await end(made, reason)
      }
      await bus.publish('model', '*')
      await audit.record({
        actorId,
        action: 'voice.clone',
        target: id,
        spaceId: row.spaceId,
        detail: { name: row.name },
      })
      return get(id)
    },
    update: (id: string, change: Partial<Pick<CloneRow, 'name' | 'description' | 'iconUri' | 'language'>>) =>
      repo.update(id, { ...change, updatedAt: clock.now() }),
    async remove(given: CloneRow, actorId: string) {
      // Otherwise a voice created by a dead process would remain at the provider.
      if (given.pendingSince && !isPending(given)) await endAbandoned(given)
      const row = await get(given.id)
      await repo.remove(row.id)
      await bus.publish('model', '*')
      const { spaceId, name } = row
      await audit.record({ actorId, action: 'voice.delete', target: row.id, spaceId, detail: { name } })
      await sweep()
    },
    sweep,
  }
}
export type CloneService = ReturnType<typeof createCloneService>
