import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY, openFakeCloud, SECRET } from './testing/fake-cloud.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/**
 * Cloud knowledge bases, on a fake cloud that checks signatures like the real one and hosts two bases in two projects.
 */
let k: Knowledge
let far: Awaited<ReturnType<typeof openFakeCloud>>
let address: string
let authId: string
beforeAll(async () => {
  far = await openFakeCloud()
  address = far.address
  k = await openKnowledge({ config: { egressAllow: [far.host] } })
})
afterAll(() => far.close())
const connect = (password: string) =>
  k.api.knowledge.saveAccount({ kind: 'volcano', name: 'Cloud', address, username: KEY, password })

test('a key is tested before it is saved, and only its owner can use it', async () => {
  await expect(connect('wrong')).rejects.toThrow(/unauthorized/)
  authId = (await connect(SECRET)).auth_id
  expect((await k.api.knowledge.accounts({})).accounts).toEqual([
    { auth_id: authId, kind: 'volcano', name: 'Cloud', address, username: KEY },
  ])
  const { volcano_dataset_project_list: projects } = await k.api.knowledge.cloudProjects({ space_id: k.spaceId })
  expect(projects.map((project) => project.name)).toEqual(['sea', 'shop'])
  const stranger = await k.t.register()
  const space_id = (await stranger.api.space.list({})).bot_space_list[0]!.id
  expect((await stranger.api.knowledge.cloudProjects({ space_id })).volcano_dataset_project_list).toEqual([])
  await expect(
    stranger.api.knowledge.importCloud({ space_id, volcano_dataset_id_list: [`${authId}:kb-1`] }),
  ).rejects.toThrow(/No cloud/)
})

test('lists the bases of a project with the fields of their slices', async () => {
  const list = async (project_name: string) =>
    (await k.api.knowledge.cloudDatasets({ space_id: k.spaceId, project_name })).volcano_dataset_list
  const plain = { status: 0, link: '' }
  expect(await list('sea')).toEqual([
    { ...plain, id: `${authId}:kb-1`, name: 'birds', desc: 'of the coast', format_type: 5, version: 2, tab_info: {} },
  ])
  const shelf = { name: 'shelf', type: 3, enumerated_val_list: [] }
  expect(await list('shop')).toEqual([
    { ...plain, id: `${authId}:kb-2`, name: 'prices', desc: '', format_type: 4, version: 1, tab_info: { shelf } },
  ])
})

test('imports bases slice by slice, over several pages, and finds the services of the imported bases', async () => {
  const ids = [`${authId}:kb-1`, `${authId}:kb-2`]
  await expect(
    k.api.knowledge.importCloud({ space_id: k.spaceId, volcano_dataset_id_list: [`${authId}:kb-9`] }),
  ).rejects.toThrow(/no.*kb-9/i)
  const { dataset_id_list: made } = await k.api.knowledge.importCloud({
    space_id: k.spaceId,
    volcano_dataset_id_list: ids,
  })
  await k.drain()
  const [birds, prices] = made as [string, string]
  const { document_infos: docs } = await k.api.knowledge.listDocuments({ dataset_id: birds, page: 1, size: 10 })
  expect(docs.map((doc) => [doc.name, doc.slice_count, doc.status])).toEqual([
    ['gulls.pdf', 102, 1],
    ['terns.pdf', 1, 1],
  ])
  expect((await k.ask(birds, 'gull number 77'))[0]!.content).toBe('Gull number 77 nests on ledge 231.')
  expect((await k.ask(prices, 'price of the anchor'))[0]!.content).toBe('thing: anchor\nprice: 40')

  const services = async (input: object) =>
    (await k.api.knowledge.cloudServices({ space_id: k.spaceId, ...input })).volcano_dataset_service_list
  const found = { id: 'kb-service-9', name: 'Find birds', desc: 'by sight', status: 0, link: '' }
  expect(await services({})).toEqual([found])
  expect(await services({ dataset_id: birds })).toEqual([found])
  expect(await services({ dataset_id: prices })).toEqual([])
  expect(await services({ volcano_dataset_service_ids: ['other'] })).toEqual([])
  const stranger = await k.t.register()
  await expect(stranger.api.knowledge.cloudServices({ dataset_id: birds })).rejects.toThrow(
    /doesn't exist or was deleted/,
  )
})
