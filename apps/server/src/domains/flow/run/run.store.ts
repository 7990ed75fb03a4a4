import type pg from 'pg'
import type { RunRow } from './run.table.ts'
import { RunStatus } from './run-types.ts'

/** Values of a new row; missing ones get the defaults of the table. */
export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'workflowId'
  | 'spaceId'
  | 'commitId'
  | 'version'
  | 'kind'
  | 'runMode'
  | 'status'
  | 'userId'
  | 'context'
  | 'options'
  | 'input'
> &
  Partial<
    Pick<
      RunRow,
      | 'output'
      | 'nodes'
      | 'errorCode'
      | 'error'
      | 'errorZh'
      | 'tokensIn'
      | 'tokensOut'
      | 'cost'
      | 'logId'
      | 'size'
      | 'blobs'
      | 'interrupts'
      | 'checkpoint'
    >
  > & {
    createdAt: number
    updatedAt: number
    /** The process that holds the lease from the start. */
    leaseOwner?: string | undefined
  }
export type Change = Partial<
  Pick<
    RunRow,
    | 'status'
    | 'output'
    | 'nodes'
    | 'interrupts'
    | 'checkpoint'
    | 'errorCode'
    | 'error'
    | 'errorZh'
    | 'tokensIn'
    | 'tokensOut'
    | 'cost'
    | 'size'
    | 'blobs'
    | 'options'
  >
>

export const LEASE_SECONDS = 30
const COLUMNS =
  'id, workflow_id, space_id, commit_id, version, kind, run_mode, status, user_id, context, options, input, output, nodes, error_code, error, error_zh, tokens_in, tokens_out, cost, log_id, size, blobs, interrupts, checkpoint, created_at, updated_at, lease_owner, lease_until, fence'
const WIDTH = 28
const BATCHES = [64, 16, 4, 1]
const statements = new Map<number, string>()

function statement(rows: number): string {
  const known = statements.get(rows)
  if (known) return known
  const values = Array.from({ length: rows }, (_, row) => {
    const at = (column: number) => `$${row * WIDTH + column}`
    const plain = Array.from({ length: WIDTH }, (_, column) => at(column + 1)).join(', ')
    return `(${plain}, CASE WHEN ${at(WIDTH)}::text IS NULL THEN NULL ELSE now() + interval '${LEASE_SECONDS} seconds' END, 1)`
  })
  const text = `INSERT INTO workflow_run (${COLUMNS}) VALUES ${values.join(', ')}`
  statements.set(rows, text)
  return text
}

const valuesOf = (run: NewRun): unknown[] => [
  run.id,
  run.workflowId,
  run.spaceId,
  run.commitId,
  run.version,
  run.kind,
  run.runMode,
  run.status,
  run.userId,
  JSON.stringify(run.context),
  JSON.stringify(run.options),
  run.input,
  run.output ?? '',
  run.nodes ?? '[]',
  run.errorCode ?? 0,
  run.error ?? '',
  run.errorZh ?? '',
  run.tokensIn ?? 0,
  run.tokensOut ?? 0,
  run.cost ?? 0,
  run.logId ?? '',
  run.size ?? 0,
  run.blobs ?? [],
  run.interrupts ?? '[]',
  run.checkpoint ?? null,
  run.createdAt,
  run.updatedAt,
  run.leaseOwner ?? null,
]

/** PostgreSQL text cannot contain NUL characters. */
const clean = (text: string) => (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text)
const cleanJson = (text: string) => (text.includes('\\u0000') ? text.replaceAll('\\u0000', '') : text)

/**
 * Writes runs to the database. Rows inserted at about the same time are written in one statement, and every caller
 * waits for its commit: an acknowledged run is on disk, at a fraction of the cost.
 */
export function createRunStore({ pool, waitMs = 2 }: { pool: pg.Pool; waitMs?: number }) {
  interface Waiting {
    run: NewRun
    resolve(): void
    reject(cause: unknown): void
  }
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined

  async function write(batch: Waiting[]): Promise<void> {
    try {
      await pool.query({
        name: `run_insert_${batch.length}`,
        text: statement(batch.length),
        values: batch.flatMap(({ run }) => valuesOf(run)),
      })
      for (const found of batch) found.resolve()
    } catch (cause) {
      if (batch.length === 1) return batch[0]!.reject(cause)
      // Retry one by one, so that one bad row does not fail the others.
      for (const found of batch) await write([found])
    }
  }
  function flush(): void {
    timer = undefined
    let left = waiting
    waiting = []
    while (left.length) {
      const size = BATCHES.find((item) => item <= left.length)!
      void write(left.slice(0, size))
      left = left.slice(size)
    }
  }

  return {
    insert(run: NewRun): Promise<void> {
      run.input = clean(run.input)
      if (run.output) run.output = clean(run.output)
      if (run.nodes) run.nodes = cleanJson(run.nodes)
      if (run.error) run.error = clean(run.error)
      if (run.errorZh) run.errorZh = clean(run.errorZh)
      if (run.checkpoint) run.checkpoint = cleanJson(run.checkpoint)
      return new Promise((resolve, reject) => {
        waiting.push({ run, resolve, reject })
        if (waiting.length >= BATCHES[0]!) {
          clearTimeout(timer)
          flush()
        } else timer ??= setTimeout(flush, waitMs)
      })
    },
    async insertManyIn(client: Pick<pg.ClientBase, 'query'>, list: NewRun[]): Promise<void> {
      let left = list
      while (left.length) {
        const size = BATCHES.find((item) => item <= left.length)!
        await client.query({
          name: `run_insert_${size}`,
          text: statement(size),
          values: left.slice(0, size).flatMap((run) => valuesOf({ ...run, input: clean(run.input) })),
        })
        left = left.slice(size)
      }
    },
    /** Inserts in the caller's transaction. */
    async insertIn(client: Pick<pg.ClientBase, 'query'>, run: NewRun): Promise<void> {
      await client.query({
        name: 'run_insert_1',
        text: statement(1),
        values: valuesOf({ ...run, input: clean(run.input) }),
      })
    },
    /**
     * Changes a run that this process holds. Returns `held: false`, with nothing changed, if another process has taken
     * it over. Renews the lease of a run that continues, and releases that of a run that ends or waits.
     */
    async change(
      id: string,
      fence: number,
      change: Change,
      now: number,
    ): Promise<{ held: boolean; cancelAsked: boolean }> {
      const sets = ['updated_at = $3']
      const values: unknown[] = [id, fence, now]
      const set = (column: string, value: unknown) => {
        values.push(value)
        sets.push(`${column} = $${values.length}`)
      }
      if (change.status !== undefined) set('status', change.status)
      if (change.output !== undefined) set('output', clean(change.output))
      if (change.nodes !== undefined) set('nodes', cleanJson(change.nodes))
      if (change.interrupts !== undefined) set('interrupts', cleanJson(change.interrupts))
      if (change.checkpoint !== undefined)
        set('checkpoint', change.checkpoint === null ? null : cleanJson(change.checkpoint))
      if (change.errorCode !== undefined) set('error_code', change.errorCode)
      if (change.error !== undefined) set('error', clean(change.error))
      if (change.errorZh !== undefined) set('error_zh', clean(change.errorZh))
      if (change.tokensIn !== undefined) set('tokens_in', change.tokensIn)
      if (change.tokensOut !== undefined) set('tokens_out', change.tokensOut)
      if (change.cost !== undefined) set('cost', change.cost)
      if (change.size !== undefined) set('size', change.size)
      if (change.blobs !== undefined) set('blobs', change.blobs)
      if (change.options !== undefined) set('options', JSON.stringify(change.options))
      const keepsLease = change.status === undefined || change.status === RunStatus.running
      sets.push(
        keepsLease
          ? `lease_until = now() + interval '${LEASE_SECONDS} seconds'`
          : 'lease_owner = NULL, lease_until = NULL',
      )
      const { rows } = await pool.query<{ cancel_asked: boolean }>(
        `UPDATE workflow_run SET ${sets.join(', ')} WHERE id = $1 AND fence = $2 AND status = 1 RETURNING cancel_asked`,
        values,
      )
      return { held: rows.length > 0, cancelAsked: rows[0]?.cancel_asked ?? false }
    },
  }
}
export type RunStore = ReturnType<typeof createRunStore>
