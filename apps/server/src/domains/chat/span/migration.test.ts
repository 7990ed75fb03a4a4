import { readdirSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { migrate, migrationsDir, openDatabase } from '#kit/db.ts'
import { afterFile } from '#testing/after-file.ts'

test('turns recorded before the migration are in the store, with their steps and figures', async () => {
  const url = inject('postgresUrl')
  const admin = openDatabase(url.replace('/orrery?', '/postgres?'), 1)
  await admin.pool.query('CREATE DATABASE before_spans')
  const { pool, close } = openDatabase(url.replace('/orrery?', '/before_spans?'), 2)
  afterFile(async () => {
    await close()
    await admin.pool.query('DROP DATABASE before_spans WITH (FORCE)')
    await admin.close()
  })
  const earlier = readdirSync(migrationsDir).filter((file) => file < '0820')
  await migrate(pool, undefined, earlier)
  // Only the rows themselves matter here, not the rows they refer to.
  await pool.query(`SET session_replication_role = replica;
    INSERT INTO trace (id, space_id, bot_id, conversation_id, message_id, user_id, scene, status, started_at, duration_ms, first_token_ms,
      input_tokens, output_tokens, cost, span_count, model_names, input, output, feedback)
    VALUES (11, 1, 2, 3, 4, 5, 'online', 1, 1790000000000, 1500.5, 200, 10, 2, 0.5, 2, 'Tiny', 'question', 'answer', 1),
      (12, 1, 2, 3, 6, 5, 'debug', 2, 1780000000000, 10, 0, 0, 0, 0, 0, '', 'lost', '', 0);
    INSERT INTO trace_span (id, trace_id, parent_id, kind, name, status, offset_ms, duration_ms, first_token_ms, model_id, model_name,
      input_tokens, output_tokens, cost, input, output, attributes)
    VALUES (21, 11, NULL, 'turn', 'Bot', 1, 0, 1500.5, 0, NULL, '', 0, 0, 0, 'question', 'answer', '{}'),
      (22, 11, 21, 'model', 'Tiny', 1, 100.25, 900, 150, 9, 'Tiny', 10, 2, 0.5, '{}', 'answer', '{"purpose": "x"}');
    SET session_replication_role = origin`)
  await migrate(pool)
  const query = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows
  expect(await query('SELECT * FROM trace_head ORDER BY trace_id')).toMatchObject([
    {
      trace_id: '11',
      root_id: '21',
      name: 'Bot',
      source: 'turn',
      object_id: '2',
      started_at: '1790000000000000',
      duration_us: '1500500',
      feedback: 1,
      thread_id: '3',
    },
    { trace_id: '12', root_id: '', status: 2 },
  ])
  expect(
    await query(
      'SELECT * FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id) ORDER BY span_id',
    ),
  ).toMatchObject([
    { span_id: '21', parent_id: '', kind: 'turn', input: 'question' },
    { span_id: '22', parent_id: '21', started_at: '1790000000100250', model: 'Tiny', attributes: { purpose: 'x' } },
  ])
  expect(await query("SELECT n, input_tokens, cost FROM span_rollup WHERE step = 3600 AND kind = 'model'")).toEqual([
    { n: '1', input_tokens: '10', cost: 0.5 },
  ])
  expect(await query('SELECT measure FROM span_hist WHERE step = 60 ORDER BY 1')).toEqual([
    { measure: 1 },
    { measure: 2 },
    { measure: 3 },
    { measure: 4 },
  ])
})
