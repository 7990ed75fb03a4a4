import { sql } from 'drizzle-orm'
import { afterDeadlock } from '#kit/after-deadlock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { UserRow } from './passport.table.ts'

export interface Leftover {
  userId: string
  files: string[]
  folders: string[]
}

/**
 * Tables with data of a person that is not deleted with the account row. A table that refers to the account with
 * ON DELETE CASCADE needs no line here; a test searches every column of the database for the id of an erased person.
 */
const personalTables = [
  'trace_head',
  'workflow_run',
  'workflow_job',
  'workflow_pin',
  'knowledge_web',
  'knowledge_search_engine',
  'filebox_file',
  'filebox_album',
  'filebox_use',
  'filebox_dropped',
  'bot_branch',
  'bot_task_run',
  'database_import',
]
/** Texts that refer to files and are not erased, with their space. */
const fileReferences = sql`
  SELECT icon_uri AS text, space_id FROM resource
  UNION ALL SELECT icon_uri, id FROM space
  UNION ALL SELECT b.config::text, r.space_id FROM bot b JOIN resource r USING (id)
  UNION ALL SELECT h.icon_uri || ' ' || h.config::text, r.space_id FROM bot_history h JOIN resource r ON r.id = h.bot_id
  UNION ALL SELECT b.icon_uri || ' ' || b.config::text, r.space_id FROM bot_branch b JOIN resource r ON r.id = b.bot_id
  UNION ALL SELECT p.blob_key, r.space_id FROM interface_picture p JOIN project_version v ON v.id = p.version_id JOIN resource r ON r.id = v.project_id
  UNION ALL SELECT w.schema, r.space_id FROM workflow w JOIN resource r USING (id)
  UNION ALL SELECT c.icon_uri || ' ' || c.schema, r.space_id FROM workflow_commit c JOIN resource r ON r.id = c.workflow_id
  UNION ALL SELECT d.blob_key || ' ' || d.settings::text, r.space_id FROM knowledge_document d JOIN resource r ON r.id = d.knowledge_id`

export function createErasureRepo(db: Db) {
  const rows = async <T extends object>(tx: Tx, query: ReturnType<typeof sql>) =>
    (await tx.execute(query)).rows as unknown as T[]
  const sharedTeams = (tx: Tx, userId: string) =>
    rows<{ id: string; name: string }>(
      tx,
      sql`SELECT s.id, s.name FROM space s WHERE s.owner_id = ${userId} AND s.type = 2
        AND EXISTS (SELECT FROM space_member m WHERE m.space_id = s.id AND m.user_id <> ${userId}) ORDER BY s.id`,
    )
  async function eraseRows(tx: Tx, userId: string) {
    for (const table of personalTables)
      await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${userId}`)
    // The trigger belongs to its workflow and stays; only the test call that the person listened for is removed.
    await tx.execute(sql`UPDATE workflow_trigger SET listener_id = NULL, heard = NULL WHERE listener_id = ${userId}`)
  }
  /** Files to delete: those of deleted spaces, of runs, of spans, the archive and the avatar. */
  async function filesOf(tx: Tx, userId: string): Promise<Omit<Leftover, 'userId'>> {
    const keys = await rows<{ key: string }>(
      tx,
      sql`SELECT d.blob_key AS key FROM knowledge_document d JOIN resource r ON r.id = d.knowledge_id JOIN space s ON s.id = r.space_id
          WHERE s.owner_id = ${userId} AND d.blob_key <> ''
        UNION SELECT unnest(w.blobs) FROM workflow_run w LEFT JOIN space s ON s.id = w.space_id
          WHERE w.user_id = ${userId} OR s.owner_id = ${userId}
        UNION SELECT blob_key FROM span_file WHERE user_id = ${userId}
        UNION SELECT blob_key FROM takeout WHERE user_id = ${userId} AND blob_key <> ''
        UNION SELECT avatar_key FROM app_user WHERE id = ${userId} AND avatar_key IS NOT NULL`,
    )
    const jobs = await rows<{ folder: string }>(
      tx,
      sql`SELECT 'jobs/' || workflow_id || '/output-' || id || '-' AS folder FROM workflow_job WHERE user_id = ${userId}
        UNION SELECT 'jobs/' || r.id || '/' FROM resource r JOIN space s ON s.id = r.space_id
          WHERE s.owner_id = ${userId} AND r.kind = 'workflow'
        UNION SELECT 'desk/' || user_id || '/' FROM desk_instance WHERE user_id = ${userId}`,
    )
    return { files: keys.map(({ key }) => key), folders: jobs.map(({ folder }) => folder) }
  }
  async function uploadsOf(tx: Tx, userId: string): Promise<string[]> {
    const found = await rows<{ key: string }>(
      tx,
      sql`SELECT key FROM upload WHERE user_id = ${userId}
        UNION SELECT p.blob_key FROM upload_part p JOIN upload u ON u.key = p.upload_key WHERE u.user_id = ${userId}`,
    )
    return found.map(({ key }) => key)
  }
  /** Uploads that a team still uses stay with the team: its owner becomes their owner. */
  async function handOverUploads(tx: Tx, userId: string) {
    const begin = `upload/${userId}/`
    await tx.execute(
      sql`UPDATE upload u SET user_id = s.owner_id
        FROM (SELECT DISTINCT ON (m[1]) m[1] AS key, named.space_id FROM (${fileReferences}) named,
          regexp_matches(named.text, ${`(${begin}[0-9a-f]+(?:\\.[a-z0-9]+)?)`}, 'g') m
          WHERE strpos(named.text, ${begin}) > 0) used
        JOIN space s ON s.id = used.space_id
        WHERE u.key = used.key AND u.user_id = ${userId} AND s.owner_id <> ${userId}`,
    )
  }
  async function anonymiseAudit(tx: Tx, userId: string) {
    await tx.execute(sql`SELECT set_config('orrery.erasing', 'on', true)`)
    await tx.execute(
      sql`UPDATE audit_event SET address = CASE WHEN actor_id = ${userId} THEN '' ELSE address END, detail = detail - 'email'
        WHERE actor_id = ${userId} OR target = ${userId}`,
    )
    await tx.execute(sql`SELECT set_config('orrery.erasing', '', true)`)
  }

  /** Usage stays in the figures of teams, but anonymously. */
  async function anonymiseUsage(tx: Tx, userId: string) {
    const sums = ['calls', 'failed', 'tokens_in', 'tokens_out', 'cost']
    const added = sql.raw(sums.map((name) => `${name} = m.${name} + EXCLUDED.${name}`).join(', '))
    await tx.execute(
      sql`INSERT INTO model_use AS m SELECT space_id, day, model_id, resource_id, 0, source,
          sum(calls), sum(failed), sum(tokens_in), sum(tokens_out), sum(cost)
        FROM model_use WHERE user_id = ${userId} GROUP BY space_id, day, model_id, resource_id, source
        ON CONFLICT (space_id, day, model_id, resource_id, user_id, source) DO UPDATE SET ${added}`,
    )
    await tx.execute(sql`DELETE FROM model_use WHERE user_id = ${userId}`)
  }

  return {
    sharedTeams: (userId: string) => sharedTeams(db, userId),
    async hasOthers(userId: string): Promise<boolean> {
      const [found] = await rows<{ yes: boolean }>(
        db,
        sql`SELECT EXISTS (SELECT FROM app_user WHERE id <> ${userId} AND erased_at IS NULL) AS yes`,
      )
      return found!.yes
    },
    /** Erases everything in one transaction. False if another member joined one of the user's spaces meanwhile. */
    erase: (user: UserRow, anonymised: UserRow, successorId: string | undefined): Promise<boolean> =>
      // Running turns may still write to the same tables.
      afterDeadlock(() =>
        db.transaction(async (tx) => {
          // Without the views: resources in the bin are erased and handed over too.
          await tx.execute(sql`SET LOCAL search_path = public`)
          await tx.execute(sql`SELECT FROM space WHERE owner_id = ${user.id} FOR UPDATE`)
          if ((await sharedTeams(tx, user.id)).length) return false
          const { files, folders } = await filesOf(tx, user.id)
          await tx.execute(sql`DELETE FROM space WHERE owner_id = ${user.id}`)
          await anonymiseUsage(tx, user.id)
          await tx.execute(
            sql`UPDATE resource r SET owner_id = s.owner_id FROM space s WHERE s.id = r.space_id AND r.owner_id = ${user.id}`,
          )
          await handOverUploads(tx, user.id)
          files.push(...(await uploadsOf(tx, user.id)))
          await eraseRows(tx, user.id)
          await tx.execute(sql`DELETE FROM login_failure WHERE key = ${`account:${user.emailKey}`}`)
          await tx.execute(sql`DELETE FROM app_user WHERE id = ${user.id}`)
          await tx.execute(
            sql`INSERT INTO app_user (id, email, email_key, password_hash, name, unique_name, disabled, created_at, updated_at, erased_at)
            VALUES (${anonymised.id}, ${anonymised.email}, ${anonymised.emailKey}, '', ${anonymised.name}, ${anonymised.uniqueName}, true,
              ${anonymised.createdAt}, ${anonymised.updatedAt}, ${anonymised.erasedAt})`,
          )
          if (successorId) await tx.execute(sql`UPDATE app_user SET is_instance_owner = true WHERE id = ${successorId}`)
          await anonymiseAudit(tx, user.id)
          await tx.execute(
            sql`INSERT INTO erasure (user_id, files, folders, created_at)
            VALUES (${user.id}, ${sql.param(files)}, ${sql.param(folders)}, ${anonymised.erasedAt})`,
          )
          return true
        }),
      ),
    eraseRows: (userId: string) => eraseRows(db, userId),
    async leftovers(): Promise<Leftover[]> {
      return rows<Leftover>(db, sql`SELECT user_id AS "userId", files, folders FROM erasure`)
    },
    done: (userId: string) => db.execute(sql`DELETE FROM erasure WHERE user_id = ${userId}`),
  }
}
export type ErasureRepo = ReturnType<typeof createErasureRepo>
