import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'

export interface Follower {
  kind: 'bot' | 'workflow'
  id: string
  name: string
  label: string
}
const DAY_US = 86_400_000_000
const MOST_VERSIONS = 50
const MOST_FOLLOWERS = 200

/** Bots and workflows that use a prompt, and figures of its versions. */
export function createUsageService({ db, clock }: { db: Db; clock: Clock }) {
  /** Usage by version, from calls of programs, workflow nodes and turns of bots; most used first. */
  async function versions(spaceId: string, key: string, days: number) {
    // The span of the prompt in a bot's turn says nothing about the outcome, so use the turn.
    const { rows } = await db.execute<Record<'version' | 'calls' | 'failed' | 'p95_us' | 'cost', string>>(sql`
      SELECT s.prompt_version AS version, count(*) AS calls,
        count(*) FILTER (WHERE coalesce(t.status, s.status) = ${SpanStatus.failed}) AS failed,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY coalesce(t.duration_us, s.duration_us)) AS p95_us,
        sum(CASE WHEN t.trace_id IS NOT NULL THEN t.cost WHEN s.kind = 'agent' THEN s.cost
          ELSE (SELECT coalesce(sum(m.cost), 0) FROM span m
            WHERE m.trace_id = s.trace_id AND m.space_id = s.space_id AND m.kind = 'model') END) AS cost
      FROM span s
      LEFT JOIN trace_head t ON s.kind = 'skill' AND t.space_id = s.space_id AND t.trace_id = s.trace_id
      WHERE s.space_id = ${spaceId} AND s.prompt_key = ${key} AND s.prompt_version <> ''
        AND s.kind IN ('prompt', 'agent', 'skill') AND s.scene = 'online'
        AND s.started_at >= ${clock.now() * 1000 - days * DAY_US}
      GROUP BY s.prompt_version ORDER BY count(*) DESC, s.prompt_version DESC LIMIT ${MOST_VERSIONS}`)
    return rows.map(({ version, calls, failed, p95_us: p95, cost }) => ({
      version,
      calls: Number(calls),
      failed: Number(failed),
      p95_ms: Math.round(Number(p95) / 1000),
      cost: Number(cost),
    }))
  }
  /** Includes drafts and published states, because a release changes both. */
  async function followers(spaceId: string, key: string): Promise<Follower[]> {
    const { rows: bots } = await db.execute<{ id: string; name: string; label: string }>(sql`
      SELECT DISTINCT ON (r.id) r.id::text AS id, r.name, c.config #>> '{prompt_info,prompt_ref,label}' AS label
      FROM resource r JOIN (
        SELECT id, config, 0 AS place FROM bot
        UNION ALL
        SELECT h.bot_id, h.config, 1 FROM bot_history h JOIN bot_connector o ON o.history_id = h.id
      ) c ON c.id = r.id
      WHERE r.space_id = ${spaceId} AND r.kind = 'bot' AND c.config #>> '{prompt_info,prompt_ref,key}' = ${key}
      ORDER BY r.id, c.place LIMIT ${MOST_FOLLOWERS}`)
    const { rows: flows } = await db.execute<{ id: string; name: string; schema: string }>(sql`
      SELECT r.id::text AS id, r.name, c.schema FROM resource r JOIN (
        SELECT id, schema FROM workflow
        UNION ALL
        SELECT w.id, k.schema FROM workflow w JOIN workflow_commit k
          ON k.workflow_id = w.id AND k.id = w.publish_commit_id
      ) c ON c.id = r.id
      WHERE r.space_id = ${spaceId} AND r.kind = 'workflow'
        AND strpos(c.schema, 'promptKey') > 0 AND strpos(c.schema, ${JSON.stringify(key)}) > 0
      ORDER BY r.id LIMIT ${MOST_FOLLOWERS}`)
    const found = new Map<string, Follower>(
      bots.map((one) => [one.id, { kind: 'bot', ...one, label: one.label ?? '' }]),
    )
    for (const { id, name, schema } of flows) {
      const label = followedLabel(schema, key)
      if (label !== undefined && !found.has(id)) found.set(id, { kind: 'workflow', id, name, label })
    }
    return [...found.values()]
  }
  return { versions, followers }
}
export type UsageService = ReturnType<typeof createUsageService>

/** The label with which a node at any depth of a canvas follows a prompt. */
function followedLabel(schema: string, key: string): string | undefined {
  let label: string | undefined
  try {
    JSON.parse(schema, (_, value: unknown) => {
      if (!Array.isArray(value)) return value
      const settings = new Map(value.map((one: unknown) => nameAndText(one)))
      if (settings.get('promptKey') === key) label ??= settings.get('promptLabel') ?? ''
      return value as unknown
    })
  } catch {
    // An invalid draft follows nothing.
  }
  return label
}
function nameAndText(one: unknown): [string, string] {
  const { name, input } = (one ?? {}) as { name?: unknown; input?: { value?: { content?: unknown } } }
  const content = input?.value?.content
  return [typeof name === 'string' ? name : '', typeof content === 'string' ? content.trim() : '']
}
