import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { exactCpuMs, freePort, type Running, startOrrery, startProcess } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const API = '1024'
/** Many short rounds in which the bots alternate, because the speed of the machine varies. */
const ROUNDS = 100
const CALLERS = 10_000
const AT_ONCE = 20
const CHANGES = 10

/** Measures what many versions of a bot cost a turn, and whether two processes choose the same version. */
export async function benchDevopsServing() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-versions-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const modelPort = await freePort()
  const model = await startProcess(['bench/lib/floor-model.ts'], modelPort, { TOKENS: '50', GAP_MS: '2' })
  const env = {
    DATABASE_URL: database.url,
    EGRESS_ALLOW: `127.0.0.1:${modelPort}`,
    API_CALLS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  }
  const [first, second] = [
    await startOrrery(dataDir, await freePort(), env),
    await startOrrery(dataDir, await freePort(), env),
  ]
  try {
    const studio = await signUp(first.url)
    const publish = () => studio.publishBot(`http://127.0.0.1:${modelPort}/v1`)
    const [plain, twin, ruled] = [await publish(), await publish(), await publish()]
    await addRules(studio, ruled)
    await measureTurns(first, dataDir, studio, { plain, twin, ruled })
    await compareProcesses([first, second], studio, ruled)
    await measureChanges([first, second], studio, ruled)
  } finally {
    await Promise.all([first.stop(), second.stop(), model.stop()])
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
const ofBot = ({ spaceId }: Studio, botId: string) => `/api/devops/dp/coze/spaces/${spaceId}/bots/${botId}`
async function addRule(studio: Studio, botId: string, rule: object): Promise<string> {
  const body = { connector_ids: [API], publish_id: crypto.randomUUID(), ...rule }
  const { rule_ids: ids } = await studio.flat<{ rule_ids: string[] }>(
    `${ofBot(studio, botId)}/multi_version/publish`,
    body,
  )
  return ids[0]!
}
/** Adds 50 rules: eight lanes, 41 identifiers and a gray version with a share of 5 %. */
async function addRules(studio: Studio, botId: string) {
  for (let n = 0; n < 8; n += 1) await addRule(studio, botId, { version_type: 1, x_tt_env: `lane-${n}` })
  for (let n = 0; n < 41; n += 1) await addRule(studio, botId, { version_type: 2, version_identifier: `name-${n}` })
  const gray_config = { bucket: { field: { type: 1 }, in_gray: 500 } }
  await addRule(studio, botId, { version_type: 3, gray_config })
}

/** The twin has no rules either: its difference from `plain` is the error of the measurement. */
type Bots = Record<'plain' | 'twin' | 'ruled', string>
async function measureTurns({ url, child }: Running, dataDir: string, studio: Studio, bots: Bots) {
  const turn = async (bot_id: string, user_id: string) => {
    const response = await fetch(`${url}/v3/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` },
      body: JSON.stringify({
        bot_id,
        user_id,
        stream: true,
        additional_messages: [{ role: 'user', content: 'hi', content_type: 'text' }],
      }),
    })
    const text = await response.text()
    if (!text.includes('conversation.chat.completed')) throw new Error(text.slice(0, 300))
  }
  const costOf = async (botId: string, round: number) => {
    const before = exactCpuMs(child.pid!, dataDir)
    // Many turns at once, so that background work of the server and the database hardly counts.
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => turn(botId, `user-${round}-${at}`)))
    // The cost includes writes that happen after the answer.
    await sleep(400)
    return (exactCpuMs(child.pid!, dataDir) - before) / AT_ONCE
  }
  const kinds = Object.keys(bots) as (keyof Bots)[]
  const costs: Record<keyof Bots, number[]> = { plain: [], twin: [], ruled: [] }
  for (const kind of kinds) await costOf(bots[kind], 0)
  for (let round = 1; round <= ROUNDS; round += 1)
    // The order rotates, because the first bot of a round would otherwise have an advantage.
    for (const at of kinds.keys()) {
      const kind = kinds[(at + round) % kinds.length]!
      costs[kind].push(await costOf(bots[kind], round))
    }
  const costIn = (kind: keyof Bots) => middleMean(costs[kind])
  const show = (what: string, kind: keyof Bots, note: string) =>
    report(
      what,
      `${costIn(kind).toFixed(2)} ms CPU`,
      `${costIn('plain').toFixed(2)} ms`,
      costIn(kind) / costIn('plain'),
      note,
    )
  show('a turn of a bot with 50 rules', 'ruled', 'goal: at most 1.02')
  show('  of another one without rules', 'twin', 'error of the measurement')
}

/** The mean without the lowest and the highest quarter, which are distorted by other load. */
function middleMean(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.floor(sorted.length / 4), Math.ceil((sorted.length * 3) / 4))
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
const ruleChosenBy = async (url: string, studio: Studio, botId: string, uid: string) => {
  const response = await fetch(`${url}${ofBot(studio, botId)}/multi_version/choose`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', cookie: studio.cookie() },
    body: JSON.stringify({ connector_id: API, uid }),
  })
  const answer = (await response.json()) as { code: number; data?: { rule_id: string }; rule_id?: string }
  if (answer.code !== 0) throw new Error(JSON.stringify(answer).slice(0, 300))
  return answer.data?.rule_id ?? answer.rule_id ?? ''
}
async function compareProcesses(servers: readonly Running[], studio: Studio, botId: string) {
  let [differ, gray] = [0, 0]
  for (let n = 0; n < CALLERS; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const [one, other] = await Promise.all(
          servers.map(({ url }) => ruleChosenBy(url, studio, botId, `caller-${n + at}`)),
        )
        if (one !== other) differ += 1
        if (one) gray += 1
      }),
    )
  report(`${CALLERS} callers: two processes differ for`, String(differ), '0', undefined, `goal: none; ${gray} get gray`)
}
/** Time from the answer to a change in one process until the other process applies it. */
async function measureChanges([first, second]: readonly [Running, Running], studio: Studio, botId: string) {
  const { active_rules: rules } = await studio.get<{ active_rules: { rule_id: string; version_type: number }[] }>(
    `${ofBot(studio, botId)}/multi_version/rules?query_type=3`,
  )
  const { rule_id: ruleId } = rules.find((rule) => rule.version_type === 3)!
  const times: number[] = []
  for (let n = 0; n < CHANGES; n += 1) {
    const uid = `change-${n}`
    const wanted = n % 2 === 0
    const list = { field: { type: 1 }, values: [uid] }
    const gray_config = {
      bucket: { field: { type: 1 }, in_gray: wanted ? 0 : 10_000 },
      ...(wanted ? { allow_list: list } : { block_list: list }),
    }
    await studio.flat(`${ofBot(studio, botId)}/multi_version/rules/${ruleId}/update_gray`, { gray_config })
    const began = performance.now()
    const isServed = async (url: string) => ((await ruleChosenBy(url, studio, botId, uid)) !== '') === wanted
    if (!(await isServed(first.url))) throw new Error('the process that made the change does not serve it')
    while (!(await isServed(second.url))) await sleep(5)
    times.push(performance.now() - began)
  }
  report(
    'a change is served by the other process after',
    `${Math.max(...times).toFixed(0)} ms`,
    '–',
    undefined,
    'goal: under 1 s',
  )
}
