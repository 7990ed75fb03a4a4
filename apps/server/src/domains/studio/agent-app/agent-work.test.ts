import {
  type AppPlan,
  ConnectorId,
  type InterfaceDocument,
  PublishRecordStatus,
  StepStatus,
  WorkStatus,
} from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { planFromWords } from '@orrery/engine/app-plan'
import { interfaceProblems, nodesOf, pagesOf } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { agentWork } from './agent-app.table.ts'

let t: TestApp
let owner: Person
let member: Person
let stranger: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
const run = (id: string) => t.services.agentWorks.run(id)
const get = (work_id: string, who = owner) => who.api.agentWork.get({ work_id })
async function planned(description: string) {
  const { work_id } = await owner.api.agentWork.plan({ space_id: spaceId, description })
  await run(work_id)
  return work_id
}
async function built(description: string, change: (plan: AppPlan) => AppPlan = (plan) => plan) {
  const work_id = await planned(description)
  const { plan } = await get(work_id)
  await owner.api.agentWork.build({ work_id, plan: change(plan!) })
  await run(work_id)
  return get(work_id)
}
async function said(project_id: string, message: string, page_ids: string[] = []) {
  const { work_id } = await owner.api.agentWork.say({ project_id, message, page_ids })
  await run(work_id)
  return get(work_id)
}
async function draft(projectId: string): Promise<InterfaceDocument> {
  const { dsl_content } = await owner.api.projectInterface.get({ project_id: projectId })
  return JSON.parse(dsl_content) as InterfaceDocument
}
const inside = async (projectId: string) => {
  const rows = await t.services.projects.inside(projectId)
  return rows.map(({ kind, name }) => `${kind} ${name}`).toSorted()
}
const problems = async (projectId: string) =>
  interfaceProblems(await draft(projectId), await owner.api.projectInterface.targets({ project_id: projectId })).filter(
    ({ isError }) => isError,
  )

describe('an app from a description', () => {
  const words = 'Track orders with customer, price, paid and status (new, sent). With a dashboard and an assistant'
  let projectId: string
  test('is planned, and nothing is created before the person agrees', async () => {
    const work_id = await planned(words)
    const work = await get(work_id)
    expect(work).toMatchObject({ status: WorkStatus.waiting, project_id: '', steps: [], tokens: 0 })
    expect(work.plan).toEqual(planFromWords(words))
    const { id } = (await t.services.agentWorks.get(work_id))!
    expect(await t.services.projects.get((await t.services.agentWorks.get(id)).plannedId).catch(() => 'none')).toBe(
      'none',
    )
  })
  test('gets another plan from the answers of the person', async () => {
    const work_id = await planned('Manage our orders')
    await owner.api.agentWork.answer({ work_id, answers: { fields: 'item, weight', chat: 'No' } })
    await run(work_id)
    const { plan, status } = await get(work_id)
    expect(status).toBe(WorkStatus.waiting)
    expect(plan!.entities[0]!.fields.map(({ name }) => name)).toEqual(['item', 'weight'])
    expect(plan!.pages.map(({ kind }) => kind)).not.toContain('chat')
  })
  test('becomes a project with tables, assistant, bot and pages that pass validation', async () => {
    const work = await built(words, (plan) => ({ ...plan, title: 'Shop' }))
    expect(work).toMatchObject({ status: WorkStatus.done, problem: '' })
    expect(work.steps.every(({ status }) => status === StepStatus.done)).toBe(true)
    projectId = work.project_id
    expect((await t.services.projects.get(projectId)).name).toBe('Shop')
    expect(await inside(projectId)).toEqual(['database orders', 'workflow assistant'])
    expect(await problems(projectId)).toEqual([])
    const document = await draft(projectId)
    expect(pagesOf(document).map(({ title }) => title)).toEqual(work.plan!.pages.map(({ title }) => title))
    const bot = work.steps.find(({ kind }) => kind === 'bot')!
    const { content } = await t.services.bots.getDraft(bot.made_id)
    expect(content.config.prompt_info.prompt).toContain('Track orders')
    expect(content.config.database_list.map(({ table_name }) => table_name)).toEqual(['orders'])
    const page = work.steps.find(({ scope }) => scope === 'page:list_orders')!
    expect(page.diff).toContainEqual({ act: 'add', what: 'page', name: 'Orders' })
  })
  test('works: the table shows what the form adds, and the app can be published', async () => {
    const rows = (request: Parameters<typeof owner.api.projectInterface.rows>[0]['request']) =>
      owner.api.projectInterface.rows({ project_id: projectId, source: 'orders', request })
    await rows({ action: 'insert', values: { customer: 'Ada', price: 2.5, paid: true, status: 'new' } })
    expect((await rows({ action: 'list' })).rows).toMatchObject([{ customer: 'Ada', price: 2.5, status: 'new' }])
    // Publishing validates the whole app: it compiles the chatflow and checks the pages.
    const input = {
      project_id: projectId,
      version_number: 'v1.0.0',
      connector_publish_config: { [ConnectorId.page]: {} },
    }
    const { publish_record_id } = await owner.api.projectPublish.publish(input)
    await t.services.projectPublishing.run(publish_record_id)
    expect(await owner.api.projectPublish.record({ project_id: projectId, publish_record_id })).toMatchObject({
      publish_status: PublishRecordStatus.publishDone,
    })
  })
  test('is changed twice in words, and the second change is undone before the first', async () => {
    const first = await said(projectId, 'Add a field delivery date to orders')
    expect(first).toMatchObject({ status: WorkStatus.done, can_undo: true })
    const before = await draft(projectId)
    const second = await said(projectId, 'Rename the page Orders to Sales')
    expect(second.steps).toMatchObject([{ scope: 'page:list_orders', status: StepStatus.done }])
    expect((await draft(projectId)).pages['list_orders']!.title).toBe('Sales')
    await expect(owner.api.agentWork.undo({ work_id: first.work_id })).rejects.toMatchObject({
      code: ErrorCode.agentApp.cannotUndo,
    })
    const { works } = await owner.api.agentWork.list({ project_id: projectId })
    expect(works.filter(({ can_undo }) => can_undo).map(({ work_id }) => work_id)).toEqual([second.work_id])
    await owner.api.agentWork.undo({ work_id: second.work_id })
    expect(await draft(projectId)).toEqual(before)
    expect((await get(second.work_id)).status).toBe(WorkStatus.undone)
    await owner.api.agentWork.undo({ work_id: first.work_id })
    const { tables } = await owner.api.projectInterface.targets({ project_id: projectId })
    expect(tables[0]!.fields.map(({ name }) => name)).not.toContain('delivery_date')
    await expect(owner.api.agentWork.undo({ work_id: first.work_id })).rejects.toMatchObject({
      code: ErrorCode.agentApp.nothingToUndo,
    })
  })
  test('gets a page with a table of its own, which goes to the bin when the change is undone', async () => {
    const work = await said(projectId, 'Add customers with name, company and phone')
    expect(work.status).toBe(WorkStatus.done)
    expect(await inside(projectId)).toContain('database customers')
    expect(await problems(projectId)).toEqual([])
    await owner.api.agentWork.undo({ work_id: work.work_id })
    expect(await inside(projectId)).not.toContain('database customers')
    expect(await problems(projectId)).toEqual([])
  })
  test('is not changed by a message that the rules cannot interpret; the problem lists what they accept', async () => {
    const before = await draft(projectId)
    const work = await said(projectId, 'Sing a song')
    expect(work).toMatchObject({ status: WorkStatus.failed, problem: expect.stringContaining('message:') as string })
    expect(await draft(projectId)).toEqual(before)
  })
  test('is changed only on the pages that the person named', async () => {
    const work = await said(projectId, 'Rename the page Orders to Sales', ['chat'])
    expect(work).toMatchObject({
      status: WorkStatus.failed,
      problem: expect.stringContaining('page:list_orders') as string,
    })
    expect((await draft(projectId)).pages['list_orders']!.title).toBe('Orders')
  })
})

describe('held work', () => {
  test('is continued by another process after a crash, and creates nothing twice', async () => {
    const work_id = await planned('客户管理，包括姓名、公司、电话')
    await owner.api.agentWork.build({ work_id })
    // The first process crashes at the third step.
    const { db } = t.infra.database
    const services = t.services.agentWorks
    await run(work_id)
    const once = await get(work_id)
    await db.update(agentWork).set({ status: WorkStatus.building, leaseUntil: 0 })
    await db.execute(`UPDATE agent_step SET status = ${StepStatus.working} WHERE work_id = ${work_id} AND n >= 1`)
    const before = await draft(once.project_id)
    const other = await t.another()
    expect(await other.services.agentWorks.run(work_id)).toBe(true)
    const twice = await get(work_id)
    expect(twice.status).toBe(WorkStatus.done)
    expect(twice.steps).toEqual(once.steps)
    expect(await inside(once.project_id)).toEqual(['database customers', 'workflow assistant'])
    expect(await draft(once.project_id)).toEqual(before)
    expect(await services.run(work_id)).toBe(false)
  })
  test('can be stopped and resumed', async () => {
    const work_id = await planned('Only a to-do list')
    await owner.api.agentWork.build({ work_id })
    await owner.api.agentWork.stop({ work_id })
    expect(await run(work_id)).toBe(false)
    expect(await get(work_id)).toMatchObject({ status: WorkStatus.stopped, project_id: '' })
    await expect(owner.api.agentWork.stop({ work_id })).rejects.toMatchObject({ code: ErrorCode.agentApp.notOpen })
    await owner.api.agentWork.build({ work_id })
    await run(work_id)
    expect((await get(work_id)).status).toBe(WorkStatus.done)
  })
})

describe('access and validation', () => {
  test('a description belongs to its author until there is a project', async () => {
    const work_id = await planned('A to-do list')
    for (const who of [member, stranger]) {
      const foreign = await get(work_id, who).catch((cause: unknown) => cause)
      const missing = await get('123456789', who).catch((cause: unknown) => cause)
      expect(foreign).toMatchObject({ status: 404 })
      expect((foreign as Error).message).toBe((missing as Error).message)
    }
    await owner.api.agentWork.build({ work_id })
    await run(work_id)
    expect((await get(work_id, member)).status).toBe(WorkStatus.done)
    await expect(member.api.agentWork.undo({ work_id })).rejects.toMatchObject({ status: 403 })
    await expect(get(work_id, stranger)).rejects.toMatchObject({ status: 404 })
  })
  test('an invalid plan is refused with the name of the field, and changes nothing', async () => {
    const work_id = await planned('Track orders with customer and price')
    const { plan } = await get(work_id)
    const pages = [{ ...plan!.pages[0]!, entity: 'nothing' }]
    await expect(owner.api.agentWork.build({ work_id, plan: { ...plan!, pages } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('plan.pages') as string,
    })
    expect((await get(work_id)).status).toBe(WorkStatus.waiting)
  })
  test('a second change is refused while one is in progress', async () => {
    const work = await built('Only notes with title and content')
    const { project_id } = work
    const { work_id } = await owner.api.agentWork.say({ project_id, message: 'Make the colour green' })
    await expect(owner.api.agentWork.say({ project_id, message: 'Make the colour red' })).rejects.toMatchObject({
      code: ErrorCode.agentApp.alreadyBuilding,
    })
    await run(work_id)
    expect((await draft(project_id)).theme.color).toBe('#188038')
    expect(nodesOf(await draft(project_id)).length).toBeGreaterThan(0)
  })
})
