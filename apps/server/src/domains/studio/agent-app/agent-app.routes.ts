import { type AgentAppInfo, type AgentPublication, ConnectorId, type contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds, secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentApps } from './agent-app.service.ts'
import { type PublicationRow, type Publications, reasonOf, statusOf } from './publication.service.ts'

export interface AgentAppRoutesDeps {
  apps: AgentApps
  publications: Publications
  projects: Pick<ProjectService, 'get'>
  interfaces: Pick<InterfaceService, 'find' | 'byId' | 'projectOf'>
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  /** Links of share pages and other channels that visitors use, by project and channel. */
  shareLinks(projectIds: string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
  previewLink(userId: string, projectId: string): Promise<string>
}
interface AppReference {
  publish_id?: string | undefined
  agent_app_id?: string | undefined
  bot_id?: string | undefined
  app_id?: string | undefined
  space_id?: string | undefined
}
const WEB = 1

export function agentAppRoutes(deps: AgentAppRoutesDeps): Handlers<typeof contract.agentApp> {
  const { apps, publications, interfaces, projects } = deps
  /** The project that the input identifies; "not found" unless the caller may see it. */
  async function projectIdOf(
    { agent_app_id, bot_id, app_id, publish_id, space_id }: AppReference,
    ctx: Ctx,
  ): Promise<string> {
    const id =
      agent_app_id ??
      (bot_id && (await apps.ofBot(bot_id))?.projectId) ??
      (app_id && (await interfaces.byId(app_id))?.projectId) ??
      (publish_id && (await publications.projectOf(publish_id)))
    if (!id) throw errors.notFound({ what: 'project' })
    const { spaceId } = await ctx.access.require(ctx.actor!, 'project', id, 'view')
    if (space_id && space_id !== spaceId) throw errors.notFound({ what: 'project' })
    return id
  }
  function requireSpace(ctx: Ctx, named: string | undefined) {
    if (named && named !== ctx.located!.spaceId) throw errors.notFound({ what: 'project' })
  }
  async function shown(rows: PublicationRow[], ctx: Ctx): Promise<AgentPublication[]> {
    const ids = [...new Set(rows.map(({ app }) => app.projectId))]
    const [online, links, users] = await Promise.all([
      publications.isOnline(ids),
      deps.shareLinks(ids),
      deps.people.getMany([...new Set(rows.map(({ version }) => version.createdBy))]),
    ])
    const people = new Map(users.map((user) => [user.id, user]))
    const facts = new Map<string, { appId: string; spaceId: string; greatest: string; link: string }>()
    for (const id of ids) {
      const mayPublish = await ctx.access.can(ctx.actor!, 'project', id, 'publish')
      facts.set(id, {
        appId: (await interfaces.find(id))?.row.id ?? '',
        spaceId: (await projects.get(id)).spaceId,
        greatest: await publications.greatest(id),
        link: (mayPublish && links.get(id)?.get(ConnectorId.page)) || '',
      })
    }
    return rows.map((row) => {
      const { version, app, buildNo } = row
      const fact = facts.get(app.projectId)!
      const user = people.get(version.createdBy)
      return {
        publish_id: version.id,
        agent_app_id: app.projectId,
        space_id: fact.spaceId,
        bot_id: app.botId ?? '',
        app_id: fact.appId,
        snapshot_id: version.snapshotId ?? '',
        version_name: version.version,
        version_code: buildNo,
        description: version.description,
        content_url: fact.link,
        creator: {
          user_id: version.createdBy,
          user_type: 0,
          user_name: user?.name ?? '',
          user_avatar: deps.links.make(user?.avatarKey),
        },
        created_at: seconds(version.createdAt),
        updated_at: seconds(version.createdAt),
        max_publish_version_name: fact.greatest,
        status: statusOf(row, online.has(app.projectId)),
        reason: reasonOf(row, ctx.locale),
        bytecycle_id: version.id,
        build_no: buildNo,
      }
    })
  }
  return {
    create: async (input, ctx) => {
      const { space_id: spaceId, bot_id: botId, type_source_app_id: source } = input
      if (botId) await requireIn(ctx, 'bot', botId, spaceId, 'editInfo')
      const given = {
        spaceId,
        userId: ctx.userId,
        locale: ctx.locale,
        name: input.agent_app_name,
        icon: input.icon,
        botId,
      }
      const there = input.AppID ?? input.SandboxID
      if (there) {
        const project =
          (input.AppID && ((await interfaces.byId(input.AppID))?.projectId ?? input.AppID)) ??
          (await interfaces.projectOf(input.SandboxID!))
        if (!project) throw errors.notFound({ what: 'project' })
        await requireIn(ctx, 'project', project, spaceId, 'editInfo')
        return { agent_app_id: await apps.adopt(given, project) }
      }
      if (!source) return { agent_app_id: await apps.create(given) }
      await ctx.access.require(ctx.actor!, 'project', source, 'copy')
      const mayCopyBot = (id: string) => ctx.access.can(ctx.actor!, 'bot', id, 'copy')
      return { agent_app_id: await apps.copy(given, source, mayCopyBot) }
    },
    get: async (input, ctx): Promise<AgentAppInfo> => {
      const id = await projectIdOf(input, ctx)
      const [head, row, found, greatest] = await Promise.all([
        projects.get(id),
        apps.require(id),
        interfaces.find(id),
        publications.greatest(id),
      ])
      const version = input.version_name ? await versionOf(id, head.spaceId, input.version_name) : undefined
      return {
        agent_app_id: id,
        agent_app_name: head.name,
        icon: deps.links.make(head.iconUri),
        type_source_app_id: row.sourceAppId ?? '',
        space_id: head.spaceId,
        bot_id: row.botId ?? '',
        app_id: found?.row.id ?? '',
        sandbox_id: found?.sandboxes.find(({ channel }) => channel === WEB)?.id ?? '',
        snapshot_id: version?.version.snapshotId ?? '',
        creator_id: row.createdBy,
        created_at: secondsText(row.createdAt),
        updated_at: secondsText(head.updatedAt),
        version_name: version?.version.version ?? '',
        max_publish_version_name: greatest,
        plugin_id: row.pluginId ?? '',
      }
    },
    update: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await apps.require(input.agent_app_id)
      await apps.update(input.agent_app_id, ctx.userId, { name: input.agent_app_name, icon: input.icon })
      return { agent_app_id: input.agent_app_id }
    },
    preview: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await apps.require(input.agent_app_id)
      return { Content: await deps.previewLink(ctx.userId, input.agent_app_id) }
    },
    publish: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      if (input.to_doubao) throw agentAppErrors.noSuchChannel()
      await apps.require(input.agent_app_id)
      const { id, status } = await publications.begin({
        projectId: input.agent_app_id,
        userId: ctx.userId,
        version: input.version_name,
        remark: input.remark,
        pages: input.page_ids,
        locale: ctx.locale,
      })
      if (input.agent_app_name)
        await apps.update(input.agent_app_id, ctx.userId, { name: input.agent_app_name, icon: '' })
      return { publish_id: id, status }
    },
    publication: async (input, ctx) => {
      const projectId = await projectIdOf(input, ctx)
      const { spaceId } = await projects.get(projectId)
      const row =
        input.with_max_version && !input.publish_id
          ? await versionOf(projectId, spaceId, await publications.greatest(projectId))
          : await publications.find({ spaceId, projectId, id: input.publish_id })
      return (await shown([row], ctx))[0]!
    },
    publications: async (input, ctx) => {
      const isOne = Boolean(input.agent_app_id ?? input.bot_id)
      const projectId = isOne ? await projectIdOf(input, ctx) : undefined
      const spaceId = projectId ? (await projects.get(projectId)).spaceId : input.space_id
      if (!spaceId) throw errors.notFound({ what: 'space' })
      if (!projectId) await ctx.access.require(ctx.actor!, 'space', spaceId, 'view')
      const { rows, total } = await publications.list(
        { spaceId, projectId, id: input.publish_id, word: input.agent_app_name },
        input.page,
        input.size,
      )
      return { publish_list: await shown(rows, ctx), total: String(total) }
    },
  }

  async function versionOf(projectId: string, spaceId: string, name: string): Promise<PublicationRow> {
    const { rows } = await publications.list({ spaceId, projectId }, 1, 1000)
    const found = rows.find(({ version }) => version.version === name)
    if (!found) throw errors.notFound({ what: 'publication' })
    return found
  }
  async function requireIn(ctx: Ctx, on: 'bot' | 'project', id: string, spaceId: string, can: 'editInfo') {
    const located = await ctx.access.require(ctx.actor!, on, id, can)
    if (located.spaceId !== spaceId) throw errors.notFound({ what: on })
  }
}
