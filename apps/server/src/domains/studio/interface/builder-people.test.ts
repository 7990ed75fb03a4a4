import { beforeAll, expect, test } from 'vitest'
import { openPluginLab, type PluginLab } from '#domains/resources/plugin/testing/plugin-lab.ts'
import type { Person } from '#testing/test-app.ts'

/** Attempts to get more than was granted: rights, keys of other people, and facts about their apps. */
let lab: PluginLab
let owner: Person
let member: Person
let stranger: Person
let space_id: string
let theirs: string
let agent_app_id: string
let bot_id: string
beforeAll(async () => {
  lab = await openPluginLab()
  owner = lab.owner
  space_id = lab.spaceId
  member = await lab.t.register('app-member')
  stranger = await lab.t.register('app-stranger')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
  agent_app_id = (await owner.api.agentApp.create({ space_id, agent_app_name: 'Shop' })).agent_app_id
  bot_id = (await owner.api.agentApp.get({ agent_app_id })).bot_id
})
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (cause: { status: number }) => cause.status,
  )

test('a member cannot give themselves rights on an app, a bot, a card or a package of another person', async () => {
  const { card_id } = await owner.api.cards.create({ space_id, name: 'Card' })
  const principal = { id: member.id, type: 1 } as const
  for (const resource of [
    { id: agent_app_id, type: 19 },
    { id: bot_id, type: 4 },
  ] as const) {
    expect(await statusOf(member.api.collaborator.add({ resource, principal }))).toBe(403)
    expect(await statusOf(member.api.collaborator.setOpen({ resource, is_open: true }))).toBe(403)
  }
  // Owners and roles in a body are ignored.
  const given = { owner_id: member.id, creator_id: member.id, role: 'owner', UserID: member.id }
  expect(await statusOf(member.api.agentApp.update({ agent_app_id, agent_app_name: 'Mine', ...given } as never))).toBe(
    403,
  )
  // Every member of the space may edit a card, but the creator stays the same.
  await member.api.cardBuilder.update({ card_id, name: 'Ours', ...given } as never)
  const { card_basic_info } = await owner.api.cardBuilder.get({ card_id })
  expect(card_basic_info).toMatchObject({ creator_id: owner.id })
  expect(JSON.stringify(card_basic_info)).toContain('Ours')
  const files = { 'index.ts': 'export const stars = () => {}' }
  const rating = { space_id, package_name: 'rating', version_name: '1.0.0' }
  const meta_contains = JSON.stringify({ components: [{ name: 'stars', title: 'Stars' }], files })
  await owner.api.agentAppPackage.create({ ...rating, meta_contains })
  expect(await statusOf(member.api.agentAppPackage.update({ ...rating, meta_desc: 'Mine', ...given } as never))).toBe(
    403,
  )
  expect(await statusOf(member.api.agentAppPackage.remove(rating))).toBe(403)
  expect(await statusOf(member.api.agentApp.update({ agent_app_id, agent_app_name: 'Mine' }))).toBe(403)
})

test('the key of a plugin is sent only to its own server, for people of its space', async () => {
  const plugin_id = await lab.createPlugin({ auth_type: 1, location: 1, key: 'x-api-key', service_token: 'sk-shop-7' })
  const api_id = await lab.createTool(plugin_id, 'stock', { path: '/stock' })
  await lab.debug(plugin_id, api_id)
  await owner.api.plugin.publish({ plugin_id })
  const call = (who: Person, parameters: object = {}) =>
    who.api.agentAppPlugin.call({ plugin_id, api_name: 'stock', parameters: JSON.stringify(parameters) })
  const said = await call(owner)
  expect(lab.target.last().headers['x-api-key']).toBe('sk-shop-7')
  expect(JSON.stringify(said)).not.toContain('sk-shop-7')
  const calls = lab.target.seen.length
  expect(await statusOf(call(stranger, { url: 'http://evil.example', 'x-api-key': 'x' }))).toBe(404)
  expect(lab.target.seen).toHaveLength(calls)
  // An app of another space that names the plugin cannot use the key either.
  const own = (await stranger.api.agentApp.create({ space_id: theirs, agent_app_name: 'Thief' })).agent_app_id
  const thief = (await stranger.api.agentApp.get({ agent_app_id: own })).bot_id
  const plugin_info_list = [{ plugin_id, api_id, api_name: 'stock' }]
  await stranger.api.bot.updateDraft({ bot_info: { bot_id: thief, plugin_info_list } } as never).catch(() => undefined)
  expect(await statusOf(call(stranger))).toBe(404)
  expect(lab.target.seen).toHaveLength(calls)
})

test('traces, files and figures of an app are only for people of its space', async () => {
  const calls: (() => Promise<unknown>)[] = [
    () => stranger.api.trace.list({ bot_id }),
    () => stranger.api.trace.aggregate({ bot_id } as never),
    () => stranger.api.trace.conversations({ bot_id }),
    () => stranger.api.bundle.export({ space_id, ids: [agent_app_id] }),
    () => stranger.api.agentApp.get({ agent_app_id }),
    () => stranger.api.projectInterface.targets({ project_id: agent_app_id }),
    () => stranger.api.interfacePreview.link({ project_id: agent_app_id }),
    () => stranger.api.agentApp.publications({ agent_app_id } as never),
  ]
  for (const call of calls) expect(await statusOf(call()), call.toString()).toBe(404)
  // An export of another space does not include the app.
  const file = await stranger.api.bundle
    .export({ space_id: theirs, ids: [agent_app_id] })
    .catch((cause: { status: number }) => cause.status)
  expect(JSON.stringify(file)).not.toContain('Shop')
})
