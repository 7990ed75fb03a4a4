import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from './after-file.ts'

const places = ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server']
/** The binary of the package `clickhouse-server`, if it is installed. */
export const clickHouseBinary = process.env.CLICKHOUSE_SERVER ?? places.find((place) => existsSync(place))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a real ClickHouse with a data folder of its own. It is stopped after the test file. */
export async function openClickHouseServer() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-clickhouse-'))
  const port = await freePort()
  for (const folder of ['data', 'tmp']) mkdirSync(path.join(dir, folder))
  const config = path.join(dir, 'config.xml')
  writeFileSync(
    config,
    `<yandex><logger><level>warning</level><log>${dir}/log</log><errorlog>${dir}/errors</errorlog></logger>
     <http_port>${port}</http_port><listen_host>127.0.0.1</listen_host><path>${dir}/data/</path><tmp_path>${dir}/tmp/</tmp_path>
     <mark_cache_size>16777216</mark_cache_size><users_config>${dir}/users.xml</users_config>
     <default_profile>default</default_profile><default_database>default</default_database></yandex>`,
  )
  writeFileSync(
    path.join(dir, 'users.xml'),
    `<yandex><profiles><default><max_memory_usage>500000000</max_memory_usage></default></profiles>
     <users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default></users>
     <quotas><default></default></quotas></yandex>`,
  )
  let child: ChildProcess | undefined
  const url = `http://127.0.0.1:${port}/default`
  const start = async () => {
    child = spawn(clickHouseBinary!, [`--config-file=${config}`], { stdio: 'ignore' })
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/?query=SELECT%201`).catch(() => undefined)
      if (answer?.ok) return
      if (child.exitCode !== null) throw new Error('ClickHouse ended at its start')
      await sleep(50)
    }
  }
  const kill = () =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  await start()
  afterFile(async () => {
    await kill()
    rmSync(dir, { recursive: true, force: true })
  })
  return { url, start, kill }
}
