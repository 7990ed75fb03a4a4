import { CollaborationResource, ProductEntity } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Attacks on projects, folders, files, the marketplace, search and API apps. */
let t: TestApp
let admin: Person
let alice: Person
let bob: Person
let eve: Person
let teamId: string
let evesId: string
const ids = { project: '', workflow: '', folder: '', bot: '', product: '', apiApp: '', task: '', evesProject: '' }
const SECRET = 'Plan Zephyr'
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.register('admin')
  ;[alice, bob, eve] = [await t.register('alice'), await t.register('bob'), await t.register('eve')]
  teamId = (await alice.api.space.create({ name: `${SECRET} team` })).id
  evesId = (await eve.api.space.create({ name: 'Elsewhere' })).id
  await alice.api.space.addMembers({ space_id: teamId, member_info_list: [{ user_id: bob.id }] })
  ids.project = (await alice.api.project.create({ space_id: teamId, name: SECRET })).project_id
  ids.evesProject = (await eve.api.project.create({ space_id: evesId, name: 'Mine' })).project_id
  ids.folder = (await alice.api.folder.create({ space_id: teamId, type: 1, name: `${SECRET} folder` })).folder_id
  ids.workflow = (await alice.api.workflow.create({ name: 'zephyr_flow', desc: SECRET, space_id: teamId })).workflow_id
  await alice.api.workflow.save({ workflow_id: ids.workflow, schema: greeting() })
  await alice.api.workflowVersion.publish({ workflow_id: ids.workflow, space_id: teamId, force: true })
  ids.bot = (await alice.api.bot.create({ space_id: teamId, name: `${SECRET} bot` })).bot_id
  ids.product = (
    await alice.api.marketSeller.list({
      entity_type: ProductEntity.workflowTemplate,
      entity_id: ids.workflow,
      product_name: `${SECRET} product`,
    })
  ).product_id
  ids.apiApp = (await alice.api.apiApp.create({ app_type: 1, name: `${SECRET} program` })).id
  ids.task = (await alice.api.project.archive({ project_id: ids.project })).task_id
})
const count = async (spaceId: string) =>
  (
    await t.infra.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM resource WHERE space_id = $1', [
      spaceId,
    ])
  ).rows[0]!.n
type Call = (api: Api) => Promise<unknown>
/** Makes the calls. Returns the status of each, and all messages. */
async function refusals(who: Person, calls: Record<string, Call>) {
  const found: Record<string, number> = {}
  const texts: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    const outcome = await call(who.api).then(
      () => ({ status: 200, message: '' }),
      (cause: { status: number; message: string }) => cause,
    )
    found[name] = outcome.status
    texts.push(outcome.message)
  }
  return { found, texts: texts.join('\n') }
}
const all = (calls: Record<string, Call>, status: number) =>
  Object.fromEntries(Object.keys(calls).map((name) => [name, status]))

/** Calls that each name a resource of the team. */
const foreign = (): Record<string, Call> => {
  const on = { project_id: ids.project }
  return {
    update: (api) => api.project.update({ ...on, name: 'x' }),
    remove: (api) => api.project.remove(on),
    copy: (api) => api.project.copy({ ...on, to_space_id: evesId }),
    copyTo: (api) => api.project.copyTo({ ...on, to_space_id: evesId }),
    archive: (api) => api.project.archive(on),
    rollback: (api) => api.project.rollback({ ...on, rollback_version: '1' }),
    history: (api) => api.project.history(on),
    innerTasks: (api) => api.project.innerTasks(on),
    checkVersion: (api) => api.projectPublish.checkVersion({ ...on, version_number: 'v1' }),
    connectors: (api) => api.projectPublish.connectors(on),
    publish: (api) => api.projectPublish.publish({ ...on, version_number: 'v1', connectors: { 1024: {} } }),
    record: (api) => api.projectPublish.record(on),
    records: (api) => api.projectPublish.records(on),
    summary: (api) => api.projectPublish.summary(on),
    unlist: (api) =>
      api.projectPublish.unlist({ intelligence_id: ids.project, intelligence_type: 2, connector_ids: ['1024'] }),
    info: (api) => api.intelligences.info({ intelligence_id: ids.project }),
    listOfSpace: (api) => api.intelligences.list({ space_id: teamId }),
    deploys: (api) => api.oceanDeploy.list({ projectId: ids.project }),
    ocean: (api) => api.oceanProject.info(on),
    folderUpdate: (api) => api.folder.update({ folder_id: ids.folder, name: 'x' }),
    folderRemove: (api) => api.folder.remove({ folder_id: ids.folder }),
    folderMove: (api) => api.folder.move({ folder_id: ids.folder }),
    folderTree: (api) => api.folder.tree({ space_id: teamId, type: 1 }),
    export: (api) => api.bundle.export({ space_id: teamId }),
    import: (api) => api.bundle.import({ space_id: teamId, content: '{}' }),
    preview: (api) => api.bundle.preview({ res_id: ids.workflow, target_space_id: evesId }),
    removeMany: (api) => api.bundle.removeMany({ space_id: teamId, ids: [ids.workflow] }),
    offer: (api) => api.marketSeller.list({ entity_type: ProductEntity.workflowTemplate, entity_id: ids.workflow }),
    entityInfo: (api) =>
      api.marketSeller.entityInfo({ entity_type: ProductEntity.workflowTemplate, entity_id: ids.workflow }),
    product: (api) => api.market.detail({ product_id: ids.product }),
    take: (api) => api.market.duplicate({ product_id: ids.product, space_id: evesId }),
    favourite: (api) => api.market.favorite({ product_id: ids.product }),
    report: (api) => api.report.submit({ object_id: ids.product, object_type: 1, detail: { reason_codes: [1] } }),
    apiApp: (api) => api.apiApp.update({ id: ids.apiApp, name: 'x' }),
    comparison: (api) => api.botComparison.get({ target_type: 1, target_id: ids.bot }),
    models: (api) => api.intelligenceModel.list({ space_id: teamId }),
  }
}

test('with an id of another space, every call answers “not found”', async () => {
  const calls = foreign()
  const before = await count(teamId)
  const { found } = await refusals(eve, calls)
  expect(found).toEqual(all(calls, 404))
  // The same message as for a resource that never existed.
  const gone = await eve.api.project.remove({ project_id: '4711' }).catch((cause: Error) => cause.message)
  const theirs = await eve.api.project.remove({ project_id: ids.project }).catch((cause: Error) => cause.message)
  expect(theirs).toBe(gone)
  expect(await count(teamId)).toBe(before)
})

test('a space and a resource that do not match are refused, and nothing is written in either space', async () => {
  const before = [await count(teamId), await count(evesId)]
  const file = JSON.parse((await alice.api.bundle.export({ space_id: teamId, ids: [ids.workflow] })).content) as object
  const calls: Record<string, Call> = {
    importInto: (api) =>
      api.bundle.import({ space_id: evesId, project_id: ids.project, content: JSON.stringify(file) }),
    copyInto: (api) => api.project.copyTo({ project_id: ids.evesProject, to_space_id: teamId }),
    flowInto: (api) => api.workflow.create({ name: 'x', desc: '', space_id: evesId, project_id: ids.project }),
  }
  const { found } = await refusals(eve, calls)
  expect(found).toEqual(all(calls, 404))
  // A folder of another space gives the same error as a missing folder.
  const under = (parent_folder_id: string) =>
    eve.api.folder.create({ space_id: evesId, type: 1, name: 'x', parent_folder_id }).then(
      () => 'made',
      (cause: Error) => cause.message,
    )
  expect(await under(ids.folder)).toBe(await under('4711'))
  expect([await count(teamId), await count(evesId)]).toEqual(before)
})

test('ids, owners, states and times in the input of a creation are ignored', async () => {
  const more = {
    id: ids.project,
    project_id: ids.project,
    creator_id: alice.id,
    owner_id: alice.id,
    status: 3,
    created_at: 1,
    is_official: true,
    events: ['chat.completed'],
  }
  const { project_id: made } = await eve.api.project.create({ space_id: evesId, name: 'Fresh', ...more })
  expect(made).not.toBe(ids.project)
  expect(await t.services.resources.get(made)).toMatchObject({ ownerId: eve.id, spaceId: evesId, status: 1 })
  expect(await t.services.resources.get(ids.project)).toMatchObject({ name: SECRET, ownerId: alice.id })
  const asTheirs = { ...more, id: ids.apiApp }
  const app = await eve.api.apiApp.create({ app_type: 1, name: 'Mine', ...asTheirs })
  expect(app.id).not.toBe(ids.apiApp)
  const { api_apps: apps } = await eve.api.apiApp.listNormal({})
  expect(apps.map((app) => [app.id, app.events.filter((event) => event.status === 2)])).toEqual([[app.id, []]])
  const { folder_id: folder } = await eve.api.folder.create({
    space_id: evesId,
    type: 1,
    name: 'Mine',
    ...more,
  })
  expect(await t.services.resources.get(folder)).toMatchObject({ ownerId: eve.id, spaceId: evesId })
})

test('a viewer cannot change, roll back or offer resources of others', async () => {
  const on = { project_id: ids.project }
  const calls: Record<string, Call> = {
    update: (api) => api.project.update({ ...on, name: 'x' }),
    remove: (api) => api.project.remove(on),
    archive: (api) => api.project.archive(on),
    rollback: (api) => api.project.rollback({ ...on, rollback_version: '1' }),
    publish: (api) => api.projectPublish.publish({ ...on, version_number: 'v1', connectors: { 1024: {} } }),
    retry: (api) => api.projectPublish.retry({ ...on, publish_record_id: '1' }),
    goBack: (api) => api.projectPublish.goBack({ ...on, publish_record_id: '1' }),
    unlist: (api) =>
      api.projectPublish.unlist({ intelligence_id: ids.project, intelligence_type: 2, connector_ids: ['1024'] }),
    folderRemove: (api) => api.folder.remove({ folder_id: ids.folder }),
    offer: (api) => api.marketSeller.list({ entity_type: ProductEntity.workflowTemplate, entity_id: ids.workflow }),
    comparison: (api) => api.botComparison.update({ target_type: 1, target_id: ids.bot, exit_and_discard: true }),
    configType: (api) => api.intelligenceModel.setConfigType({ space_id: teamId, model_id: '1', config_type: 1 }),
  }
  const { found } = await refusals(bob, calls)
  expect(found).toEqual(all(calls, 403))
  // Personal resources are not found for other users, even in a shared space.
  for (const call of [
    () => bob.api.apiApp.subscribe({ id: ids.apiApp, event_type: 'chat.completed' }),
    () => bob.api.projectTask.info({ task_id: ids.task }),
    () => bob.api.market.detail({ product_id: ids.product }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  const { removed, failed } = await bob.api.bundle.removeMany({ space_id: teamId, ids: [ids.workflow, ids.project] })
  expect([removed, failed.map((item) => item.id).toSorted()]).toEqual([[], [ids.workflow, ids.project].toSorted()])
})

test('nobody can raise their own rights: by approving, administrating or joining a project', async () => {
  const calls: Record<string, Call> = {
    approve: (api) => api.marketAdmin.approve({ product_id: ids.product }),
    approveMany: (api) => api.marketAdmin.approveMany({ product_ids: [ids.product] }),
    unban: (api) => api.marketAdmin.unban({ product_id: ids.product }),
    categories: (api) => api.marketAdmin.saveCategories({ categories: [] }),
    closeReport: (api) => api.report.close({ object_id: ids.product }),
    flags: (api) => api.instance.saveFlags({ flags: { 'market.listing': true } }),
    settings: (api) => api.instance.saveSettings({ registration: 'open' }),
    apiHub: (api) => api.playground.sync({}),
  }
  for (const who of [alice, bob]) expect((await refusals(who, calls)).found).toEqual(all(calls, 403))
  const raise: Record<string, Call> = {
    role: (api) => api.space.updateMember({ space_id: teamId, user_id: bob.id, space_role_type: 1 }),
    transfer: (api) => api.space.transfer({ space_id: teamId, transfer_user_id: bob.id }),
    collaborate: (api) =>
      api.collaborator.add({
        resource: { id: ids.project, type: CollaborationResource.project },
        principal: { id: bob.id, type: 1 },
      }),
  }
  const { found } = await refusals(bob, raise)
  expect(found).toEqual(all(raise, 403))
  expect((await t.services.spaces.membership(bob.id, teamId))?.role).toBe(3)
  expect(await t.services.resources.get(ids.project)).toMatchObject({ ownerId: alice.id })
})

test('search, lists, counts, suggestions and errors contain no names of other spaces', async () => {
  const { texts } = await refusals(eve, foreign())
  const answers = [
    texts,
    await eve.api.search.all({ word: 'Zephyr' }),
    await eve.api.intelligences.recent({}),
    await eve.api.market.list({ keyword: 'Zephyr' }),
    await eve.api.market.search({ keyword: 'Zephyr' }),
    await eve.api.market.suggest({ keyword: 'Plan' }),
    await eve.api.marketSeller.ofUser({ user_id: alice.id }),
    await eve.api.marketSeller.countOfUser({ user_id: alice.id }),
    await eve.api.projectTask.search({ task_list: [] }).catch((cause: Error) => cause.message),
    await eve.api.playground.items({}),
    await eve.api.developer.details({ query_range: 3, details_type: 2 }),
  ]
  const told = JSON.stringify(answers)
  expect(told).not.toMatch(/zephyr/i)
  expect(told).not.toContain(ids.project)
})

test('exports, traces and webhooks of resources in another space are not found', async () => {
  const calls: Record<string, Call> = {
    export: (api) => api.bundle.export({ space_id: teamId, ids: [ids.bot] }),
    traces: (api) => api.trace.list({ bot_id: ids.bot }),
    hooks: (api) => api.webhook.list({ bot_id: ids.bot }),
    hook: (api) => api.webhook.create({ bot_id: ids.bot, url: 'https://example.com/x' }),
    runs: (api) => api.workflowOpen.runHistory({ workflow_id: ids.workflow, execute_id: '1' }),
    usage: (api) => api.intelligenceModel.usage({ space_id: teamId, model_id: '1' }),
    events: (api) => api.apiApp.openEvents({ api_app_id: ids.apiApp }),
    workflowInfo: (api) => api.playground.api({ url_key: 'workflowOpen.run', workflow_id: ids.workflow }),
  }
  expect((await refusals(eve, calls)).found).toEqual(all(calls, 404))
  // In an export of one's own space, foreign ids are reported as failed and are not in the file.
  const input = { space_id: evesId, ids: [ids.evesProject, ids.bot, ids.workflow] }
  const { content, failed, items } = await eve.api.bundle.export(input)
  expect(failed.toSorted()).toEqual([ids.bot, ids.workflow].toSorted())
  expect(items.map((item) => item.id)).toEqual([ids.evesProject])
  expect(content).not.toMatch(/zephyr/i)
})

test('a call with many ids processes the own ones and reports the others as failed without details', async () => {
  const own = (await eve.api.workflow.create({ name: 'own', desc: '', space_id: evesId })).workflow_id
  const theirs = [ids.workflow, ids.bot, ids.project, ids.folder, '4711']
  const { removed, failed } = await eve.api.bundle.removeMany({ space_id: evesId, ids: [own, ...theirs] })
  expect(removed).toEqual([own])
  expect(failed.map((item) => item.id).toSorted()).toEqual(theirs.toSorted())
  expect(JSON.stringify(failed)).not.toMatch(/zephyr/i)
  // Existing and missing ids get the same reason.
  expect(new Set(failed.map((item) => item.reason)).size).toBe(1)
  const folder = (await eve.api.folder.create({ space_id: evesId, type: 1, name: 'own' })).folder_id
  const found = await eve.api.folder.byIds({ space_id: evesId, folder_ids: [folder, ids.folder] })
  expect(JSON.stringify(found)).toContain(folder)
  expect(JSON.stringify(found)).not.toMatch(/zephyr/i)
  expect(await t.services.resources.get(ids.workflow)).toMatchObject({ name: 'zephyr_flow' })
})

test('copying from the marketplace runs and enables nothing', async () => {
  await admin.api.marketAdmin.approve({ product_id: ids.product })
  const quiet = async () =>
    (
      await t.infra.database.pool.query(
        `SELECT (SELECT count(*) FROM workflow_run)::int AS runs, (SELECT count(*) FROM webhook)::int AS hooks,
          (SELECT count(*) FROM bot_task)::int AS tasks, (SELECT count(*) FROM trace_head WHERE source = 'turn')::int AS turns`,
      )
    ).rows[0] as object
  const before = await quiet()
  const { new_entity_id: made } = await eve.api.market.duplicate({ product_id: ids.product, space_id: evesId })
  const { products } = await eve.api.market.list({ entity_type: ProductEntity.botTemplate, page_size: 5 })
  for (const { meta_info: meta } of products) await eve.api.market.duplicate({ product_id: meta.id, space_id: evesId })
  expect(products.length).toBeGreaterThan(0)
  expect(await quiet()).toEqual(before)
  expect(await t.services.resources.get(made)).toMatchObject({ ownerId: eve.id, spaceId: evesId })
  await alice.api.marketSeller.unlist({ product_id: ids.product })
})

test('a product does not change with its source, even if that is deleted; once unlisted, nobody finds it', async () => {
  const { workflow_id } = await alice.api.workflow.create({ name: 'fleeting', desc: 'd', space_id: teamId })
  await alice.api.workflow.save({ workflow_id, schema: greeting('first {{String1}}') })
  await alice.api.workflowVersion.publish({ workflow_id, space_id: teamId, force: true })
  const { product_id } = await alice.api.marketSeller.list({
    entity_type: ProductEntity.workflowTemplate,
    entity_id: workflow_id,
  })
  await admin.api.marketAdmin.approve({ product_id })
  await alice.api.workflow.save({ workflow_id, schema: greeting('second {{String1}}') })
  const { removed } = await alice.api.bundle.removeMany({ space_id: teamId, ids: [workflow_id] })
  expect(removed).toEqual([workflow_id])
  const { new_entity_id: taken } = await eve.api.market.duplicate({ product_id, space_id: evesId })
  const run = await eve.api.workflowOpen.run({ workflow_id: taken, parameters: { input: 'x' } })
  expect(run.data).toBe('{"output":"first x"}')
  await alice.api.marketSeller.unlist({ product_id })
  await expect(eve.api.market.duplicate({ product_id, space_id: evesId })).rejects.toMatchObject({ status: 404 })
  // The existing copy still works.
  expect((await eve.api.workflowOpen.run({ workflow_id: taken, parameters: { input: 'y' } })).data).toBe(
    '{"output":"first y"}',
  )
})

test('files that were modified, come from a newer version, or are invalid are refused', async () => {
  const { content } = await alice.api.bundle.export({ space_id: teamId, ids: [ids.workflow] })
  const file = JSON.parse(content) as Record<string, unknown>
  const before = await count(evesId)
  const tampered = content.replace('zephyr_flow', 'zephyr_fl0w')
  expect(tampered).not.toBe(content)
  for (const text of [tampered, JSON.stringify({ ...file, hash: '' }), JSON.stringify({ ...file, version: 999 })])
    await expect(eve.api.bundle.import({ space_id: evesId, content: text })).rejects.toMatchObject({ status: 400 })
  expect(await count(evesId)).toBe(before)
  const hub = (body: string) =>
    t.request('/api/developer_backend/playground/sync_from_apihub', {
      method: 'POST',
      headers: { cookie: admin.cookie(), 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      body,
    })
  for (const [body, status] of [
    ['{"openapi":"4.0.0","paths":{"/x":{"get":{}}}}', 400],
    ['[]', 400],
    ['x'.repeat(5 * 1024 * 1024), 413],
  ] as const)
    expect((await hub(body)).status).toBe(status)
})
