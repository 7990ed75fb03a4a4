import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { greeting } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Team' })).id
})
interface Canvas {
  nodes: { id: string; type: string; data: Record<string, never> }[]
  edges: { sourceNodeID: string; targetNodeID: string }[]
}

describe('an image flow', () => {
  test('starts with a canvas that generates a picture from its input and returns the picture', async () => {
    const { workflow_id } = await me.api.workflow.create({ name: 'Poster', space_id: spaceId, flow_mode: 1 })
    const { workflow } = await me.api.workflow.canvas({ workflow_id })
    expect(workflow.flow_mode).toBe(1)
    const { nodes, edges } = JSON.parse(workflow.schema_json!) as Canvas
    expect(nodes.map(({ type }) => type)).toEqual(['1', '16', '2'])
    expect(edges.map(({ sourceNodeID, targetNodeID }) => [sourceNodeID, targetNodeID])).toEqual([
      [nodes[0]!.id, nodes[1]!.id],
      [nodes[1]!.id, nodes[2]!.id],
    ])
    const { data } = await me.api.workflowStudio.validateSchema({ schema: workflow.schema_json! })
    expect(data).toEqual([])
  })

  test('is found by its mode, stays an image flow when copied, and has titles in the language of its author', async () => {
    const { workflow_id } = await me.api.workflow.create({ name: 'Sticker', space_id: spaceId, flow_mode: 1 })
    const { workflow_id: copy } = await me.api.workflow.copy({ workflow_id })
    const listed = await me.api.workflow.list({ space_id: spaceId, flow_mode: 1, name: 'Sticker' })
    expect(listed.workflow_list.map((row) => row.workflow_id).toSorted()).toEqual([workflow_id, copy].toSorted())
    expect((await me.api.workflow.list({ space_id: spaceId, flow_mode: 0, name: 'Sticker' })).total).toBe(0)
    const response = await t.request('/api/workflow_api/create', {
      method: 'POST',
      headers: {
        cookie: me.cookie(),
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'accept-language': 'zh-CN',
      },
      body: JSON.stringify({ name: '海报', space_id: spaceId, flow_mode: 1 }),
    })
    const { data: made } = (await response.json()) as { data: { workflow_id: string } }
    const { workflow } = await me.api.workflow.canvas({ workflow_id: made.workflow_id })
    expect(workflow.schema_json).toContain('图像生成')
  })
})

describe('a scene flow', () => {
  const refused = { status: 400, code: ErrorCode.workflow.noSceneFlows }
  test('is refused wherever a workflow is created or changed, and the error lists the supported modes', async () => {
    const { total } = await me.api.workflow.list({ space_id: spaceId })
    await expect(me.api.workflow.create({ name: 'Scene', space_id: spaceId, flow_mode: 2 })).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/^flow_mode: .*0 for a workflow, 1 for an image flow or 3/) as string,
    })
    await expect(
      me.api.workflowStudio.encapsulate({ name: 'Scene', space_id: spaceId, flow_mode: 2, schema: greeting() }),
    ).rejects.toMatchObject(refused)
    expect((await me.api.workflow.list({ space_id: spaceId })).total).toBe(total)
    const { workflow_id } = await me.api.workflow.create({ name: 'Plain', space_id: spaceId })
    await expect(me.api.workflow.updateMeta({ workflow_id, name: 'Other', flow_mode: 2 })).rejects.toMatchObject(
      refused,
    )
    const { workflow } = await me.api.workflow.canvas({ workflow_id })
    expect([workflow.name, workflow.flow_mode]).toEqual(['Plain', 0])
  })
})
