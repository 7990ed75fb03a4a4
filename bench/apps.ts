import { setTimeout as sleep } from 'node:timers/promises'
import { type InterfaceDocument, WorkStatus } from '@orrery/contract'
import { chainsOf, fill, interfaceProblems, nodesOf, pagesOf, stepsOf } from '@orrery/engine/interface'
import { readEvents } from '../apps/server/src/testing/read-events.ts'
import { descriptions } from '../packages/engine/src/app-plan/descriptions.ts'
import { report } from './lib/report.ts'
import { openTypedServer, type TypedApi } from './lib/typed-server.ts'

const typed: Record<string, unknown> = {
  number: 3,
  switch: true,
  checkbox: true,
  date: '2026-01-02',
  rating: 4,
  slider: 10,
}
/** Offline, without a model: each description must become an app that passes the checks and whose pages work. */
export async function benchApps() {
  const server = await openTypedServer(8952)
  const { api } = server.client()
  const wrong: string[] = []
  const from = performance.now()
  try {
    await api.passport.register({ email: 'apps@example.test', password: 'correct horse 7' })
    const space_id = (await api.space.create({ name: 'Apps' })).id
    for (const { words } of descriptions) {
      const fault = await buildAndUse(api, space_id, words).catch((cause: unknown) => String(cause))
      if (fault) wrong.push(`${words}: ${fault}`)
    }
  } finally {
    await server.close()
  }
  const { length } = descriptions
  const each = (performance.now() - from) / length
  report(`${length} descriptions, offline`, `${length - wrong.length} work`, `${length}`, undefined, 'goal: all')
  report('  time each, planned, built and walked, ms', each.toFixed(0), '', undefined, '')
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

async function buildAndUse(api: TypedApi, space_id: string, description: string): Promise<string> {
  const { work_id } = await api.agentWork.plan({ space_id, description })
  const until = async (...ends: number[]) => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
      const work = await api.agentWork.get({ work_id })
      if (ends.includes(work.status)) return work
    }
    throw new Error('it did not end')
  }
  const { plan } = await until(WorkStatus.waiting, WorkStatus.failed)
  if (!plan) return 'no plan'
  await api.agentWork.build({ work_id, plan })
  const { status, problem, project_id } = await until(WorkStatus.done, WorkStatus.failed)
  if (status !== WorkStatus.done) return problem
  const { dsl_content } = await api.projectInterface.get({ project_id })
  const document = JSON.parse(dsl_content) as InterfaceDocument
  const facts = await api.projectInterface.targets({ project_id })
  const problems = interfaceProblems(document, facts).filter(({ isError }) => isError)
  if (problems.length > 0) return problems.map(({ code }) => code).join()
  if (pagesOf(document).length !== plan.pages.length) return `${pagesOf(document).length} pages`
  return use(api, project_id, document)
}

/** Uses the app as a person would: submits each form, lists each table, reads the figures, runs the workflows. */
async function use(api: TypedApi, project_id: string, document: InterfaceDocument): Promise<string> {
  const scope: Record<string, unknown> = { var: {}, user: {}, page: { id: '', params: {} } }
  for (const { type, name, props } of nodesOf(document)) {
    const [option] = Array.isArray(props['options']) ? props['options'] : []
    scope[name] = { value: option ?? typed[type] ?? 'Some words' }
  }
  const list = async (source: string) => {
    const answer = await api.projectInterface.rows({
      project_id,
      source,
      request: { action: 'list', page: 1, search: '' },
    })
    return answer.rows
  }
  for (const { chain } of chainsOf(document))
    for (const step of stepsOf(chain)) {
      if (step.type === 'insert') {
        const before = (await list(step.source)).length
        const values = fill(step.values, scope) as Record<string, string>
        await api.projectInterface.rows({ project_id, source: step.source, request: { action: 'insert', values } })
        const after = await list(step.source)
        if (after.length !== before + 1) return `the form of ${step.source} added nothing`
      }
      const source = step.type === 'run' ? document.sources[step.source] : undefined
      if (step.type === 'run' && source?.kind === 'workflow') {
        const inputs = fill(source.inputs, scope) as Record<string, unknown>
        const events = await readEvents(
          await api.projectInterface.run({ project_id, source: step.source, inputs } as never),
        )
        if (!events.some(({ event }) => event === 'done')) return `the flow ${step.source} gave no answer`
      }
    }
  for (const [name, { kind }] of Object.entries(document.sources))
    if (kind === 'table') scope[name] = { data: await list(name), hasMore: false, loading: false, error: '' }
  for (const node of nodesOf(document)) {
    if (node.type === 'table' && (scope[String(node.props['source'])] as { data: unknown[] }).data.length === 0)
      return 'a table is empty after its form was filled in'
    if (node.type === 'figure') {
      const value = fill(node.props['value'], scope)
      if (!/^\d/.test(String(value))) return `a figure shows ${String(value)}`
    }
    if (node.type === 'chat' && !node.props['target']) return 'the chat is with nobody'
  }
  return ''
}
