import { CollaborationResource, ConnectorId } from '@orrery/contract'
import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

export interface VersionKills {
  works: number
  /** What was lost, duplicated or served twice. */
  wrong: string[]
}
const PATIENCE_MS = 60_000
/** Number of consecutive changes of a share. */
const STEPS = 20
const api = ConnectorId.api
const other = { email: 'kill-editor@example.test', password: 'correct horse 8' }
const ignoreErrors = (work: Promise<unknown>) => work.catch(() => {})
interface OfBot {
  space_id: string
  bot_id: string
}
const write = (client: Api, { bot_id }: OfBot, prompt: string) =>
  client.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt } } } as never)
async function newBot(client: Api, spaceId: string, name: string): Promise<OfBot> {
  const { bot_id } = await client.bot.create({ space_id: spaceId, name })
  const of = { space_id: spaceId, bot_id }
  await write(client, of, 'first')
  await client.bot.publish({ bot_id, connectors: { [api]: {} } })
  return of
}
const promptAt = async (client: Api, { bot_id }: OfBot, version?: string) =>
  (await client.bot.getDraft({ bot_id, version })).bot_info.prompt_info.prompt

/**
 * Runs two processes and kills one in each round at a random moment during a publication, a rule and its change, a
 * rollback, a submission and a merge. Afterwards every place serves one version, no rule exists twice, and no draft is
 * lost.
 */
export async function runVersionKills(field: KillField, rounds: number): Promise<VersionKills> {
  return runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    async prepare(client, spaceId, url) {
      const editor = field.client(url)
      await editor.passport.register(other)
      const { user_id: id } = await editor.passport.me({})
      await client.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: id }] })
      return id
    },
    async begin(client, { made: editorId, spaceId, n, url }) {
      const editor = field.client(url)
      await editor.passport.login(other)
      return [
        await beginServing(client, await newBot(client, spaceId, `Serve ${n}`), n),
        await beginRollback(client, await newBot(client, spaceId, `Back ${n}`)),
        await beginRuleChange(client, await newBot(client, spaceId, `Gray ${n}`)),
        await beginMerge(client, editor, await newBot(client, spaceId, `Merge ${n}`), editorId),
      ]
    },
  })
}

/** Requests a rule twice, with a publication at the same time. */
async function beginServing(client: Api, of: OfBot, n: number): Promise<StartedWork> {
  await write(client, of, 'second')
  const rule = { ...of, connector_ids: [api], version_type: 1, publish_id: `kill-${n}`, x_tt_env: 'blue' }
  const ended = Promise.all([
    ignoreErrors(client.botVersion.publish(rule)),
    ignoreErrors(client.botVersion.publish(rule)),
    ignoreErrors(client.bot.publish({ bot_id: of.bot_id, connectors: { [api]: {} } })),
  ])
  return {
    name: `serving ${n}`,
    ended,
    isOver: async (now) => {
      await now.botVersion.publish(rule)
      const record = await now.bot.publishRecord({ bot_id: of.bot_id })
      return record.publish_status === 5
    },
    async fault(now) {
      const { versions } = await now.botVersion.current(of)
      const official = versions.filter((one) => one.publish_version_type === 1)
      const lanes = versions.filter((one) => one.x_tt_env === 'blue')
      if (official.length !== 1) return `${official.length} official versions`
      if (lanes.length !== 1) return `${lanes.length} lanes`
      return (await promptAt(now, of, lanes[0]!.bot_version)) === 'second' ? '' : 'the lane serves another version'
    },
  }
}
/**
 * Rolls back to the first version while a gray one is served. Afterwards there is one official version, and the gray
 * version is offline exactly if the first version is official.
 */
async function beginRollback(client: Api, of: OfBot): Promise<StartedWork> {
  const [first] = (await client.botVersion.current(of)).versions
  await write(client, of, 'second')
  await client.bot.publish({ bot_id: of.bot_id, connectors: { [api]: {} } })
  await write(client, of, 'third')
  await client.botVersion.publish({
    ...of,
    connector_ids: [api],
    version_type: 3,
    publish_id: 'gray',
    gray_config: { bucket: { field: { type: 1 }, in_gray: 100 } },
  })
  const ended = ignoreErrors(
    client.botVersion.rollback({ ...of, connector_ids: [api], bot_version: first!.bot_version }),
  )
  return {
    name: `roll back ${of.bot_id}`,
    ended,
    isOver: () => Promise.resolve(true),
    async fault(now) {
      const { versions } = await now.botVersion.current(of)
      const [official] = versions
      const isBack = official?.bot_version === first!.bot_version
      const hasGray = versions.some((one) => one.publish_version_type === 3)
      const { histories } = await now.botVersion.operations({ ...of, version_types: [5] })
      if (isBack === hasGray) return 'the gray version and the official one do not agree'
      return histories.length === (isBack ? 1 : 0) ? '' : 'the list of operations does not agree'
    },
  }
}
/**
 * Increases a share in steps. The last acknowledged step, or a later one, is served, and each served change is in the
 * list of operations.
 */
async function beginRuleChange(client: Api, of: OfBot): Promise<StartedWork> {
  await write(client, of, 'second')
  const sharing = (share: number) => ({ gray_config: { bucket: { field: { type: 1 as const }, in_gray: share } } })
  const { rule_ids } = await client.botVersion.publish({
    ...of,
    connector_ids: [api],
    version_type: 3,
    publish_id: 'gray',
    ...sharing(0),
  })
  let acknowledged = 0
  const ended = ignoreErrors(
    (async () => {
      for (let step = 1; step <= STEPS; step += 1) {
        const share = (10_000 / STEPS) * step
        await client.botVersion.updateGray({ ...of, rule_id: rule_ids[0]!, ...sharing(share), remark: `step ${step}` })
        acknowledged = step
      }
    })(),
  )
  return {
    name: `rule change ${of.bot_id}`,
    ended,
    isOver: () => Promise.resolve(true),
    async fault(now) {
      const { active_rules: rules } = await now.botVersion.rules({ ...of, query_type: 3 })
      const serving = ((rules[0]?.gray_config?.bucket?.in_gray ?? -1) / 10_000) * STEPS
      const { histories } = await now.botVersion.operations({ ...of, version_types: [4] })
      const listed = histories.filter(({ remark }) => remark.startsWith('step '))
      if (rules.length !== 1) return `${rules.length} gray versions`
      if (serving < acknowledged) return `step ${acknowledged} was acknowledged, and step ${serving} serves`
      return listed.length === serving ? '' : `step ${serving} serves, and ${listed.length} are listed`
    },
  }
}
/** Merges what the other editor submitted into a draft, and submits it. The text of the draft must not be lost. */
async function beginMerge(client: Api, editor: Api, of: OfBot, editorId: string): Promise<StartedWork> {
  const { bot_id } = of
  await client.collaborator.add({
    resource: { id: bot_id, type: CollaborationResource.bot },
    principal: { id: editorId, type: 1 },
  })
  await client.bot.switchMode({ bot_id, target_develop_mode: 1 })
  for (const one of [client, editor]) await one.bot.getDraft({ bot_id })
  await write(editor, of, 'first\nof the editor')
  await write(client, of, 'of the owner\nfirst')
  const ended = ignoreErrors(
    (async () => {
      await editor.bot.commit({ bot_id, remark: 'editor' })
      const [current_version, target_version] = [{ branch: 1 }, { branch: 2 }]
      const { origin_bot_dl } = await client.botVersion.diff3({ bot_id, current_version, target_version })
      const settled = { diff_res: { json_path: '$.prompt_info.prompt', manual_merge_value: 'both' } }
      await client.botVersion.merge({ bot_id, origin_bot_dl, diff_res: [settled] })
      await client.bot.commit({ bot_id, remark: 'owner' })
    })(),
  )
  return {
    name: `merge ${bot_id}`,
    ended,
    isOver: () => Promise.resolve(true),
    async fault(now) {
      const { history_infos: kept } = await now.bot.history({ bot_id, page_size: 100 })
      const texts = await Promise.all(kept.map(({ version }) => promptAt(now, of, version)))
      texts.push(await promptAt(now, of))
      if (!texts.includes('of the owner\nfirst')) return 'the draft of the owner is lost'
      const status = await now.botVersion.collaboration({ bot_id })
      if (texts.includes('both') && status.is_behind) return 'a merged draft is behind'
      const commits = kept.filter(({ history_type }) => history_type === 4).map(({ commit_remark }) => commit_remark)
      return new Set(commits.filter(Boolean)).size === commits.filter(Boolean).length ? '' : 'submitted twice'
    },
  }
}
