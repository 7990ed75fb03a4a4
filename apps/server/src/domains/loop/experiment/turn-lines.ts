import { TurnState } from '@orrery/contract/shared/evaluation-enums'
import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import type { TurnResult } from './experiment.repo.ts'
import type { ExperimentRow, NewScore } from './experiment.table.ts'

/** Rows per statement. Passing them as JSON costs a tenth of one parameter per value. */
const AT_ONCE = 2000
const slices = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, at) => list.slice(at * AT_ONCE, (at + 1) * AT_ONCE))

/** Inserts scores. A successful score is never replaced; a failed one is replaced by a retry. */
export async function insertScores(scores: readonly NewScore[], tx: Tx): Promise<void> {
  for (const lines of slices(scores))
    await tx.execute(sql`
      INSERT INTO experiment_score (id, experiment_id, turn_id, space_id, evaluator_version_id, evaluator_id, status, fields,
        score, normal, reason, is_offline, trace_id, input_tokens, output_tokens, cost, ms, error_code, error, error_zh,
        created_by, created_at)
      SELECT r.id, r."experimentId", r."turnId", r."spaceId", r."evaluatorVersionId", r."evaluatorId", r.status, r.fields,
        r.score, r.normal, coalesce(r.reason, ''), coalesce(r."isOffline", false), coalesce(r."traceId", ''),
        coalesce(r."inputTokens", 0), coalesce(r."outputTokens", 0), coalesce(r.cost, 0), coalesce(r.ms, 0),
        coalesce(r."errorCode", 0), coalesce(r.error, ''), coalesce(r."errorZh", ''), r."createdBy", r."createdAt"
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS r(id bigint, "experimentId" bigint, "turnId" bigint,
        "spaceId" bigint, "evaluatorVersionId" bigint, "evaluatorId" bigint, status smallint, fields jsonb, score float8,
        normal float8, reason text, "isOffline" boolean, "traceId" text, "inputTokens" int, "outputTokens" int, cost float8,
        ms int, "errorCode" int, error text, "errorZh" text, "createdBy" bigint, "createdAt" bigint)
      ON CONFLICT (turn_id, evaluator_version_id) DO UPDATE SET status = excluded.status, fields = excluded.fields,
        score = excluded.score, normal = excluded.normal, reason = excluded.reason, is_offline = excluded.is_offline,
        trace_id = excluded.trace_id, input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
        cost = excluded.cost, ms = excluded.ms, error_code = excluded.error_code, error = excluded.error,
        error_zh = excluded.error_zh, created_at = excluded.created_at
      WHERE experiment_score.status = 2`)
}

export async function endTurns(results: readonly TurnResult[], now: number, tx: Tx): Promise<void> {
  for (const some of slices(results)) {
    const lines = some.map(({ turnId: id, state, input, errorCode, error, errorZh, outputs }) => ({
      id,
      state,
      input,
      errorCode,
      error,
      errorZh,
      outputs,
    }))
    await tx.execute(sql`
      UPDATE experiment_turn t SET state = r.state, input = r.input, error_code = r."errorCode", error = r.error,
        error_zh = r."errorZh", outputs = coalesce(r.outputs, t.outputs), has_output = t.has_output OR r.outputs IS NOT NULL,
        updated_at = ${now}
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        AS r(id bigint, state smallint, input jsonb, "errorCode" int, error text, "errorZh" text, outputs jsonb)
      WHERE t.id = r.id`)
  }
}

/** Inserts a row for every turn of every item, once per trial. */
export async function insertTurns(
  row: ExperimentRow,
  vn: number,
  newId: () => string,
  tx: Tx,
  itemIds?: string[],
): Promise<void> {
  const chosen = itemIds ? sql`AND item_id = ANY (${sql.param(itemIds)}::bigint[])` : sql``
  const { rows } = await tx.execute<{ item_id: string; pos: number; hash: string; turns: number }>(sql`
    SELECT item_id, pos, hash, jsonb_array_length(turns) AS turns FROM dataset_item
    WHERE dataset_id = ${row.datasetId} AND add_vn <= ${vn} AND (del_vn IS NULL OR del_vn > ${vn}) ${chosen} ORDER BY pos, item_id`)
  const lines = rows.flatMap(({ item_id, pos, hash, turns }) =>
    Array.from({ length: row.conf.trials }, (_, trial) =>
      Array.from({ length: turns }, (__, turn) => ({ id: newId(), item: String(item_id), pos, hash, trial, turn })),
    ).flat(),
  )
  for (const some of slices(lines))
    await tx.execute(sql`
      INSERT INTO experiment_turn (id, experiment_id, space_id, target_version_id, item_id, pos, hash, trial, turn, state,
        input, outputs, created_by, created_at, updated_at)
      SELECT r.id, ${row.id}, ${row.spaceId}, ${row.targetVersionId}, r.item, r.pos, r.hash, r.trial, r.turn,
        ${TurnState.queueing}, '{}', '{}', ${row.createdBy}, ${row.createdAt}, ${row.createdAt}
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        AS r(id bigint, item bigint, pos float8, hash text, trial int, turn int)`)
}
