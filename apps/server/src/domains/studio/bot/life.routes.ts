import { BotStatus, type Contract, type Input, isId, mayResource, type ResourceAction } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { BuiltinIcons } from '#domains/ground/upload/shared/builtin-icons.ts'
import type { BotFilter, BotLists, ListedRow } from './bot-list.service.ts'
import type { BotPorts, ModelDetail } from './shared/bot-ports.ts'
import type { BotService } from './bot.service.ts'
import type { ConnectorRow } from './bot.table.ts'
import { type BotView, sameSpace } from './bot.view.ts'
import type { BranchService } from './branch.service.ts'
import type { BotCopies } from './copy.service.ts'
import type { HistoryService } from './history.service.ts'
import type { Connector, PublishService } from './publish.service.ts'

export interface LifeRoutesDeps {
  bots: BotService
  copies: BotCopies
  history: HistoryService
  branches: BranchService
  publishing: PublishService
  lists: BotLists
  spaces: Pick<SpaceService, 'get' | 'membership'>
  builtins: BuiltinIcons
  view: BotView
  ports: BotPorts
}
type LifeOps = Pick<
  Contract['bot'],
  | 'create'
  | 'remove'
  | 'duplicate'
  | 'retryCopy'
  | 'list'
  | 'history'
  | 'revert'
  | 'commit'
  | 'commitCheck'
  | 'switchMode'
>
type ListInput = Input<Contract['bot']['list']>
const orders = { 0: 'created', 1: 'edited', 2: 'published', 3: 'edited' } as const
const CommitStatus = { upToDate: 1, behind: 2, none: 3 } as const

export function lifeRoutes(deps: LifeRoutesDeps): Handlers<LifeOps> {
  const { bots, branches, copies, history, view } = deps

  function filterOf(input: ListInput, userId: string): BotFilter {
    const isPublished = input.is_publish === 0 ? undefined : input.is_publish === 1
    const ownUnpublished = input.team_bot_type === 1
    return {
      spaceId: input.space_id,
      userId,
      name: input.bot_name.trim(),
      order: input.recently_open ? 'opened' : orders[input.order_by as keyof typeof orders],
      mine: ownUnpublished || input.team_bot_type === 3 || input.scope_type === 1,
      isPublished: ownUnpublished ? false : isPublished,
      onlyFavorites: input.is_fav,
      onlyOpened: input.recently_open,
      connectorIds: input.publish_platform,
      statuses: input.draft_bot_status_list,
      page: input.page_index,
      size: input.page_size,
      after: readCursor(input.cursor_id),
    }
  }
  const kindsOf = (row: ListedRow, channels: Connector[], connectors: ConnectorRow[], ctx: Ctx) =>
    channels.flatMap((connector) => {
      const served = connectors.find(
        (item) => item.botId === row.head.id && item.connectorId === connector.id && item.historyId,
      )
      return served ? [view.connectorInfo(connector, served, ctx.locale)] : []
    })

  return {
    create: async (input, ctx) => {
      const icon = input.icon_uri || (await deps.builtins.forName('bot', input.name))
      const { id, refusal } = await bots.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        name: input.name,
        description: input.description,
        iconUri: icon,
        createFrom: input.create_from,
      })
      return { bot_id: id, check_not_pass: refusal !== undefined, check_not_pass_msg: refusal?.text(ctx.locale) ?? '' }
    },
    remove: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      await bots.remove(input.bot_id, ctx.userId)
      return {}
    },
    duplicate: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'space', input.space_id, 'createResource')
      const copy = await copies.duplicate(input.bot_id, { spaceId: input.space_id, userId: ctx.userId }, ctx.locale)
      const users = await view.usersById([ctx.userId])
      return {
        bot_id: copy.id,
        name: copy.name,
        status: copy.status,
        user_info: view.creator(users.get(ctx.userId), ctx.userId, ctx.userId),
      }
    },
    retryCopy: async (input) => ({ status: await copies.retry(input.bot_id, input.skip) }),
    list: async (input, ctx) => {
      const filter = filterOf(input, ctx.userId)
      const { rows, hasMore, total } = await deps.lists.page(filter)
      const ids = rows.map((row) => row.head.id)
      const [users, channels, connectors, models, space, member] = await Promise.all([
        view.usersById(rows.map((row) => row.head.ownerId)),
        deps.publishing.connectorsOf(input.space_id),
        deps.lists.connectorsOf(ids),
        deps.ports.describeModels?.(input.space_id, [...new Set(rows.map((row) => row.modelId).filter(Boolean))]),
        deps.spaces.get(input.space_id),
        deps.spaces.membership(ctx.userId, input.space_id),
      ])
      const known: Map<string, ModelDetail> = models ?? new Map()
      const may = ({ head, roles }: ListedRow, action: ResourceAction) =>
        member !== undefined &&
        mayResource(
          'bot',
          {
            spaceType: member.type,
            spaceRole: member.role,
            isTester: member.isTester,
            isOwner: head.ownerId === ctx.userId,
            roles,
          },
          action,
        )
      const bot_draft_list = rows.map((row) => {
        const { head } = row
        const modelName = known.get(row.modelId)?.name ?? ''
        return {
          id: head.id,
          name: head.name,
          description: head.description,
          icon_uri: head.iconUri,
          icon_url: view.linkOf(head.iconUri),
          visibility: row.visibility,
          has_published: head.publishedAt === null ? 0 : 1,
          create_time: secondsText(head.createdAt),
          update_time: secondsText(head.updatedAt),
          creator_id: head.ownerId,
          space_id: head.spaceId,
          space_name: space.name,
          model_info: { model: row.modelId, model_name: modelName },
          model_name: modelName,
          creator: view.creator(users.get(head.ownerId), head.ownerId, ctx.userId),
          publish_time: secondsText(head.publishedAt),
          last_online_time: secondsText(head.publishedAt),
          connectors: kindsOf(row, channels, connectors, ctx),
          index: cursorOf(row),
          bot_mode: row.mode,
          editable: head.status !== BotStatus.copying && may(row, 'editInfo'),
          deletable: may(row, 'delete'),
          is_fav: row.favoriteAt !== null,
          favorite_at: secondsText(row.favoriteAt),
          in_collaboration: row.editors > 0,
          status: head.status,
          recently_open_time: secondsText(row.openedAt),
          copy_error: row.copyError,
        }
      })
      const last = rows.at(-1)
      return { bot_draft_list, total, has_more: hasMore, cursor_id: hasMore && last ? cursorOf(last) : '' }
    },
    history: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { rows, total } = await history.list(
        input.bot_id,
        input.history_type,
        input.connector_id,
        input.page_index,
        input.page_size,
      )
      const users = await view.usersById(rows.map((row) => row.createdBy))
      const live = [...(await deps.publishing.rows(input.bot_id)).values()]
      const channels = await deps.publishing.connectorsOfBot(input.bot_id)
      return {
        total,
        history_infos: rows.map((row) => ({
          version: row.version,
          history_type: row.kind,
          info: row.note,
          create_time: secondsText(row.createdAt),
          connector_infos: channels
            .filter(({ id }) => row.connectorIds.includes(id))
            .map((connector) => view.connectorInfo(connector, undefined, ctx.locale)),
          creator: view.creator(users.get(row.createdBy), row.createdBy, ctx.userId),
          publish_id: row.kind === 2 ? row.id : '',
          commit_remark: row.note,
          version_name: row.versionName,
          live_connectors: live.filter((item) => item.historyId === row.id).map((item) => item.connectorId),
        })),
      }
    },
    revert: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const saved = await history.revert(input.bot_id, ctx.userId, input.version)
      const { branch, sameWithOnline } = await view.standing(saved.found)
      return { branch, same_with_online: sameWithOnline, version: saved.version }
    },
    commit: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { found, result } = await branches.submit(
        input.bot_id,
        ctx.userId,
        { text: input.remark, generated: input.generated_remark },
        input.version || undefined,
      )
      const { branch, sameWithOnline } = await view.standing(found)
      const last = await history.lastCommit(input.bot_id)
      return {
        commit_result: result,
        committer: await committer(last?.createdBy, last?.createdAt),
        branch,
        commit_version: found.bot.commitVersion,
        same_with_online: sameWithOnline,
      }
    },
    commitCheck: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { bot } = await bots.get(input.bot_id)
      const last = await history.lastCommit(input.bot_id)
      const status =
        bot.commitVersion === '0'
          ? CommitStatus.none
          : !input.commit_version || input.commit_version === bot.commitVersion
            ? CommitStatus.upToDate
            : CommitStatus.behind
      return {
        status,
        base_commit_version: bot.commitVersion,
        base_committer: await committer(last?.createdBy, last?.createdAt),
        commit_version: bot.commitVersion,
      }
    },
    switchMode: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      await branches.switchMode(input.bot_id, ctx.userId, input.target_develop_mode)
      return {}
    },
  }

  async function committer(id: string | undefined, at: number | undefined) {
    const user = id === undefined ? undefined : (await view.usersById([id])).get(id)
    return { id: id ?? '', name: user?.name ?? '', commit_time: secondsText(at) }
  }
}

const cursorOf = (row: ListedRow) => `${row.order}_${row.head.id}`
function readCursor(text: string): BotFilter['after'] {
  if (text === '' || text === '0') return undefined
  const [, value, id] = /^(\d{1,15})_(\d+)$/.exec(text) ?? []
  if (value === undefined || id === undefined || !isId(id))
    throw badInput('cursor_id', 'was not returned by this list', '不是此列表返回的游标')
  return { value: Number(value), id }
}
