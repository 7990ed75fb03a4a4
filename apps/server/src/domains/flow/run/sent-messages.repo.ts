import type pg from 'pg'
import type { SentMessage } from './sent-messages.ts'

const clean = (text: string) => text.replaceAll('\u0000', '')

/** Messages of runs, stored during the run and for as long as the run is stored. */
export function createSentMessagesRepo(pool: pg.Pool) {
  return {
    /** Writes only if this process holds the run. */
    async save(runId: string, fence: number, texts: (SentMessage & { place: number })[]): Promise<void> {
      await pool.query(
        `INSERT INTO workflow_run_text (run_id, path, place, node_id, title, content, is_done)
         SELECT r.id, t.path, t.place, t.node_id, t.title, t.content, t.is_done
         FROM (SELECT id FROM workflow_run WHERE id = $1 AND fence = $2) r,
           unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::boolean[]) AS t(path, place, node_id, title, content, is_done)
         ON CONFLICT (run_id, path) DO UPDATE SET content = excluded.content, is_done = excluded.is_done`,
        [
          runId,
          fence,
          texts.map((item) => item.path),
          texts.map((item) => item.place),
          texts.map((item) => item.nodeId),
          texts.map((item) => clean(item.title)),
          texts.map((item) => clean(item.text)),
          texts.map((item) => item.isDone),
        ],
      )
    },
    async of(runId: string): Promise<SentMessage[]> {
      const { rows } = await pool.query<SentMessage>(
        'SELECT path, node_id AS "nodeId", title, content AS text, is_done AS "isDone" FROM workflow_run_text WHERE run_id = $1 ORDER BY place',
        [runId],
      )
      return rows
    },
  }
}
export type SentMessagesRepo = ReturnType<typeof createSentMessagesRepo>
