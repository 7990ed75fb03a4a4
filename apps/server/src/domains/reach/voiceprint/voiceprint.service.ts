import { CEPSTRUM_RATE } from '#kit/audio/cepstrum.ts'
import { resampled } from '#kit/audio/resample.ts'
import { likenessOf, voiceprintOf } from '#kit/audio/voiceprint.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { enrolled, readSamples, type SampleLayout, vectorOf } from './voice-sample.ts'
import { voiceprintErrors } from './voiceprint.errors.ts'
import type { GroupFilter, Page, VoiceprintRepo } from './voiceprint.repo.ts'

export interface VoiceprintDeps {
  repo: VoiceprintRepo
  audit: AuditService
  newId: NewId
  clock: Clock
}
interface Naming {
  name: string
  description: string
}
export interface Recorded {
  file: Blob
  layout: SampleLayout
}
const GROUPS = 1000
const FEATURES = 10
/** Drops undefined values, so that only given ones are changed. */
const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>

/** Voiceprints of people, in groups. Groups belong to one account; for other accounts they do not exist. */
export function createVoiceprintService({ repo, audit, newId, clock }: VoiceprintDeps) {
  async function group(id: string, userId: string) {
    const row = await repo.findGroup(id, userId)
    if (!row) throw errors.notFound({ what: 'voiceprint group' })
    return row
  }
  async function feature(groupId: string, id: string, userId: string) {
    await group(groupId, userId)
    const row = await repo.findFeature(groupId, id)
    if (!row) throw errors.notFound({ what: 'voiceprint' })
    return row
  }
  /** All people of a group, the most similar first. */
  async function ranked(groupId: string, vector: readonly number[]) {
    return (await repo.features(groupId))
      .map((row) => ({ row, score: Number(likenessOf(vector, row.vector).toFixed(2)) }))
      .toSorted((a, b) => b.score - a.score)
  }
  return {
    feature,
    groups: (filter: GroupFilter, page: Page) => repo.groups(filter, page),
    async createGroup(userId: string, naming: Naming): Promise<string> {
      if ((await repo.countGroups(userId)) >= GROUPS) throw voiceprintErrors.tooManyGroups({ max: GROUPS })
      const now = clock.now()
      const id = newId()
      await repo.insertGroup({ id, userId, ...naming, createdAt: now, updatedAt: now })
      return id
    },
    async updateGroup(id: string, userId: string, change: Partial<Naming>) {
      await group(id, userId)
      await repo.updateGroup(id, { ...given(change), updatedAt: clock.now() })
    },
    async removeGroup(id: string, userId: string) {
      await group(id, userId)
      await repo.removeGroup(id)
    },
    async features(groupId: string, userId: string) {
      await group(groupId, userId)
      return repo.features(groupId)
    },
    /** The caller confirms that the person has agreed; the audit log records who confirmed. */
    async createFeature(groupId: string, userId: string, naming: Naming, { file, layout }: Recorded): Promise<string> {
      await group(groupId, userId)
      const made = await enrolled(file, layout)
      const now = clock.now()
      const row = { id: newId(), groupId, ...naming, ...made, createdAt: now, updatedAt: now }
      if (!(await repo.insertFeature(row, FEATURES))) throw voiceprintErrors.full({ max: FEATURES })
      await audit.record({
        actorId: userId,
        action: 'voiceprint.create',
        target: row.id,
        detail: { name: naming.name },
      })
      return row.id
    },
    async updateFeature(
      ids: { groupId: string; id: string },
      userId: string,
      change: Partial<Naming>,
      recorded?: Recorded,
    ) {
      await feature(ids.groupId, ids.id, userId)
      const made = recorded && (await enrolled(recorded.file, recorded.layout))
      await repo.updateFeature(ids.id, { ...given(change), ...made, updatedAt: clock.now() })
    },
    async removeFeature(groupId: string, id: string, userId: string) {
      const row = await feature(groupId, id, userId)
      await repo.removeFeature(id)
      await audit.record({ actorId: userId, action: 'voiceprint.delete', target: id, detail: { name: row.name } })
    },
    /** The people of the group, the most similar to the recording first. */
    async identify(groupId: string, userId: string, { file, layout }: Recorded, most: number) {
      await group(groupId, userId)
      return (await ranked(groupId, await vectorOf(await readSamples(file, layout)))).slice(0, most)
    },
    /** The person of the group who speaks in a call. Undefined if there is too little speech. */
    async recognise(groupId: string, userId: string, samples: Int16Array, rate: number) {
      await group(groupId, userId)
      const print = await voiceprintOf(resampled(samples, rate, CEPSTRUM_RATE))
      if (!print) return undefined
      const [best] = await ranked(groupId, print.vector)
      return best && { id: best.row.id, name: best.row.name, score: best.score }
    },
  }
}
export type VoiceprintService = ReturnType<typeof createVoiceprintService>
