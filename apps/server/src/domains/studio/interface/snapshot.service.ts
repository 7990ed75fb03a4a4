import { editsBetween, editsOfPages, onlyPages } from '@orrery/engine/interface'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { sandboxErrors } from './builder-sandbox.errors.ts'
import type { InterfaceService } from './interface.service.ts'
import type { SandboxRow } from './interface.table.ts'
import type { SnapshotRepo } from './snapshot.repo.ts'
import { SnapshotKind, type SnapshotRow } from './snapshot.table.ts'

export interface SnapshotDeps {
  repo: SnapshotRepo
  interfaces: Pick<InterfaceService, 'changeSandbox'>
  newId: NewId
  clock: Clock
}
export interface NewSnapshot {
  sandboxId: string
  userId: string
  kind: number
  description: string
  pages?: readonly string[]
  /** The newest snapshot that the caller knows of. */
  previous?: string | undefined
}

/** Immutable copies of the drawing. Restoring writes edits, so that open editors can apply them. */
export function createSnapshots({ repo, interfaces, newId, clock }: SnapshotDeps) {
  async function keep(given: NewSnapshot, document: SandboxRow['document'], tx: Tx): Promise<SnapshotRow> {
    const { sandboxId, pages = [] } = given
    const newest = await repo.newest(sandboxId, tx)
    if (given.previous !== undefined && given.previous !== newest?.id)
      throw sandboxErrors.staleSnapshot({ newest: newest?.id ?? '0' })
    const missing = pages.find((page) => !Object.hasOwn(document.pages, page))
    if (missing !== undefined) throw sandboxErrors.noPage({ page: missing })
    const row: SnapshotRow = {
      id: newId(),
      sandboxId,
      version: (newest?.version ?? 0) + 1,
      previousId: newest?.id ?? null,
      kind: given.kind,
      description: given.description,
      pages: [...pages],
      document: pages.length ? onlyPages(document, pages) : document,
      createdBy: given.userId,
      createdAt: clock.now(),
    }
    await repo.insert(row, tx)
    return row
  }
  return {
    find: repo.find,
    newest: repo.newest,
    numbered: repo.numbered,
    /** Creates a snapshot with the sandbox locked: no edit comes in between, and numbers are unique. */
    async create(given: NewSnapshot): Promise<SnapshotRow> {
      let made: SnapshotRow | undefined
      await interfaces.changeSandbox(given.sandboxId, given.userId, async (document, tx) => {
        made = await keep(given, document, tx)
        return []
      })
      return made!
    },
    /** Restores a snapshot. The current drawing is stored as a snapshot first. */
    restore: (snapshot: SnapshotRow, userId: string, page: string): Promise<SandboxRow> =>
      interfaces.changeSandbox(snapshot.sandboxId, userId, async (document, tx) => {
        if (page && !Object.hasOwn(snapshot.document.pages, page)) throw sandboxErrors.noPage({ page })
        const pages = page ? [page] : snapshot.pages
        const edits = pages.length
          ? editsOfPages(document, snapshot.document, pages)
          : editsBetween(document, snapshot.document)
        const description = `Before ${snapshot.version} was restored`
        if (edits.length)
          await keep(
            { sandboxId: snapshot.sandboxId, userId, kind: SnapshotKind.beforeRestore, description },
            document,
            tx,
          )
        return edits
      }),
  }
}
export type Snapshots = ReturnType<typeof createSnapshots>
