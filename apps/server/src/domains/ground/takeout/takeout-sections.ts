import type pg from 'pg'

const MAX_ROWS = 50_000

/**
 * Personal data by subject. Secrets and their hashes are left out, since the file's holder could use them. `$1` is the
 * user's id.
 */
const sections: Record<string, string> = {
  profile: `SELECT id::text, email, name, unique_name, description, locale, created_at FROM app_user WHERE id = $1`,
  spaces: `SELECT s.id::text, s.name, s.description, m.role, m.joined_at FROM space_member m JOIN space s ON s.id = m.space_id WHERE m.user_id = $1 ORDER BY s.id`,
  resources: `SELECT id::text, kind, name, description, space_id::text, created_at, updated_at FROM resource WHERE owner_id = $1 ORDER BY id`,
  conversations: `SELECT id::text, bot_id::text, connector_id, name, created_at FROM conversation WHERE user_id = $1 ORDER BY id`,
  messages: `SELECT m.id::text, m.conversation_id::text, m.role, m.type, m.content, m.content_type, m.created_at FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE c.user_id = $1 ORDER BY m.id DESC`,
  memories: `SELECT bot_id::text, content, tags, event_at FROM memory_item WHERE user_key = $1 ORDER BY id`,
  variables: `SELECT owner_id::text, connector_id, keyword, value, updated_at FROM variable_value WHERE user_key = $1 ORDER BY owner_id, keyword`,
  files: `SELECT name, content_type, size, created_at FROM upload WHERE user_id = $1 AND state = 1 ORDER BY created_at`,
  tokens: `SELECT id::text, name, scopes, created_at, last_used_at, expires_at FROM personal_token WHERE user_id = $1 ORDER BY id`,
  apps: `SELECT id::text, name, description, client_type, created_at FROM oauth_app WHERE owner_id = $1 ORDER BY id`,
  api_apps: `SELECT id::text, name, callback_url, events, created_at FROM api_app WHERE owner_id = $1 ORDER BY id`,
  tasks: `SELECT bot_id::text, name, cron_text, time_zone, created_at FROM bot_task WHERE user_id = $1 ORDER BY id`,
  products: `SELECT product_id::text, favorite_at, used_at, stars, comment FROM product_mark WHERE user_id = $1 ORDER BY product_id`,
  playground: `SELECT method, path, status_code, request, response, created_at FROM playground_run WHERE user_id = $1 ORDER BY id`,
  calls: `SELECT day, api, code, calls FROM api_call WHERE user_id = $1 ORDER BY day, api`,
  acts: `SELECT at, action, target, address FROM audit_event WHERE actor_id = $1 ORDER BY id DESC`,
}

/** All sections; one that is too long is cut and says so. */
export async function readSections(pool: pg.Pool, userId: string): Promise<Record<string, unknown>> {
  const whole: Record<string, unknown> = {}
  const cut: string[] = []
  for (const [name, text] of Object.entries(sections)) {
    const { rows } = await pool.query(`${text} LIMIT ${MAX_ROWS + 1}`, [userId])
    if (rows.length > MAX_ROWS) cut.push(name)
    whole[name] = rows.slice(0, MAX_ROWS)
  }
  return { ...whole, cut }
}
