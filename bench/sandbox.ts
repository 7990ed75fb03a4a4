import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rootDir } from '../apps/server/src/kit/config.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import { createFrameReader, encodeFrame } from '../apps/server/src/kit/sandbox/frames.ts'
import { createSandbox, type Language } from '../apps/server/src/kit/sandbox/sandbox.ts'

/**
 * Measures the CPU of one run of a small piece of code, in the server and the sandbox processes together. The floor is
 * the round trip of the same message to an idle process. Linux only, because it reads /proc.
 */
const millisecondsPerTick = 10
const times = (pid: string | number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    own: Number(fields[11]) + Number(fields[12]),
    ended: Number(fields[13]) + Number(fields[14]),
  }
}
function cpuMs(): number {
  const self = process.cpuUsage()
  let ticks = times('self').ended
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const { parent, own, ended } = times(pid)
      if (parent === process.pid) ticks += own + ended
    } catch {
      continue
    }
  return (self.user + self.system) / 1000 + ticks * millisecondsPerTick
}
async function perRun(runs: number, once: () => Promise<unknown>) {
  const [cpu, wall] = [cpuMs(), performance.now()]
  for (let run = 0; run < runs; run++) await once()
  return { cpu: (cpuMs() - cpu) / runs, wall: (performance.now() - wall) / runs }
}

const code: Record<Language, string> = {
  javascript:
    'async function main({ params }) {\n  return { total: params.items.reduce((sum, item) => sum + item.price, 0), name: params.name }\n}',
  python:
    'async def main(args):\n    items = args.params["items"]\n    return {"total": sum(item["price"] for item in items), "name": args.params["name"]}',
}
const params = { name: '订单', items: Array.from({ length: 20 }, (_, at) => ({ id: `item-${at}`, price: at })) }

async function floor(runs: number) {
  const echo =
    'const { readSync, writeSync } = require("node:fs"); const b = Buffer.alloc(65536); for (let n; (n = readSync(0, b)) > 0;) writeSync(1, b, 0, n)'
  const child = spawn(process.execPath, ['-e', echo], { stdio: ['pipe', 'pipe', 'inherit'] })
  let answered: (parts: string[]) => void = () => undefined
  child.stdout.on(
    'data',
    createFrameReader(2 ** 20, (parts) => answered(parts)),
  )
  const ask = async () => {
    const answer = new Promise<string[]>((resolve) => (answered = resolve))
    child.stdin.write(encodeFrame([code.javascript, JSON.stringify(params)]))
    JSON.parse((await answer)[1]!)
  }
  for (let warm = 0; warm < 200; warm++) await ask()
  const cost = await perRun(runs, ask)
  child.kill()
  return cost
}

const sandbox = createSandbox({ cacheDir: path.join(rootDir, '.cache/sandbox'), log: createLog({ level: 'error' }) })
const plans: { language: Language; warmups: number; runs: number }[] = [
  { language: 'javascript', warmups: 100, runs: 1000 },
  { language: 'python', warmups: 2, runs: 20 },
]
const least = await floor(5000)
const line = (name: string, { cpu, wall }: typeof least) =>
  console.log(
    `${name.padEnd(12)} ${cpu.toFixed(3).padStart(9)} ms CPU ${wall.toFixed(3).padStart(9)} ms ${(cpu / least.cpu).toFixed(1).padStart(8)} x floor`,
  )
line('floor', least)
for (const { language, warmups, runs } of plans) {
  const once = () => sandbox.run({ language, code: code[language], params })
  for (let warm = 0; warm < warmups; warm++) await once()
  line(language, await perRun(runs, once))
}
await sandbox.close()
