import {
  type contract,
  type IntelligenceData,
  IntelligenceStatus,
  IntelligenceType,
  mayResource,
} from '@orrery/contract'
import type { Membership } from '#kit/access.ts'
import { type AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { folderBasic } from '#domains/library/folder/shared/folder.view.ts'
import type { FolderService } from '#domains/library/folder/folder.service.ts'
import type { AppKind, Intelligences, ListedApp } from './intelligence.service.ts'
import { type ProjectService, ProjectSort } from './project.service.ts'
import { type ProjectView } from './project.view.ts'

export interface IntelligenceDeps {
  list: Intelligences
  folders: FolderService
  projects: ProjectService
  view: ProjectView
  channelName(id: string, locale: Ctx['locale']): string
  describeModels(spaceId: string, ids: string[]): Promise<ReadonlyMap<string, { name: string }>>
  /** Links for visitors, by resource and channel. */
  links(resourceIds: string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
  membership(userId: string, spaceId: string): Promise<Membership | undefined>
}
const typeOf = (kind: string) => (kind === 'bot' ? IntelligenceType.bot : IntelligenceType.project)
const kindsOf = (types: readonly number[] | null | undefined): AppKind[] => {
  const kinds: AppKind[] = []
  if (!types?.length || types.includes(IntelligenceType.bot)) kinds.push('bot')
  if (!types?.length || types.includes(IntelligenceType.project)) kinds.push('project')
  return kinds
}
const orders = ['edited', 'created', 'published', 'opened'] as const

export function intelligenceRoutes(deps: IntelligenceDeps): Handlers<typeof contract.intelligences> {
  const { list, folders, view } = deps

  /** Models are described in the space in which they are used. */
  async function modelsOf(rows: ListedApp[]) {
    const spaces = new Set(rows.filter((row) => row.modelId).map((row) => row.head.spaceId))
    const found = await Promise.all(
      [...spaces].map((spaceId) => {
        const ids = rows.filter((row) => row.head.spaceId === spaceId).map((row) => row.modelId)
        return deps.describeModels(spaceId, [...new Set(ids)])
      }),
    )
    return new Map(found.flatMap((item) => [...item]))
  }
  async function show(rows: ListedApp[], ctx: Ctx): Promise<IntelligenceData[]> {
    const [userOf, channels, places, links, changed] = await Promise.all([
      view.users(rows.map((row) => row.head.ownerId)),
      list.channelsOf(rows),
      folders.placesOf(rows.map((row) => row.head.id)),
      deps.links(rows.filter((row) => row.head.publishedAt !== null).map((row) => row.head.id)),
      list.changedOf(rows, ctx.userId),
    ])
    const models = await modelsOf(rows)
    const known = new Map<string, Awaited<ReturnType<FolderService['get']>>>()
    for (const id of new Set(places.values())) known.set(id, await folders.get(id))
    const members = new Map<string, Promise<Membership | undefined>>()
    const may = async ({ head: { kind, spaceId, ownerId }, roles }: ListedApp, action: 'delete' | 'publish') => {
      const asking = members.get(spaceId) ?? deps.membership(ctx.userId, spaceId)
      members.set(spaceId, asking)
      const member = await asking
      if (!member) return false
      const standing = {
        spaceType: member.type,
        spaceRole: member.role,
        isTester: member.isTester,
        isOwner: ownerId === ctx.userId,
        roles,
      }
      return mayResource(kind, standing, action)
    }
    return Promise.all(
      rows.map(async (row) => {
        const { head, mode, modelId, workflowCount, copyError, editedAt, favoriteAt, openedAt, isShared } = row
        const folder = known.get(places.get(head.id) ?? '')
        // A link gives access, so it is shown only to people who may publish.
        const own = (await may(row, 'publish')) ? links.get(head.id) : undefined
        return {
          basic_info: { ...view.basic(head), update_time: secondsText(Number(editedAt)) },
          type: typeOf(head.kind),
          publish_info: {
            publish_time: secondsText(head.publishedAt),
            has_published: head.publishedAt !== null,
            has_unpublished_change: changed.has(head.id),
            connectors: (channels.get(head.id) ?? []).map((id) =>
              view.connector(id, deps.channelName(id, ctx.locale), own?.get(id)),
            ),
          },
          permission_info: {
            in_collaboration: isShared,
            can_delete: await may(row, 'delete'),
            can_view: true,
          },
          owner_info: userOf(head.ownerId),
          favorite_info: { is_fav: favoriteAt !== null, fav_time: secondsText(favoriteAt) },
          ...(folder && { folder_info: { folder_basic_info: folderBasic(folder) } }),
          other_info: {
            recently_open_time: secondsText(openedAt),
            bot_mode: mode,
            model_name: models.get(modelId)?.name ?? '',
            workflow_count: workflowCount,
            copy_error: copyError,
          },
        }
      }),
    )
  }
  return {
    ping: () => ({}),
    list: async (input, ctx) => {
      const { folder_id: folderId } = input
      if (folderId) await ctx.access.require(ctx.actor!, 'folder', folderId, 'view')
      const { rows, total, totals, hasMore, cursor } = await list.page({
        spaceId: input.space_id,
        userId: ctx.userId,
        kinds: kindsOf(input.types),
        name: input.name.trim(),
        order: orders[input.order_by] ?? 'edited',
        ascending: input.order_type === 1,
        scope: input.search_scope === 1 ? 'made' : input.search_scope === 2 ? 'mine' : 'all',
        isPublished: input.has_published ?? undefined,
        onlyFavorites: input.is_fav ?? false,
        onlyOpened: input.recently_open ?? false,
        folders: folderId
          ? input.folder_include_children
            ? await folders.within(input.space_id, folderId)
            : [folderId]
          : undefined,
        statuses: input.status ?? [],
        cursor: input.cursor_id,
        size: input.size,
      })
      return {
        intelligences: await show(rows, ctx),
        total,
        type_totals: totals,
        has_more: hasMore,
        next_cursor_id: cursor,
      }
    },
    info: async (input, ctx) => {
      const row = await list.one(input.intelligence_id, ctx.userId)
      const isWrong = input.intelligence_type !== undefined && row && typeOf(row.head.kind) !== input.intelligence_type
      if (!row || isWrong || !['bot', 'project'].includes(row.head.kind))
        throw errors.notFound({ what: 'bot or project' })
      const [shown] = await show([row], ctx)
      const { basic_info, publish_info, owner_info, type } = shown!
      return { basic_info, publish_info, owner_info, intelligence_type: type }
    },
    published: async (input, ctx) => {
      const { rows, total, hasMore, cursor } = await list.page({
        spaceId: input.space_id,
        userId: ctx.userId,
        kinds: kindsOf([input.intelligence_type]),
        name: input.name.trim(),
        order: 'published',
        ascending: input.order_last_publish_time === 1,
        scope: 'all',
        ownerId: input.owner_id,
        ids: input.intelligence_ids ?? undefined,
        isPublished: true,
        onlyFavorites: false,
        onlyOpened: false,
        statuses: [IntelligenceStatus.using],
        cursor: input.cursor_id,
        size: input.size,
      })
      const userOf = await view.users(rows.map((row) => row.head.ownerId))
      const channels = await list.channelsOf(rows)
      return {
        intelligences: rows.map(({ head }) => ({
          basic_info: view.basic(head),
          user_info: userOf(head.ownerId),
          connectors: (channels.get(head.id) ?? []).map((id) => view.connector(id, deps.channelName(id, ctx.locale))),
          permission_type: head.ownerId === ctx.userId ? 3 : 2,
        })),
        total,
        has_more: hasMore,
        next_cursor_id: cursor,
      }
    },
    recent: async (input, ctx) => ({
      intelligence_info_list: await show(await list.recent(ctx.userId, kindsOf(input.types), input.size), ctx),
    }),
  }
}

/** Projects whose application is built elsewhere. */
export function oceanRoutes({ list, projects, view }: IntelligenceDeps): Handlers<typeof contract.oceanProject> {
  const get = async (id: string) => {
    const head = await projects.get(id)
    if (head.subType !== ProjectSort.ocean) throw errors.notFound({ what: 'project' })
    return head
  }
  const basic = (head: Parameters<ProjectView['basic']>[0]) => {
    const { publish_time: _, ...info } = view.basic(head)
    return info
  }
  const refuse = (refusal: AppError | undefined) => {
    if (refusal !== undefined) throw refusal
  }
  return {
    create: async (input, ctx) => {
      const { id, refusal } = await projects.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        name: input.name,
        description: input.description,
        iconUri: input.icon_uri,
        sort: ProjectSort.ocean,
      })
      refuse(refusal)
      return { project_id: id }
    },
    update: async (input, ctx) => {
      await get(input.project_id)
      const { name, description, icon_uri: iconUri } = input
      refuse(await projects.update(input.project_id, ctx.userId, { name, description, iconUri }))
      return {}
    },
    info: async (input) => ({ project_id: input.project_id, basic_info: basic(await get(input.project_id)) }),
    list: async (input, ctx) => {
      const page = await list.oceans({
        spaceId: input.space_id,
        ...(input.search_scope === 1 && { ownerId: ctx.userId }),
        ...(input.status?.length && { status: input.status }),
        byCreation: input.order_by === 1,
        page: input.page_index,
        size: input.page_size,
      })
      const userOf = await view.users(page.rows.map((row) => row.ownerId))
      return {
        ocean_projects: await Promise.all(
          page.rows.map(async (head) => ({
            basic_info: basic(head),
            owner_info: userOf(head.ownerId),
            permission_info: {
              in_collaboration: false,
              can_delete: await ctx.access.can(ctx.actor!, 'project', head.id, 'delete'),
              can_view: true,
            },
            publish_info: { publish_time: secondsText(head.publishedAt), has_published: head.publishedAt !== null },
          })),
        ),
        total: page.total,
      }
    },
  }
}
