import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { ReleaseTaskStatus } from '@orrery/contract/shared/prompt-enums'
import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

export interface PromptKills {
  works: number
  /** Work that was lost, duplicated or stuck, and versions served twice. */
  wrong: string[]
}
const ROWS = 44
/** Rows over which a gate judges two versions. */
const GATE_ROWS = 6
const PATIENCE_MS = 120_000
const text = (content: string) => ({ prompt_text: { message_list: [{ message_type: 1 as const, content }] } })

/**
 * Runs two processes and kills one in each round at a random moment during release tasks, a batch run, an optimisation
 * and the saving of a draft. Afterwards each is complete, and every place serves exactly one version.
 */
export async function runPromptKills(field: KillField, rounds: number): Promise<PromptKills> {
  return runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    async prepare(api, spaceID) {
      const datasetID = await newRows(api, spaceID, 'Rows', ROWS)
      const gateRows = await newRows(api, spaceID, 'Gate', GATE_ROWS)
      const code = 'function evaluate({ output }) { return { score: output ? 1 : 0 } }'
      const { evaluator_version_id: judge } = await api.traceTasks.createEvaluator({
        workspace_id: spaceID,
        name: 'Judge',
        content: { kind: 'code', language: 'javascript', code },
      })
      return { datasetID, gateRows, judge }
    },
    async begin(api, { made, spaceId, n }) {
      const round = { spaceId, ...made, n }
      const works = [await beginBatch(api, round), await beginOptimise(api, round), await beginJudged(api, round)]
      for (const begin of [beginRelease, beginDraft]) {
        const { work, ended } = await begin(api, round)
        works.push({ ...work, ended })
      }
      return works
    },
  })
}

interface Round {
  spaceId: string
  datasetID: string
  gateRows: string
  judge: string
  n: number
}
async function newRows(api: Api, spaceID: string, name: string, count: number): Promise<string> {
  const { datasetID } = await api.dataset.create({ spaceID, name, fields: [{ name: 'word', contentType: 1 as const }] })
  const items = Array.from({ length: count }, (_, n) => ({ data: [{ name: 'word', content: `word ${n}` }] }))
  await api.datasetItem.addMany({ datasetID, items })
  return datasetID
}
async function newPrompt(api: Api, { spaceId, n }: Round, name: string, versions: number): Promise<string> {
  const { prompt_id } = await api.promptManage.create({
    space_id: spaceId,
    display_name: `${name} ${n}`,
    prompt_key: `${name}.${n}`,
    prompt_input: { variables: [{ key: 'word' }] },
    ...text('Repeat {{word}}'),
  })
  for (let at = 1; at <= versions; at += 1) {
    await api.promptManage.save({ prompt_id, ...text(`Repeat {{word}} ${at}`) })
    await api.promptManage.publish({ prompt_id, version: `${at}.0.0` })
  }
  return prompt_id
}

async function beginBatch(api: Api, round: Round): Promise<StartedWork> {
  const prompt_id = await newPrompt(api, round, 'batch', 1)
  const { datasetID: dataset_id, judge: evaluator_version_id } = round
  const { task_id } = await api.promptBatch.start({ prompt_id, dataset_id, evaluator_version_id })
  const read = async (later: Api) => later.promptBatch.rows({ prompt_id, batch_id: task_id, page_size: 100 })
  return {
    name: `batch ${round.n}`,
    isOver: async (later) => (await read(later)).batch.status !== 'open',
    async fault(later) {
      const { batch, rows } = await read(later)
      const ids = new Set(rows.map(({ item_id }) => item_id))
      const judged = rows.filter(({ score }) => score === 1).length
      const counts = [rows.length, ids.size, judged, batch.done]
      const isWhole = batch.status === 'done' && counts.every((count) => count === ROWS)
      return isWhole ? '' : `${batch.status}; rows, different ones, judged, counted: ${counts.join(', ')}`
    },
  }
}
async function beginOptimise(api: Api, round: Round): Promise<StartedWork> {
  const prompt_id = await newPrompt(api, round, 'optimise', 1)
  const { task } = await api.promptOptimise.create({
    display_name: 'Kill',
    target: { prompt: { prompt_id, prompt_version: '1.0.0' } },
    annotated_dataset: { dataset_id: round.datasetID },
    eval_strategy: { strategy: 1 },
    budget: { calls: 120 },
  })
  const ids = { task_id: task.id, execution_id: (await api.promptOptimise.exec({ task_id: task.id })).execution.id }
  const read = async (later: Api) => (await later.promptOptimise.run(ids)).execution
  return {
    name: `optimise ${round.n}`,
    isOver: async (later) => (await read(later)).status > 2,
    async fault(later) {
      const { status, calls, problem } = await read(later)
      return status === 5 && calls <= 120 ? '' : `status ${status}, ${calls} calls ${problem}`
    },
  }
}
/** A release that waits for a judge. The remaining process has to continue it. */
async function beginJudged(api: Api, round: Round): Promise<StartedWork> {
  const { spaceId: space_id, gateRows: dataset_id, judge: evaluator_version_id } = round
  const prompt_id = await newPrompt(api, round, 'judged', 2)
  const place = { env: 2 as const, label: 'production' }
  await api.promptRelease.release({ prompt_id, version: '1.0.0', ...place })
  await api.promptGate.set({ space_id, prompt_id, gate: { dataset_id, evaluator_version_id } })
  const release_resources = [{ prompt_id, prompt_version: '2.0.0' }]
  const { release_task_id } = await api.promptReleaseTask.create({ space_id, release_resources, ...place })
  const read = async (later: Api) => (await later.promptReleaseTask.get({ release_task_id })).release_task
  return {
    name: `judged release ${round.n}`,
    isOver: async (later) => (await read(later)).status !== ReleaseTaskStatus.inProgress,
    async fault(later) {
      const { status } = await read(later)
      const { infos } = await later.promptRelease.list({ prompt_id, status: 1 })
      const versions = infos.map(({ version }) => version).join(' and ')
      const isWhole = status === ReleaseTaskStatus.finished && versions === '2.0.0'
      return isWhole ? '' : `status ${status}, serves ${versions}`
    },
  }
}
/** Releases three prompts in one task: all of them change, or none. */
async function beginRelease(api: Api, round: Round) {
  const { spaceId } = round
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push(await newPrompt(api, round, `release.${name}`, 2))
  for (const prompt_id of ids)
    await api.promptRelease.release({ prompt_id, version: '1.0.0', env: 2, label: 'production' })
  const release_resources = ids.map((prompt_id) => ({ prompt_id, prompt_version: '2.0.0' }))
  const bucket = { field: { type: 1 as const }, in_gray: 1000 }
  const steps = async () => {
    const { release_task_id } = await api.promptReleaseTask.create({
      space_id: spaceId,
      release_resources,
      env: 2,
      label: 'production',
      release_config: { if_gray_release: true, gray_release_config: { bucket } },
    })
    await canaryEnds(api, release_task_id)
    await api.promptReleaseTask.rollback({ release_task_id })
  }
  const work: StartedWork = {
    name: `release ${round.n}`,
    isOver: async () => true,
    async fault(later) {
      const queries = ['a', 'b', 'c'].map((name) => ({ prompt_key: `release.${name}.${round.n}`, label: 'production' }))
      const { items } = await later.promptServe.mget({ workspace_id: spaceId, queries })
      const served = new Set(items.map(({ prompt }) => prompt.version))
      if (served.size !== 1) return `serves ${[...served].join(' and ')}`
      const online = await Promise.all(
        ids.map(async (prompt_id) => (await later.promptRelease.list({ prompt_id, status: 1 })).infos.length),
      )
      if (online.some((count) => count !== 1)) return `${online.join(', ')} releases online`
      const { release_tasks: tasks } = await later.promptReleaseTask.list({ space_id: spaceId, prompt_id: ids[0]! })
      const gray = (await later.promptRelease.list({ prompt_id: ids[0]!, status: 4 })).infos.length
      const [task] = tasks
      const isGray = task?.status === ReleaseTaskStatus.gray
      if (gray !== (isGray ? 1 : 0)) return 'the task and what is served differ'
      if (isGray) await canaryEnds(later, task.id)
      return task && !restStatuses.includes(task.status) ? `is left with status ${task.status}` : ''
    },
  }
  // The steps are not awaited, so that the kill can happen at any time.
  return { work, ended: steps().catch(() => undefined) }
}
/** Releases the canary to all users. A stuck task refuses that. */
const canaryEnds = (api: Api, release_task_id: string) =>
  api.promptReleaseTask.trigger({ release_task_id, subtask_key: 'canary', trigger_operation: 4 })
/** The states in which a task may end here: waiting for a person, or finished. */
const restStatuses: readonly number[] = [
  ReleaseTaskStatus.gray,
  ReleaseTaskStatus.finished,
  ReleaseTaskStatus.rolledBack,
]
/** Saves a draft repeatedly. The last acknowledged save, or a later one, must not be lost. */
async function beginDraft(api: Api, round: Round) {
  const prompt_id = await newPrompt(api, round, 'draft', 0)
  let acknowledged = 0
  const type = async () => {
    for (let turn = 1; ; turn += 1) {
      await api.promptManage.save({ prompt_id, ...text(`Draft ${turn}`) })
      acknowledged = turn
    }
  }
  const work: StartedWork = {
    name: `draft ${round.n}`,
    isOver: async () => true,
    async fault(later) {
      const { prompt } = await later.promptManage.get({ prompt_id, personal_draft: true })
      const kept = Number(/Draft (\d+)/.exec(prompt.prompt_text?.message_list?.[0]?.content ?? '')?.[1] ?? 0)
      return kept >= acknowledged ? '' : `has ${kept}, acknowledged ${acknowledged}`
    },
  }
  return { work, ended: type().catch(() => undefined) }
}

const SHARE = 2500
const AT_A_TIME = 50
export interface GrayAgreement {
  users: number
  /** Number of users in the share of the new version. */
  inGray: number
  /** Number of users who get different versions from the two processes. */
  differ: number
}

/** Requests the version of each user from two processes. */
export async function compareGray(field: KillField, users: number): Promise<GrayAgreement> {
  const servers = [await field.start(), await field.start()] as const
  const account = { email: 'gray@example.test', password: 'correct horse 7' }
  const clients = servers.map(({ url }) => field.client(url))
  await clients[0]!.passport.register(account)
  await clients[1]!.passport.login(account)
  const api = clients[0]!
  const spaceId = (await api.space.create({ name: 'Gray' })).id
  const round = { spaceId, datasetID: '', gateRows: '', judge: '', n: 0 }
  const prompt_id = await newPrompt(api, round, 'gray', 2)
  const gray_release_config = { bucket: { field: { type: 1 as const }, in_gray: SHARE } }
  await api.promptRelease.release({ prompt_id, version: '1.0.0', env: 2 })
  await api.promptRelease.release({ prompt_id, version: '2.0.0', env: 2, gray_release_config })
  const [here, there] = await Promise.all(clients.map((client) => hitsOf(client, spaceId, users)))
  for (const server of servers) await server.kill()
  return {
    users,
    inGray: here!.filter(Boolean).length,
    differ: here!.filter((isHit, at) => isHit !== there![at]).length,
  }
}
async function hitsOf(api: Api, space_id: string, users: number): Promise<boolean[]> {
  const hits: boolean[] = []
  const ask = async (uid: string): Promise<boolean> => {
    const asked = { space_id, prompt_key: 'gray.0', traffic: JSON.stringify({ uid }) }
    for (;;) {
      const answer = await api.promptServe.evalVersion(asked).catch((cause: { code?: number }) => cause)
      if ('hit' in answer) return answer.hit
      // The number of requests of a space per second is limited.
      if (answer.code !== ErrorCode.loopPrompt.tooManyReads) throw answer
      await sleep(100)
    }
  }
  for (let at = 0; at < users; at += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, users - at) }, (_, n) => `user-${at + n}`)
    hits.push(...(await Promise.all(some.map(ask))))
  }
  return hits
}
