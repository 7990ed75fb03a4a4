import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { applyEdits } from '@orrery/engine/interface'
import { and, asc, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import {
  type EditRow,
  interfaceEdit,
  interfaceSandbox,
  interfaceTable,
  type SandboxHead,
  type SandboxRow,
} from './interface.table.ts'

/** How many saves are stored for editors that were offline. Editors further behind get the whole document. */
const KEPT_EDITS = 1000
const SWEEP_EVERY = 50

interface Stored {
  document: InterfaceDocument
  later: string | null
}
/** The current drawing, and how much of it is stored as single saves. */
export interface Drawn {
  document: InterfaceDocument
  /** Total characters of the saves after the stored document. */
  unstoredSize: number
}
const { document: stored, ...headColumns } = getTableColumns(interfaceSandbox)
/** Selected in the same statement as the row, so that both are consistent. As text, because its length is used. */
const later = sql<string | null>`(
  SELECT jsonb_agg(e.edits ORDER BY e.seq)::text FROM interface_edit e
  WHERE e.sandbox_id = "interface_sandbox"."id"
    AND e.seq > "interface_sandbox"."document_seq" AND e.seq <= "interface_sandbox"."seq")`

function drawnFrom(document: InterfaceDocument, saves: string | null): Drawn {
  const edits = saves ? (JSON.parse(saves) as InterfaceEdit[][]) : []
  return { document: edits.reduce(applyEdits, document), unstoredSize: saves?.length ?? 0 }
}

/** The drawings of interfaces. Each is stored as a document, rewritten from time to time, and the saves since then. */
export function createSandboxRepo(db: Db) {
  function rowFrom({ later: saves, ...all }: SandboxHead & Stored): SandboxRow {
    const { documentSeq: _, ...row } = all
    return { ...row, document: drawnFrom(row.document, saves).document }
  }
  async function lockHead(id: string, tx: Tx): Promise<SandboxHead | undefined> {
    return (await tx.select(headColumns).from(interfaceSandbox).where(eq(interfaceSandbox.id, id)).for('update'))[0]
  }
  async function sandbox(id: string, tx: Tx = db): Promise<SandboxRow | undefined> {
    const rows = await tx
      .select({ ...headColumns, document: stored, later })
      .from(interfaceSandbox)
      .where(eq(interfaceSandbox.id, id))
    return rows.map(rowFrom)[0]
  }
  return {
    sandbox,
    lockHead,
    async sandboxes(interfaceId: string, tx: Tx = db): Promise<SandboxRow[]> {
      const rows = await tx
        .select({ ...headColumns, document: stored, later })
        .from(interfaceSandbox)
        .where(eq(interfaceSandbox.interfaceId, interfaceId))
        .orderBy(asc(interfaceSandbox.channel))
      return rows.map(rowFrom)
    },
    insertSandbox: async (row: SandboxRow, tx: Tx) =>
      void (await tx
        .insert(interfaceSandbox)
        .values({ ...row, documentSeq: row.seq })
        .onConflictDoNothing({ target: [interfaceSandbox.interfaceId, interfaceSandbox.channel] })),
    /** The row of a sandbox without its document, which is large and usually cached. */
    async head(id: string, tx: Tx = db): Promise<SandboxHead | undefined> {
      return (await tx.select(headColumns).from(interfaceSandbox).where(eq(interfaceSandbox.id, id)))[0]
    },
    /**
     * Reads the drawing after taking the lock. A single statement would see the saves from before it waited for the
     * lock.
     */
    lock: async (id: string, tx: Tx): Promise<SandboxRow | undefined> =>
      (await lockHead(id, tx)) && (await sandbox(id, tx)),
    async drawn(id: string, tx: Tx): Promise<Drawn> {
      const [row] = await tx
        .select({ document: stored, later })
        .from(interfaceSandbox)
        .where(eq(interfaceSandbox.id, id))
      return drawnFrom(row!.document, row!.later)
    },
    /** Without a document, the stored one is kept, and later saves are applied when it is read. */
    save: async (
      id: string,
      change: Pick<SandboxRow, 'seq' | 'updatedBy' | 'updatedAt'> & { document?: InterfaceDocument },
      tx: Tx,
    ) =>
      void (await tx
        .update(interfaceSandbox)
        .set({ ...change, ...(change.document && { documentSeq: change.seq }) })
        .where(eq(interfaceSandbox.id, id))),
    async projectOf(sandboxId: string): Promise<string | undefined> {
      const [row] = await db
        .select({ projectId: interfaceTable.projectId })
        .from(interfaceSandbox)
        .innerJoin(interfaceTable, eq(interfaceTable.id, interfaceSandbox.interfaceId))
        .where(eq(interfaceSandbox.id, sandboxId))
      return row?.projectId
    },
    async addEdits(sandboxId: string, rows: EditRow[], tx: Tx): Promise<void> {
      await tx.insert(interfaceEdit).values(rows)
      const last = rows.at(-1)!.seq
      // Delete old saves in batches.
      if (Math.floor(last / SWEEP_EVERY) === Math.floor((last - rows.length) / SWEEP_EVERY)) return
      await tx
        .delete(interfaceEdit)
        .where(and(eq(interfaceEdit.sandboxId, sandboxId), lte(interfaceEdit.seq, last - KEPT_EDITS)))
    },
    /** Names of saves that were already applied. */
    async batchesAmong(sandboxId: string, batches: string[], tx: Tx): Promise<Set<string>> {
      const wanted = batches.filter(Boolean)
      if (wanted.length === 0) return new Set()
      const rows = await tx
        .select({ batch: interfaceEdit.batch })
        .from(interfaceEdit)
        .where(and(eq(interfaceEdit.sandboxId, sandboxId), inArray(interfaceEdit.batch, wanted)))
      return new Set(rows.map(({ batch }) => batch))
    },
    editsAfter: (sandboxId: string, seq: number, tx: Tx = db): Promise<EditRow[]> =>
      tx
        .select()
        .from(interfaceEdit)
        .where(and(eq(interfaceEdit.sandboxId, sandboxId), gt(interfaceEdit.seq, seq)))
        .orderBy(asc(interfaceEdit.seq)),
  }
}
