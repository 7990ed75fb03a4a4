import { type InterfaceDocument, type InterfaceEdit, isId } from '@orrery/contract'
import { interfaceDocument } from '@orrery/contract/shared/interface-document'
import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { applyEdits, emptyDocument, withTargets } from '@orrery/engine/interface'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { createEditFeed } from './edit-feed.ts'
import { interfaceErrors } from './interface.errors.ts'
import type { InterfaceRepo } from './interface.repo.ts'
import type { InterfaceRow, SandboxHead, SandboxRow } from './interface.table.ts'
import { checkCounts, checkSize, readAction, readEdits } from './read-edits.ts'
import { createSaving, type EditAnswer } from './saving.ts'

export interface InterfaceDeps {
  repo: InterfaceRepo
  resources: Pick<ResourceService, 'touch'>
  bus: Bus
  newId: NewId
  clock: Clock
}
/** One channel of an interface as content, for copies, bundles and versions. */
export interface InterfacePart {
  channel: number
  document: InterfaceDocument
}
/** A published channel with the bot of its chat. */
interface ReleasedPart extends InterfacePart {
  botId: string | null
  botVersion: string | null
}
export interface FoundInterface {
  row: InterfaceRow
  sandboxes: SandboxRow[]
}

export type EditsOf = (document: InterfaceDocument, tx: Tx) => InterfaceEdit[] | Promise<InterfaceEdit[]>

/** The edit time of a project is accurate to this many milliseconds. */
const TOUCH_MS = 5000

/** Interfaces of projects. Saves are serialised, and every editor applies them in that order. */
export function createInterfaceService({ repo, resources, bus, newId, clock }: InterfaceDeps) {
  /** Released documents are immutable. */
  const released = createCache({
    bus,
    limit: 200,
    load: async (versionId): Promise<ReleasedPart[] | undefined> => {
      const rows = await repo.releases(versionId)
      return rows.length ? rows : undefined
    },
  })
  async function find(projectId: string): Promise<FoundInterface | undefined> {
    const row = await repo.ofProject(projectId)
    return row && { row, sandboxes: await repo.sandboxes(row.id) }
  }
  async function get(projectId: string): Promise<FoundInterface> {
    const found = await find(projectId)
    if (!found) throw interfaceErrors.none()
    return found
  }
  async function sandbox(id: string): Promise<SandboxRow> {
    const row = await repo.sandbox(id)
    if (!row) throw errors.notFound({ what: 'interface' })
    return row
  }
  function newSandbox(interfaceId: string, channel: number, document: InterfaceDocument, userId: string): SandboxRow {
    const now = clock.now()
    return { id: newId(), interfaceId, channel, document, seq: 0, updatedBy: userId, createdAt: now, updatedAt: now }
  }
  const headFor = (projectId: string, userId: string, name: string, tx: Tx) =>
    repo.insert({ id: newId(), projectId, name, createdBy: userId, createdAt: clock.now() }, tx)

  async function touched(
    row: Pick<SandboxHead, 'id' | 'seq' | 'updatedBy' | 'updatedAt'>,
    userId: string,
    at: number,
    tx: Tx,
  ): Promise<void> {
    if (row.updatedBy === userId && at - row.updatedAt <= TOUCH_MS && row.seq > 0) return
    const projectId = await repo.projectOf(row.id)
    if (projectId) await resources.touch(projectId, userId, {}, tx)
  }
  /** Writes edits of the server, which may change parts that editors cannot. The document is stored as a whole. */
  async function write(row: SandboxRow, userId: string, edits: InterfaceEdit[], tx: Tx) {
    const document = applyEdits(row.document, edits)
    checkCounts(document)
    checkSize(document)
    const [seq, at] = [row.seq + 1, clock.now()]
    await repo.save(row.id, { document, seq, updatedBy: userId, updatedAt: at }, tx)
    await repo.addEdits(row.id, [{ sandboxId: row.id, seq, batch: `${seq}`, edits, userId, at }], tx)
    await touched(row, userId, at, tx)
    return { seq, document }
  }
  const feed = createEditFeed({ bus, editsAfter: repo.editsAfter })
  const saving = createSaving({ repo, feed, clock, touched })
  /** Runs `editsOf` under a lock on the sandbox and writes its edits, if there are any. */
  async function changeSandbox(id: string, userId: string, editsOf: EditsOf): Promise<SandboxRow> {
    const changed = await repo.transaction(async (tx) => {
      const row = await repo.lock(id, tx)
      if (!row) throw interfaceErrors.none()
      const edits = await editsOf(row.document, tx)
      return edits.length ? { ...row, ...(await write(row, userId, edits, tx)) } : row
    })
    await feed.saved(id, changed.seq)
    return changed
  }

  return {
    find,
    get,
    sandbox,
    byId: repo.byId,
    projectOf: repo.projectOf,
    /** Creates the channel if it does not exist. Existing channels are not changed. */
    async create(projectId: string, userId: string, name: string, channel: number): Promise<FoundInterface> {
      await repo.transaction(async (tx) => {
        const row = await headFor(projectId, userId, name, tx)
        const empty = emptyDocument(name)
        // On phones the pages are at the bottom, as in native apps.
        const theme = channel === InterfaceChannel.client ? { ...empty.theme, tabBar: true } : empty.theme
        await repo.insertSandbox(newSandbox(row.id, channel, { ...empty, theme }, userId), tx)
        await resources.touch(projectId, userId, {}, tx)
      })
      return get(projectId)
    },
    edit: (sandboxId: string, userId: string, sent: string, action: string): Promise<EditAnswer> => {
      const edits = readEdits(sent)
      const { batch, since } = readAction(action)
      return edits.length > 0
        ? saving.save(sandboxId, { userId, edits, batch, since })
        : saving.missingSaves(sandboxId, since ?? 0)
    },
    /** The number of the last save. */
    async seqOf(sandboxId: string): Promise<number> {
      const head = await repo.head(sandboxId)
      if (!head) throw errors.notFound({ what: 'interface' })
      return head.seq
    },
    /** Applies edits computed by the server from the current drawing. Open editors receive them like other edits. */
    async change(projectId: string, channel: number, userId: string, editsOf: EditsOf): Promise<void> {
      const found = (await get(projectId)).sandboxes.find((sandbox) => sandbox.channel === channel)
      if (!found) throw interfaceErrors.none()
      await changeSandbox(found.id, userId, editsOf)
    },
    changeSandbox,
    /** Calls back for every save after `seq`, from any process. */
    follow: feed.follow,
    /** The channels of an interface as content. Empty if the project has no interface. */
    async parts(projectId: string): Promise<InterfacePart[]> {
      return ((await find(projectId))?.sandboxes ?? []).map(({ channel, document }) => ({ channel, document }))
    },
    /** Replaces the drawing of all channels. Open editors receive that like a save. */
    async restore(
      projectId: string,
      userId: string,
      parts: readonly InterfacePart[],
      ids: ReadonlyMap<string, string | undefined>,
    ) {
      const changed = await repo.transaction(async (tx) => {
        const before = await repo.ofProject(projectId, tx)
        if (!before && !parts.length) return []
        const row = before ?? (await headFor(projectId, userId, 'Interface', tx))
        const there = new Map((await repo.sandboxes(row.id, tx)).map(({ id, channel }) => [channel, id] as const))
        for (const { channel, document } of parts)
          if (!there.has(channel))
            await repo.insertSandbox(newSandbox(row.id, channel, withTargets(document, ids), userId), tx)
        const saved: { id: string; seq: number }[] = []
        for (const [channel, id] of there) {
          const part = parts.find((one) => one.channel === channel)
          const document = part ? withTargets(part.document, ids) : emptyDocument(row.name)
          // A gap in the numbers makes open editors request the whole document.
          const seq = (await repo.lockHead(id, tx))!.seq + 2
          await repo.save(id, { document, seq, updatedBy: userId, updatedAt: clock.now() }, tx)
          saved.push({ id, seq })
        }
        return saved
      })
      for (const { id, seq } of changed) await feed.saved(id, seq)
    },
    keepRelease: repo.keepRelease,
    publishedBots: repo.publishedBots,
    keepPicture: repo.keepPicture,
    keptPicture: repo.keptPicture,
    /** The interface of a published version. Empty if the version has none, or the id is not a version of a project. */
    released: async (versionId: string): Promise<ReleasedPart[]> =>
      (isId(versionId) ? await released.get(versionId) : undefined) ?? [],
    /** Reads untrusted content. Entries that are not valid interfaces are left out. */
    readParts(given: unknown): InterfacePart[] {
      return (Array.isArray(given) ? given.slice(0, 2) : []).flatMap((item: unknown) => {
        const { channel, document } = (item ?? {}) as { channel?: unknown; document?: unknown }
        const read = interfaceDocument.safeParse(document)
        return (channel === 1 || channel === 2) && read.success ? [{ channel, document: read.data }] : []
      })
    },
  }
}
export type InterfaceService = ReturnType<typeof createInterfaceService>
