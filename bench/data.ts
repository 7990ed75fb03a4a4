import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '@orrery/engine'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/kit/config.ts'
import { openInfra } from '../apps/server/src/kit/infra.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { cpuMs, processTree } from './lib/processes.ts'
import { report } from './lib/report.ts'

const CALLS = 1000
const IMPORT_ROWS = 100_000

/** Compares a database node with the bare SQL statement, and a large import with a bare insert. */
export async function benchData() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbedded(dataDir)
  const config = { ...readConfig({ DATA_DIR: dataDir }, []), webDir: undefined }
  const infra = await openInfra(config, server.url, createLog({ level: 'error' }))
  const { services, start } = buildApp(infra)
  await start()
  const { pool } = infra.database

  await services.passport.register(
    { email: 'bench@example.test', password: 'correct horse 7' },
    { address: '', userAgent: '' },
  )
  const userId = (await pool.query<{ id: string }>('SELECT id FROM app_user')).rows[0]!.id
  const { id: spaceId } = await services.spaces.createTeam(userId, 'Bench', '', '')
  const make = (name: string) =>
    services.databases.create({
      spaceId,
      userId,
      name,
      description: '',
      iconUri: '',
      mode: 1,
      promptDisabled: false,
      fields: [
        { name: 'word', type: 1, desc: '', must_required: false, id: 0, alterId: 0 },
        { name: 'n', type: 2, desc: '', must_required: false, id: 0, alterId: 0 },
      ],
    })
  const { head } = await make('bench')
  const nodes = services.workflowPorts.database!
  const call = { mode: 'debug', context: { spaceId, userId } } as unknown as Call
  const pids = () => [...new Set([...processTree(process.pid), ...processTree(process.pid, server.dir)])]
  const cpuOf = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < 200; n += 1) await work(-n)
    const before = cpuMs(pids())
    for (let n = 0; n < CALLS; n += 1) await work(n)
    return (cpuMs(pids()) - before) / CALLS
  }
  await pool.query('CREATE TABLE bench_floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word text, n bigint)')
  const floorInsert = await cpuOf((n) =>
    pool.query('INSERT INTO bench_floor (word, n) VALUES ($1, $2) RETURNING *', ['x', n]),
  )
  const insert = await cpuOf(async (n) => nodes.insert({ databaseId: head.id, values: { word: 'x', n } }, call))
  report(
    'node insert: CPU',
    `${insert.toFixed(2)} ms`,
    `${floorInsert.toFixed(2)} ms`,
    insert / floorInsert,
    'goal: at most 3 ms',
  )
  const floorSelect = await cpuOf(() => pool.query('SELECT * FROM bench_floor ORDER BY id LIMIT 10'))
  const request = { databaseId: head.id, filter: undefined, fields: [], orderBy: [], limit: 10 }
  const select = await cpuOf(async () => nodes.select(request, call))
  report(
    'node select of 10 rows: CPU',
    `${select.toFixed(2)} ms`,
    `${floorSelect.toFixed(2)} ms`,
    select / floorSelect,
    'goal: at most 3 ms',
  )

  const { head: target } = await make('imported')
  const lines = Array.from({ length: IMPORT_ROWS }, (_, n) => `word ${n},${n}`)
  const bytes = Buffer.from(`word,n\n${lines.join('\n')}`)
  const file = await services.uploads.store({ userId, scene: 'file', name: 'rows.csv', bytes })
  const begun = performance.now()
  await services.databaseImports.submit(target.id, true, userId, file.key, { sheet: 0, header: 0, start: 1 })
  for (;;) {
    const state = (await services.databaseImports.progress(target.id, true))?.state
    if (state === 'done') break
    if (state === 'failed') throw new Error('the import failed')
    await sleep(50)
  }
  const took = (performance.now() - begun) / 1000
  const floorBegun = performance.now()
  await pool.query('INSERT INTO bench_floor (word, n) SELECT $1 || g, g FROM generate_series(1, $2::int) g', [
    'word ',
    IMPORT_ROWS,
  ])
  const floor = (performance.now() - floorBegun) / 1000
  report(
    `import of ${IMPORT_ROWS} rows`,
    `${took.toFixed(1)} s`,
    `${floor.toFixed(1)} s`,
    took / floor,
    'goal: under 20 s',
  )

  await infra.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
