import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../apps/server/src/kit/log.ts'
import { createRtcHost } from '../apps/server/src/kit/rtc/rtc-host.ts'
import type { RtcLine } from '../apps/server/src/kit/rtc/rtc-line.ts'
import { report } from './lib/report.ts'

const CALLS = 8
const SECONDS = 15
const PACKET_MS = 20
const packet = new Uint8Array(80).fill(0x5a)
const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6

/** CPU of WebRTC calls with sound in both directions, in the WebRTC thread and in the main thread. */
export async function benchWebrtc() {
  const host = createRtcHost(
    { ports: [42_100, 42_199], addresses: ['127.0.0.1'], bind: '127.0.0.1' },
    createLog({ level: 'error' }),
  )
  const callers = fork(path.join(import.meta.dirname, 'lib/rtc-callers.ts'), [String(CALLS)])
  try {
    const [offers] = (await once(callers, 'message')) as [string[]]
    const idle = process.memoryUsage.rss()
    const lines: RtcLine[] = []
    for (const [at, offer] of offers.entries()) lines.push(await host.open(String(at), offer))
    const begun = lines.map((line) => new Promise<void>((resolve) => line.onBegin(resolve)))
    let heard = 0
    for (const line of lines) line.onSound(() => void (heard += 1))
    callers.send(lines.map(({ answer }) => answer))
    await Promise.all(begun)
    const talk = setInterval(() => lines.forEach((line) => line.play(packet)), PACKET_MS)
    await sleep(2000)
    const [all, own, packets] = [process.cpuUsage(), process.threadCpuUsage(), heard]
    await sleep(SECONDS * 1000)
    const per = CALLS * SECONDS
    const [spent, ownSpent] = [seconds(process.cpuUsage(all)), seconds(process.threadCpuUsage(own))]
    const memory = (process.memoryUsage.rss() - idle) / 1024 / 1024
    clearInterval(talk)
    const ms = (value: number) => `${((value / per) * 1000).toFixed(1)} ms`
    report('WebRTC, CPU for a second of a call, in its thread', ms(spent - ownSpent), 'none', undefined, 'none')
    report(
      'WebRTC, CPU for a second of a call, in the thread that serves everybody',
      ms(ownSpent),
      'none',
      undefined,
      'none',
    )
    report(
      'WebRTC, packets heard in a second of a call, of 50',
      ((heard - packets) / per).toFixed(1),
      'none',
      undefined,
      'none',
    )
    report(`WebRTC, memory of the thread with ${CALLS} calls`, `${memory.toFixed(0)} MB`, 'none', undefined, 'none')
  } finally {
    callers.kill()
    await host.close()
  }
}
