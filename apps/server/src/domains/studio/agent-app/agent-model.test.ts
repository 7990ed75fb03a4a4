import { type AppPlan, type InterfaceDocument, WorkStatus } from '@orrery/contract'
import { planFromWords } from '@orrery/engine/app-plan'
import { nodesOf } from '@orrery/engine/interface'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openChatLab, type ChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'

/** With a model of its own a space gets plans and changes from it, held to the same rules. */
let lab: ChatLab
let projectId: string
const planned: AppPlan = { ...planFromWords('Track orders with customer and price'), title: 'Shop', questions: [] }
beforeAll(async () => {
  lab = await openChatLab()
})
beforeEach(() => lab.server.reset())
const get = (work_id: string) => lab.owner.api.agentWork.get({ work_id })
const run = (work_id: string) => lab.t.services.agentWorks.run(work_id)
const answer = (value: object) => says(JSON.stringify(value))
async function said(message: string, page_ids: string[] = []) {
  const { work_id } = await lab.owner.api.agentWork.say({ project_id: projectId, message, page_ids })
  await run(work_id)
  return get(work_id)
}
const draft = async () => {
  const { dsl_content } = await lab.owner.api.projectInterface.get({ project_id: projectId })
  return JSON.parse(dsl_content) as InterfaceDocument
}

test('a plan that does not fit is mended, and the tokens are counted', async () => {
  lab.server.script(answer({ ...planned, pages: [] }), answer(planned))
  const { work_id } = await lab.owner.api.agentWork.plan({ space_id: lab.spaceId, description: 'Orders' })
  await run(work_id)
  const work = await get(work_id)
  expect(work).toMatchObject({ status: WorkStatus.waiting, plan: planned, tokens: 36, repairs: 1 })
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('pages')
  await lab.owner.api.agentWork.build({ work_id })
  await run(work_id)
  const done = await get(work_id)
  expect(done.status).toBe(WorkStatus.done)
  projectId = done.project_id
})
test('after three corrections it is given up, with a reason', async () => {
  lab.server.script(...Array.from({ length: 4 }, () => says('Sorry, no.')))
  const { work_id } = await lab.owner.api.agentWork.plan({ space_id: lab.spaceId, description: 'Orders' })
  await run(work_id)
  expect(await get(work_id)).toMatchObject({ status: WorkStatus.failed, repairs: 3, plan: null })
  expect(lab.server.requests).toHaveLength(4)
})
test('a page is edited by the model, inside of its scope alone', async () => {
  const before = await draft()
  const outside = nodesOf(before, 'chat')[0]!
  const inside = nodesOf(before, 'list_orders').find(({ type }) => type === 'heading')!
  const change = (id: string) => ({ edits: [{ path: ['nodes', id, 'props', 'text'], value: 'Hello' }] })
  lab.server.script(
    answer({ steps: [{ kind: 'draw', pages: ['list_orders'], wish: 'say hello' }] }),
    answer(change(outside.id)),
    answer(change(inside.id)),
  )
  const work = await said('Say hello on the list')
  expect(work).toMatchObject({
    status: WorkStatus.done,
    repairs: 1,
    steps: [{ scope: 'page:list_orders', repairs: 1 }],
  })
  const after = await draft()
  expect(after.nodes[inside.id]!.props['text']).toBe('Hello')
  expect(after.nodes[outside.id]).toEqual(before.nodes[outside.id])
  // The model sees the pages of the step and nothing of the others.
  expect(JSON.stringify(lab.server.requests[1]!.body.messages)).not.toContain(outside.id)
  await lab.owner.api.agentWork.undo({ work_id: work.work_id })
  expect(await draft()).toEqual(before)
})
test('a step on another page than the person named changes nothing', async () => {
  const before = await draft()
  lab.server.script(answer({ steps: [{ kind: 'rename', page: 'chat', title: 'Help' }] }))
  expect(await said('Rename it', ['list_orders'])).toMatchObject({
    status: WorkStatus.failed,
    problem: expect.stringContaining('page:chat') as string,
  })
  expect(await draft()).toEqual(before)
})
