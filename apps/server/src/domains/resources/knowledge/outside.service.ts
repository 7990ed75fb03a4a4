import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createOpenSearch } from '#kit/vectors/open-search.ts'
import type { OpenedEngine } from './engine-search.service.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { knowledgeSearchEngine as engine } from './knowledge.table.ts'

export interface EngineConfig {
  region: string
  instance_id: string
  public_endpoint: string
  username: string
  password: string
  instance_name: string
}
const shown = (config: EngineConfig): EngineConfig => ({ ...config, password: '' })

/**
 * Search engines that people run themselves: their stored configurations, tests of the connection, and access for
 * searches.
 */
export function createOutsideService({
  db,
  egress,
  secrets,
  newId,
  clock,
}: {
  db: Db
  egress: Egress
  secrets: Secrets
  newId: NewId
  clock: Clock
}) {
  const open = (sealed: string) => JSON.parse(secrets.open(sealed)) as EngineConfig
  async function own(id: string, userId: string) {
    const [row] = await db
      .select()
      .from(engine)
      .where(and(eq(engine.id, id), eq(engine.userId, userId)))
    if (!row) throw errors.notFound({ what: 'search engine' })
    return open(row.config)
  }
  return {
    async list(userId: string, region: string) {
      const rows = await db.select().from(engine).where(eq(engine.userId, userId))
      return rows
        .map((row) => ({ storage_config_id: row.id, ...shown(open(row.config)) }))
        .filter((item) => !region || item.region === region)
    },
    get: async (id: string, userId: string) => shown(await own(id, userId)),
    require: own,
    /** Opens the engine for everyone who may search a base that it indexes. */
    async open(id: string): Promise<OpenedEngine | undefined> {
      const [row] = await db.select().from(engine).where(eq(engine.id, id))
      if (!row) return undefined
      const { public_endpoint: endpoint, username, password } = open(row.config)
      return {
        engine: createOpenSearch(egress, { endpoint, username, password }),
        place: `${row.id}/${row.updatedAt}`,
      }
    },
    async save(id: string | undefined, userId: string, config: EngineConfig): Promise<string> {
      egress.checkUrl(config.public_endpoint)
      const before = id ? await own(id, userId) : undefined
      const key = id ?? newId()
      // An empty password keeps the stored one.
      const sealed = secrets.seal(JSON.stringify({ ...config, password: config.password || before?.password || '' }))
      await db
        .insert(engine)
        .values({ id: key, userId, config: sealed, updatedAt: clock.now() })
        .onConflictDoUpdate({ target: engine.id, set: { config: sealed, updatedAt: clock.now() } })
      return key
    },
    async test(config: EngineConfig): Promise<string> {
      const { origin } = egress.checkUrl(config.public_endpoint)
      const account = Buffer.from(`${config.username}:${config.password}`).toString('base64')
      const answer = await egress.fetch(config.public_endpoint, {
        headers: config.username ? { authorization: `Basic ${account}` } : {},
        secretOrigin: origin,
        timeoutMs: 10_000,
        maxBytes: 100_000,
      })
      if (!answer.ok) throw knowledgeErrors.engineRefused({ status: answer.status })
      const about = (await answer.json()) as { version?: { number?: unknown } } | null
      return typeof about?.version?.number === 'string' ? about.version.number : ''
    },
  }
}
export type OutsideService = ReturnType<typeof createOutsideService>
