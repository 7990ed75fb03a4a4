import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorId, PaperState, PublishRecordStatus, TranslationState, WorkStatus } from '@orrery/contract'
import type { InterfaceDocument } from '@orrery/contract'
import { pdfOf } from '#domains/resources/knowledge/testing/hostile-files.ts'
import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

export interface BuilderKills {
  works: number
  /** Number of edits that the server acknowledged. */
  edits: number
  /** Work that did not finish, finished partially, or was done twice. */
  wrong: string[]
}
const PATIENCE_MS = 120_000
const PAGES = ['The planets move around the sun.', 'Comets are far away.', 'The moon is near.']
const WORDS = 'Track orders with customer, price, paid and status (new, sent). With a dashboard and an assistant'

interface Round {
  spaceId: string
  n: number
  acknowledged: { count: number }
}

/**
 * Runs two processes and kills one in each round while someone draws, a project is published, an app is built from a
 * description, a package is built and a paper is translated. Afterwards everything acknowledged exists exactly once,
 * and all work has finished.
 */
export async function runBuilderKills(field: KillField, rounds: number): Promise<BuilderKills> {
  const acknowledged = { count: 0 }
  const kills = await runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    prepare: () => Promise.resolve({}),
    begin: (api, { spaceId, n }) => beginAll(api, { spaceId, n, acknowledged }),
  })
  return { ...kills, edits: acknowledged.count }
}

const beginAll = async (api: Api, round: Round): Promise<StartedWork[]> => [
  // The drawing continues while the other work is started.
  await beginDrawing(api, round),
  await beginTranslation(api, round),
  await beginPublication(api, round),
  await beginApp(api, round),
  beginPackage(api, round),
]
async function newInterface(api: Api, { spaceId, n }: Round, name: string) {
  const { project_id } = await api.project.create({ space_id: spaceId, name: `${name} ${n}` })
  const { channel_map } = await api.projectInterface.create({ project_id })
  return { project_id, sandbox_id: channel_map['1']!.sandbox_id }
}
const textNode = (order: string, name: string, text: string) => ({
  path: ['nodes', name],
  value: { page: 'home', parent: '', order, type: 'text', name, props: { text }, visible: '', phone: {}, events: {} },
})
const documentOf = async (api: Api, project_id: string) =>
  JSON.parse((await api.projectInterface.get({ project_id })).dsl_content) as InterfaceDocument

/** Sends one edit after the other until the process is killed. */
async function beginDrawing(api: Api, round: Round): Promise<StartedWork> {
  const { project_id, sandbox_id } = await newInterface(api, round, 'Drawing')
  const kept: string[] = []
  const drawing = (async () => {
    for (let at = 0; at < 2000; at += 1) {
      const name = `node_${at}`
      const edits = [textNode(`n${String(at).padStart(4, '0')}i`, name, `Text ${at}`)]
      const action = JSON.stringify({ batch: `${round.n}-${at}`, since: at })
      await api.projectInterface.update({ sandbox_id, crdt_history: JSON.stringify(edits), action })
      kept.push(name)
      round.acknowledged.count += 1
    }
  })().catch(() => {})
  return {
    name: `drawing ${round.n}`,
    isOver: () => drawing.then(() => true),
    async fault(later) {
      const { nodes } = await documentOf(later, project_id)
      const lost = kept.filter((name) => !nodes[name])
      // Only the edit in flight may have arrived without an acknowledgement.
      const more = Object.keys(nodes).length - kept.length
      return lost.length > 0 ? `${lost.length} of ${kept.length} edits are gone` : more > 1 ? `${more} too many` : ''
    },
  }
}
async function beginPublication(api: Api, round: Round): Promise<StartedWork> {
  const { project_id, sandbox_id } = await newInterface(api, round, 'Publication')
  const edits = [textNode('a', 'hello', 'Hello')]
  await api.projectInterface.update({ sandbox_id, crdt_history: JSON.stringify(edits) })
  const { publish_record_id } = await api.projectPublish.publish({
    project_id,
    version_number: 'v1.0.0',
    connector_publish_config: { [ConnectorId.page]: {} },
  } as never)
  const state = (later: Api) => later.projectPublish.record({ project_id, publish_record_id } as never)
  const ends: number[] = [
    PublishRecordStatus.publishDone,
    PublishRecordStatus.packFailed,
    PublishRecordStatus.auditNotPass,
  ]
  return {
    name: `publication ${round.n}`,
    isOver: async (later) => ends.includes((await state(later)).publish_status ?? -1),
    async fault(later) {
      if ((await state(later)).publish_status !== PublishRecordStatus.publishDone) return 'it failed'
      const { history_list } = await later.project.history({ project_id } as never)
      if (history_list.length !== 1) return `${history_list.length} versions`
      const { links } = await later.share.links({ resource_id: project_id })
      return links.some(({ connector_id }) => connector_id === ConnectorId.page) ? '' : 'there is no public page'
    },
  }
}
async function beginApp(api: Api, { spaceId, n }: Round): Promise<StartedWork> {
  const { work_id } = await api.agentWork.plan({ space_id: spaceId, description: WORDS })
  const get = (later: Api) => later.agentWork.get({ work_id })
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100))
    if ((await get(api)).status === WorkStatus.waiting) break
  const { plan } = await get(api)
  await api.agentWork.build({ work_id, plan: { ...plan!, title: `App ${n}` } })
  const ended: number[] = [WorkStatus.done, WorkStatus.failed, WorkStatus.stopped]
  return {
    name: `app ${n}`,
    isOver: async (later) => ended.includes((await get(later)).status),
    async fault(later) {
      const { status, problem, project_id, steps } = await get(later)
      if (status !== WorkStatus.done) return problem || `ended as ${status} without a reason`
      const facts = await later.projectInterface.targets({ project_id })
      const made = [...facts.tables, ...facts.workflows].map(({ name }) => name).toSorted()
      if (made.join() !== 'assistant,orders') return `it has ${made.join()}`
      const document = await documentOf(later, project_id)
      const pages = Object.keys(document.pages).length
      return pages === steps.filter(({ kind }) => kind === 'page').length ? '' : `${pages} pages`
    },
  }
}
/** Killed before it answers, the upload has to be stored as a whole or not at all. */
function beginPackage(api: Api, { spaceId, n }: Round): StartedWork {
  const parts = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`part${at}.ts`, `export const part${at} = ${at} // ${'x'.repeat(5000)}`]),
  )
  const imports = Object.keys(parts).map((name, at) => `import { part${at} } from './${name}'`)
  const upload = (to: Api) =>
    to.componentPackage.upload({
      space_id: spaceId,
      name: `pack-${n}`,
      version_name: '1.0.0',
      title: 'Pack',
      components: [{ name: 'shown', title: 'Shown', props: [], events: [] }],
      files: {
        ...parts,
        'index.ts': `${imports.join('\n')}\nexport const shown = (root) => { root.textContent = String(part29) }`,
      },
    })
  const answer = upload(api).then(
    () => true,
    () => false,
  )
  const listed = async (later: Api) =>
    (await later.agentAppPackage.list({ space_id: spaceId, package_name: `pack-${n}` } as never)).package_list.filter(
      ({ package_name }) => package_name === `pack-${n}`,
    ).length
  return {
    name: `package ${n}`,
    isOver: () => answer.then(() => true),
    async fault(later) {
      const count = await listed(later)
      if ((await answer) && count !== 1) return `acknowledged, and listed ${count} times`
      if (count === 0) await upload(later)
      return (await listed(later)) === 1 ? '' : 'listed more than once'
    },
  }
}
async function beginTranslation(api: Api, { spaceId, n }: Round): Promise<StartedWork> {
  const data = new File([new Uint8Array(pdfOf(PAGES.map((text) => `${text} ${n}`)))], `paper-${n}.pdf`)
  const { uri } = await api.deskPaper.upload({ data })
  const { paper_id, dataset_id, document_id } = await api.deskPaper.analyse({ uri, name: `Paper ${n}` })
  const { instance_id } = await api.desk.create({
    agent_id: 'reader',
    name: `Paper ${n}`,
    space_id: spaceId,
    init_param: { paper_id, dataset_id, document_id },
  })
  await api.deskPaper.translate({ agent_id: 'reader', instance_id })
  const state = (later: Api) => later.deskPaper.translation({ agent_id: 'reader', instance_id })
  const reading = async (later: Api) =>
    (await later.deskPaper.progress({ dataset_id, document_ids: [document_id] })).data_list[0]
  return {
    name: `translation ${n}`,
    isOver: async (later) =>
      (await state(later)).task_status >= TranslationState.done &&
      (await reading(later))?.status !== PaperState.processing,
    async fault(later) {
      const { task_status, result, problem } = await state(later)
      const reasons = [problem, ...result.map((page) => page.problem)].filter(Boolean).join('; ')
      if (task_status !== TranslationState.done) return `ended as ${task_status}: ${reasons || 'without a reason'}`
      const paper = await reading(later)
      if (paper?.status !== PaperState.ready) return `the paper was not read: ${paper?.status_descript ?? 'gone'}`
      const numbers = result.map((page) => page.page_no).toSorted()
      return numbers.join() === '1,2,3' ? '' : `pages ${numbers.join()}`
    },
  }
}
