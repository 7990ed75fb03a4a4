import path from 'node:path'
import type { Blobs } from './blobs/blobs.ts'
import { type Browser, createBrowser } from './browser/browser.ts'
import { folderBlobs } from './blobs/folder.ts'
import { s3Blobs } from './blobs/s3.ts'
import { type Bus, openBus } from './bus.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, migrate, openDatabase } from './db.ts'
import { createEgress, type Egress } from './egress/egress.ts'
import { createIds, type NewId } from './ids.ts'
import { type Jobs, startJobs } from './jobs.ts'
import type { Log } from './log.ts'
import { createMail, type Mail } from './mail.ts'
import { type Builder, createBuilder } from './sandbox/builder.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import { createSecrets, loadKey, type Secrets } from './secrets.ts'

/** Everything external that a domain may need. Created once and passed to app.ts. */
export interface Infra {
  config: Config
  log: Log
  clock: Clock
  database: Database
  bus: Bus
  jobs: Jobs
  blobs: Blobs
  secrets: Secrets
  egress: Egress
  sandbox: Sandbox
  builder: Builder
  browser: Browser
  mail: Mail
  newId: NewId
  /** Registers a callback to run once before anything is closed, for parts that hold state in memory. */
  onClose(finish: () => Promise<void>): void
  close(): Promise<void>
}

export async function openInfra(
  config: Config,
  databaseUrl: string,
  log: Log,
  clock: Clock = systemClock,
): Promise<Infra> {
  const database = openDatabase(databaseUrl)
  const applied = await migrate(database.pool)
  if (applied.length) log.info({ applied }, 'migrated')
  const { rows } = await database.pool.query<{ n: string }>("SELECT nextval('process_number') AS n")
  const [bus, jobs] = await Promise.all([openBus(databaseUrl, database.pool, log), startJobs(databaseUrl, log)])
  const egress = createEgress({ allow: config.egressAllow, log })
  const cacheDir = config.cacheDir ?? path.join(config.dataDir, 'cache')
  const sandbox = createSandbox({
    cacheDir,
    log,
    maxTimeoutMs: () => config.mostCodeMs,
    pythonSpares: config.pythonSpares,
  })
  const builder = createBuilder({ cacheDir, log })
  const browser = createBrowser({ path: config.chromePath, log })
  const finishers: (() => Promise<void>)[] = []
  return {
    config,
    log,
    clock,
    database,
    bus,
    jobs,
    egress,
    sandbox,
    builder,
    browser,
    blobs: config.s3 ? s3Blobs(config.s3) : folderBlobs(path.join(config.dataDir, 'blobs')),
    secrets: createSecrets(loadKey(config.dataDir, config.secretKey)),
    mail: createMail(config.smtp, config.publicUrl),
    newId: createIds(Number(rows[0]!.n), () => clock.now()),
    onClose: (finish) => void finishers.push(finish),
    async close() {
      for (const finish of finishers) await finish().catch((cause: unknown) => log.error({ err: cause }, 'closing'))
      await jobs.stop()
      await Promise.all([bus.close(), sandbox.close(), builder.close(), browser.close(), egress.close()])
      await database.close()
    },
  }
}
