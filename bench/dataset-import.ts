import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { FileFormat, JobStatus, STORED_HERE } from '../packages/contract/src/shared/dataset-enums.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { cpuMs, processTree, memoryMb, root, startEnv, startFlags, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const PORT = 8976
const LOOP_PORT = 8977
const ROWS = 100_000
const CELL = 'An answer of some length that fills the row. '.repeat(10).trim()

interface Loop {
  late: number
  held: number
  work: number
}
const readLoop = async () => (await (await fetch(`http://127.0.0.1:${LOOP_PORT}`)).json()) as Loop

/** CPU of COPY for the same rows: in stored form into a copy of the table, and in CSV form into a bare table. */
async function copyFloors(pool: pg.Pool, datasetId: string, lines: string[], dir: string) {
  const client = await pool.connect()
  const stored: Buffer[] = []
  const out = client.query(copyTo(`COPY (SELECT * FROM dataset_item WHERE dataset_id = ${datasetId}) TO STDOUT`))
  for await (const piece of out) stored.push(piece as Buffer)
  await client.query('CREATE TABLE bench_stored (LIKE dataset_item INCLUDING ALL)')
  await client.query('CREATE TABLE bench_bare (q text, a text, n bigint)')
  const own = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const cost = async (statement: string, pieces: Iterable<Buffer | string>) => {
    const used = () => cpuMs(processTree(process.pid, dir).filter((pid) => pid !== process.pid)) + own()
    const before = used()
    await pipeline(Readable.from(pieces), client.query(copyFrom(statement)))
    return used() - before
  }
  const text = [`${lines.join('\n')}\n`]
  const floors = {
    stored: await cost('COPY bench_stored FROM STDIN', stored),
    bare: await cost('COPY bench_bare FROM STDIN (FORMAT csv)', text),
  }
  client.release()
  return floors
}

/** Imports a file of 50 MB into a dataset of a production server, and exports it again. */
export async function benchDatasetImport() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const main = path.join(root, 'apps/server/dist/main.js')
  const args = [...startFlags, '--import', path.join(root, 'bench/lib/loop-watch.ts'), main]
  const orrery = await startProcess(args, PORT, {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    LOOP_PORT: String(LOOP_PORT),
    ...startEnv,
  })
  try {
    const studio = await signUp(orrery.url)
    const { spaceId } = studio
    const pids = () => [
      ...new Set([...processTree(orrery.child.pid!), ...processTree(orrery.child.pid!, database.dir)]),
    ]
    const call = <T>(target: string, body: object) => studio.flat<T>(`/api/ml_flow/v2${target}`, body)
    interface Job {
      job: { status: number; errors: { summary: string }[] }
    }
    async function untilFinished(jobId: string) {
      for (;;) {
        const { job } = await studio.get<Job>(`/api/ml_flow/v2/dataset_io_jobs/${jobId}`)
        if (job.status === JobStatus.completed) return
        if (job.status > JobStatus.running) throw new Error(JSON.stringify(job.errors))
        await sleep(100)
      }
    }
    const lines = Array.from({ length: ROWS }, (_, n) => `Question ${n},${CELL} ${n},${n}`)
    const file = new Blob([`q,a,n\n${lines.join('\n')}\n`])
    const form = new FormData()
    form.set('file', file, 'rows.csv')
    const uploaded = await fetch(`${orrery.url}/v1/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${studio.token}` },
      body: form,
    })
    const { data } = (await uploaded.json()) as { data: { id: string; uri?: string } }
    const fields = ['q', 'a'].map((key) => ({ key, name: key }))
    const { datasetID } = await call<{ datasetID: string }>(`/spaces/${spaceId}/datasets`, {
      name: 'imported',
      fields: [...fields, { key: 'n', name: 'n', schemaKey: 2 }],
    })
    await sleep(12_000)
    const idle = memoryMb(pids())
    await readLoop()
    const idleServer = memoryMb(processTree(orrery.child.pid!))
    let most = idle
    let mostServer = idleServer
    const watch = setInterval(() => {
      most = Math.max(most, memoryMb(pids()))
      mostServer = Math.max(mostServer, memoryMb(processTree(orrery.child.pid!)))
    }, 500)
    const before = cpuMs(pids())
    const begun = performance.now()
    const { jobID } = await call<{ jobID: string }>(`/datasets/${datasetID}/import`, {
      file: { provider: STORED_HERE, path: data.uri ?? data.id },
    })
    await untilFinished(jobID)
    const took = (performance.now() - begun) / 1000
    const cpu = cpuMs(pids()) - before
    clearInterval(watch)
    const loop = await readLoop()
    report(
      `import of ${ROWS} rows, ${Math.round(file.size / 1_048_576)} MB`,
      `${took.toFixed(1)} s`,
      '-',
      undefined,
      'goal: under 60 s',
    )
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const floors = await copyFloors(pool, datasetID, lines, database.dir)
    report(
      'import: CPU, beside COPY of its rows',
      seconds(cpu),
      seconds(floors.stored),
      cpu / floors.stored,
      'goal: at most 6x',
    )
    report('import: CPU, beside COPY of the bare file', seconds(cpu), seconds(floors.bare), cpu / floors.bare, '')
    report('import: memory above idle', `${Math.round(most - idle)} MB`, '-', undefined, 'goal: at most 300 MB')
    report('  of which the server', `${Math.round(mostServer - idleServer)} MB`, '-', undefined, 'the rest: PostgreSQL')
    const ms = (value: number) => `${value.toFixed(0)} ms`
    report('import: event loop held up', ms(loop.held), '-', undefined, 'goal: under 20 ms')
    report('  at work without a break', ms(loop.work), '-', undefined, '')
    report('  late, with waits for a processor', ms(loop.late), '-', undefined, 'of what else the machine does')
    const filter = { filterFields: [{ field_name: 'q', query_type: 'match', values: ['99'] }] }
    const times: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const at = performance.now()
      await call(`/datasets/${datasetID}/items/search`, { filter, pageSize: 50 })
      times.push(performance.now() - at)
    }
    report('first page with a filter', `${median(times).toFixed(0)} ms`, '-', undefined, 'goal: under 150 ms')
    const exporting = performance.now()
    const out = await call<{ jobID: string }>(`/spaces/${spaceId}/datasets/${datasetID}/export`, {
      target: { file: { format: FileFormat.csv } },
    })
    await untilFinished(out.jobID)
    report(`export of ${ROWS} rows`, seconds(performance.now() - exporting), '-', undefined, 'goal: under 30 s')
  } finally {
    await orrery.stop()
    await pool.end()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
