import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, param, ref, startNode } from '#testing/workflow-canvas.ts'

let t: TestApp
let owner: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[owner, outsider] = [await t.register(), await t.register()]
  spaceId = (await owner.api.space.create({ name: 'Deploys' })).id
  await t.startJobs()
})
const flow = canvas([startNode(), endNode([param('output', ref('100001', 'input'))])], [edge('100001', '900001')])
async function publish(projectId: string, version: string, connectors: string[]) {
  const { publish_record_id } = await owner.api.projectPublish.publish({
    project_id: projectId,
    version_number: version,
    connectors: Object.fromEntries(connectors.map((id) => [id, {}])),
  })
  await expect
    .poll(
      async () => (await owner.api.projectPublish.record({ project_id: projectId, publish_record_id })).publish_status,
    )
    .toBe(5)
  return publish_record_id
}

test('lists published versions of a project with the share of channels that serve each', async () => {
  const { project_id: projectId } = await owner.api.project.create({ space_id: spaceId, name: 'Site' })
  const { workflow_id } = await owner.api.workflow.create({ name: 'echo', space_id: spaceId, project_id: projectId })
  await owner.api.workflow.save({ workflow_id, schema: flow })
  expect(await owner.api.oceanDeploy.list({ projectId })).toMatchObject({ list: [], total: 0 })
  const channels = (await owner.api.projectPublish.connectors({ project_id: projectId })).connector_list
    .filter((connector) => connector.allow_publish)
    .map((connector) => connector.id)
    .slice(0, 1)
  const first = await publish(projectId, 'v1', channels)
  const second = await publish(projectId, 'v2', channels)
  const whole = await owner.api.oceanDeploy.list({ projectId })
  expect(whole).toMatchObject({
    total: 2,
    list: [
      { deployId: second, pkgName: 'Site', version: 'v2', uid: owner.id, deployType: 2 },
      { deployId: first, version: 'v1', deployType: 2 },
    ],
  })
  // Another channel still serves the first version, so the second is not served everywhere.
  await t.infra.database.pool.query(
    `INSERT INTO project_connector (project_id, connector_id, version_id, workflows, published_at) VALUES ($1, 'older', $2, '[]', 1)`,
    [projectId, first],
  )
  expect((await owner.api.oceanDeploy.list({ projectId })).list.map((item) => item.deployType)).toEqual([1, 1])
  expect((await owner.api.oceanDeploy.list({ projectId, page: 2, pageSize: 1 })).list).toMatchObject([
    { deployId: first },
  ])
  await expect(outsider.api.oceanDeploy.list({ projectId })).rejects.toMatchObject({ status: 404 })
})
