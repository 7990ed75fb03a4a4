import { isInGray, type Traffic } from '@orrery/contract/shared/gray'
import { PromptEnv, ReleaseStatus } from '@orrery/contract/shared/prompt-enums'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import { grayHash } from '#kit/gray-hash.ts'
import type { Db } from '#kit/db.ts'
import { loopPromptErrors } from './prompt.errors.ts'
import { promptPointer, promptRelease, type PromptReleaseRow, promptResource, promptVersion } from './prompt.table.ts'
import type { SegmentService } from './segment.service.ts'
import { servedShape } from './served-shape.ts'
import { isSecret, type PromptDetail } from './shared/prompt-detail.ts'

/** Cached data that determines the version of a key. */
interface Entry {
  id: string
  key: string
  spaceId: string
  securityLevel: number
  latest: string
  pointers: ReadonlyMap<string, string>
  releases: readonly PromptReleaseRow[]
}
export interface RequestedPrompt {
  version?: string | undefined
  label?: string | undefined
  env?: number
  lane?: string
  traffic?: Traffic | undefined
}
/** How a bot or a node refers to a prompt. */
export interface Ref {
  key: string
  label: string
  lane?: string | undefined
}
export interface Chosen {
  id: string
  key: string
  spaceId: string
  version: string
  securityLevel: number
  /** The version with all segments expanded. */
  detail: PromptDetail
  /** JSON in the format of the loop SDKs. */
  text: string
  isGray: boolean
}

/** Serves versions of prompts to programs, bots and workflows, without queries once they are cached. */
export function createServeService({ db, bus, segments }: { db: Db; bus: Bus; segments: SegmentService }) {
  const entries = createCache<Entry | undefined>({
    bus,
    topic: 'prompt',
    // Moving to the bin, restoring and moving to another space are published on this topic.
    clearOn: ['resource'],
    limit: 20_000,
    load: (spaceId, key) => loadEntry(spaceId, key),
  })
  // Versions never change.
  const versions = createCache<Omit<Chosen, 'isGray'> | undefined>({
    bus,
    clearOn: ['resource'],
    limit: 5000,
    load: loadVersion,
  })

  async function loadEntry(spaceId: string, key: string): Promise<Entry | undefined> {
    const [row] = await db
      .select()
      .from(promptResource)
      .where(and(eq(promptResource.spaceId, spaceId), eq(promptResource.key, key)))
    if (!row) return undefined
    const [pointers, releases] = await Promise.all([
      db.select().from(promptPointer).where(eq(promptPointer.promptId, row.id)),
      db
        .select()
        .from(promptRelease)
        .where(and(eq(promptRelease.promptId, row.id), ne(promptRelease.status, ReleaseStatus.offline))),
    ])
    const { id, securityLevel, latest } = row
    const named = new Map(pointers.map(({ name, version }) => [name, version]))
    return { id, key, spaceId, securityLevel, latest, pointers: named, releases }
  }
  async function loadVersion(id: string, version: string): Promise<Omit<Chosen, 'isGray'> | undefined> {
    const [found] = await db
      .select({ prompt: promptResource, version: promptVersion })
      .from(promptVersion)
      .innerJoin(promptResource, eq(promptResource.id, promptVersion.promptId))
      .where(and(eq(promptVersion.promptId, id), eq(promptVersion.version, version)))
    if (!found) return undefined
    const { key, spaceId, securityLevel } = found.prompt
    const detail = await segments.expand(spaceId, id, found.version.detail)
    const text = JSON.stringify(servedShape({ spaceId, key, version, detail }))
    return { id, key, spaceId, version, securityLevel, detail, text }
  }
  async function entryOf(spaceId: string, key: string): Promise<Entry> {
    const entry = await entries.get(spaceId, key)
    if (!entry) throw loopPromptErrors.notFound({ key })
    return entry
  }
  async function chosen(entry: Entry, version: string, isGray: boolean): Promise<Chosen> {
    const found = await versions.get(entry.id, version)
    if (!found) throw loopPromptErrors.noVersion({ key: entry.key, version })
    return { ...found, key: entry.key, spaceId: entry.spaceId, securityLevel: entry.securityLevel, isGray }
  }
  return {
    entryOf,
    /** Chooses a version: an explicit version has precedence over a label, a label over releases. */
    async choose(spaceId: string, key: string, wanted: RequestedPrompt = {}): Promise<Chosen> {
      const entry = await entryOf(spaceId, key)
      const { version, isGray } = pick(entry, wanted)
      return chosen(entry, version, isGray)
    },
    /** The JSON of the chosen version from memory; undefined if it is not cached, or if its level is the strictest. */
    knownText(spaceId: string, key: string, wanted: RequestedPrompt): string | undefined {
      const entry = entries.known(spaceId, key)
      if (!entry || isSecret(entry.securityLevel)) return undefined
      return versions.known(entry.id, pick(entry, wanted).version)?.text
    },
    /** Whether the last release of a version in production was withdrawn, in its lane or, without any, the main lane. */
    async isTakenBack(spaceId: string, { key, label, lane = '' }: Ref, version: string): Promise<boolean> {
      const { id } = await entryOf(spaceId, key)
      const [last] = await db
        .select({ takenBack: promptRelease.takenBack })
        .from(promptRelease)
        .where(
          and(
            eq(promptRelease.promptId, id),
            eq(promptRelease.env, PromptEnv.production),
            eq(promptRelease.label, label),
            inArray(promptRelease.lane, [lane, '']),
            eq(promptRelease.version, version),
          ),
        )
        // The name of the main lane is empty, so it comes last.
        .orderBy(desc(promptRelease.lane), desc(promptRelease.id))
        .limit(1)
      return last?.takenBack ?? false
    },
    /** Like `choose`, for a prompt given by id. */
    async byId(id: string, wanted: RequestedPrompt = {}): Promise<Chosen> {
      const [row] = await db.select().from(promptResource).where(eq(promptResource.id, id))
      if (!row) throw loopPromptErrors.notFound({ key: id })
      return this.choose(row.spaceId, row.key, wanted)
    },
  }
}
export type ServeService = ReturnType<typeof createServeService>

/** Picks a version synchronously from cached data, because it runs for every call of a program. */
function pick(
  entry: Entry,
  { version, label, env, lane = '', traffic }: RequestedPrompt,
): { version: string; isGray: boolean } {
  if (version) return { version, isGray: false }
  const inEnv = (one: PromptReleaseRow) => one.env === (env ?? PromptEnv.production) && one.label === (label ?? '')
  const places = entry.releases.filter(inEnv)
  // A lane without a release of its own is served like the main lane.
  const own = places.filter((one) => one.lane === lane)
  const here = own.length ? own : places.filter((one) => one.lane === '')
  const gray = here.find((one) => one.status === ReleaseStatus.canary)
  if (gray?.gray && traffic && isInGray(gray.gray, traffic, saltOf(gray), grayHash))
    return { version: gray.version, isGray: true }
  if (label) {
    const pointed = lane || env ? undefined : entry.pointers.get(label)
    const served = pointed ?? here.find((one) => one.status === ReleaseStatus.online)?.version
    if (!served) throw loopPromptErrors.labelNotSet({ label, key: entry.key })
    return { version: served, isGray: false }
  }
  const online = here.find((one) => one.status === ReleaseStatus.online)
  // Without a release, programs get the newest version.
  const served = online?.version ?? (env === undefined ? entry.latest : '')
  if (!served) throw loopPromptErrors.noVersion({ key: entry.key, version: '–' })
  return { version: served, isGray: false }
}
/** The salt depends only on the slot, so that users stay in the gray share when a release is stopped and restarted. */
const saltOf = ({ promptId, env, lane, label }: PromptReleaseRow) => `${promptId}/${env}/${lane}/${label}`
