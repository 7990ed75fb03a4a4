import { type contract, isLibraryKind, isSwitchable, ResType, resTypeOf } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ListingsOf } from '#domains/ground/resource/shared/listing-state.ts'
import { writeFacts } from '#domains/ground/resource/shared/resource-facts.ts'
import { type Rights, type RightsDeps, rightsIn } from '#domains/ground/resource/shared/list-rights.ts'
import type { CopyTasks } from './copy-task.service.ts'
import type { Library, LibraryFilter } from './library.service.ts'

/** Actions on a listed resource, by the numbers clients use. */
const Action = { copy: 1, delete: 2, enableSwitch: 3, edit: 4, crossSpaceCopy: 10 } as const
const ProjectAction = { copy: 2, copyToLibrary: 3, moveToLibrary: 4, delete: 5 } as const

export function libraryRoutes(deps: {
  library: Library
  copyTasks: CopyTasks
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  rights: RightsDeps
  listings: ListingsOf
}): Handlers<typeof contract.library> {
  const { library, copyTasks, people, links } = deps
  const actionsOf = async (row: ResourceRow, rights: Rights) => {
    const may = await rights(row)
    return { isCopyable: may('copy') && isLibraryKind(row.kind), remove: may('delete'), edit: may('editInfo') }
  }
  return {
    list: async (input, ctx) => {
      if (input.folder_id) await ctx.access.require(ctx.actor!, 'folder', input.folder_id, 'view')
      const filter: LibraryFilter = {
        spaceId: input.space_id,
        types: input.res_type_filter.filter((type) => type > 0),
        search: input.name,
        searchIn: input.search_keys?.length ? input.search_keys : ['name'],
        ...(input.user_filter === 1 && { ownerId: ctx.userId }),
        ...(input.publish_status_filter > 0 && { isPublished: input.publish_status_filter === 2 }),
        ...(input.res_sub_type_filter?.length && { subTypes: input.res_sub_type_filter }),
        ...(input.folder_id && { folderId: input.folder_id, isDeep: input.folder_include_children === true }),
        isUnfiled: input.is_unfiled === true,
        ...(typeof input.is_get_imageflow === 'boolean' && { hasImageflows: input.is_get_imageflow }),
        cursor: input.cursor,
        size: input.size,
      }
      const [{ rows, cursor, hasMore }, counts] = await Promise.all([
        library.list(filter),
        // Count only for the first page: the counts do not change while paging.
        input.cursor === '' ? library.counts(filter) : undefined,
      ])
      const facts = await library.facts(rows)
      const users = new Map(
        (await people.getMany([...new Set(rows.map((row) => row.ownerId))])).map((user) => [user.id, user]),
      )
      const listings = await deps.listings(rows.map((row) => row.id))
      const stateOf = (id: string): Record<string, string> => {
        const known = listings.get(id)
        return known ? { product_status: `${known.status}`, product_draft_status: `${known.draft}` } : {}
      }
      const rights = await rightsIn(deps.rights, ctx.userId, input.space_id)
      const resource_list = await Promise.all(
        rows.map(async (row) => {
          const user = users.get(row.ownerId)
          const { isCopyable, remove, edit } = await actionsOf(row, rights)
          return {
            res_id: row.id,
            res_type: resTypeOf(row.kind, row.subType),
            res_sub_type: row.subType,
            name: row.name,
            desc: row.description,
            icon: links.make(row.iconUri),
            creator_id: row.ownerId,
            creator_avatar: links.make(user?.avatarKey),
            creator_name: user?.name ?? '',
            user_name: user?.uniqueName ?? '',
            publish_status: row.publishedAt === null ? 1 : 2,
            biz_res_status: row.status,
            collaboration_enable: row.kind === 'workflow',
            edit_time: seconds(row.updatedAt),
            space_id: row.spaceId,
            biz_extend: { ...stateOf(row.id), ...writeFacts(facts.get(row.id) ?? {}) },
            actions: [
              { key: Action.copy, enable: isCopyable },
              { key: Action.delete, enable: remove },
              ...(isSwitchable(row.kind) ? [{ key: Action.enableSwitch, enable: edit }] : []),
              { key: Action.edit, enable: edit },
              { key: Action.crossSpaceCopy, enable: isCopyable },
            ],
            detail_disable: false,
            del_flag: false,
          }
        }),
      )
      return { resource_list, cursor, has_more: hasMore, ...(counts && { kind_counts: counts }) }
    },
    ofProject: async (input, ctx) => {
      const rows = await library.ofProject(input.project_id)
      const rights = await rightsIn(deps.rights, ctx.userId, ctx.located!.spaceId)
      const mayCopy = await ctx.access.can(ctx.actor!, 'project', input.project_id, 'copyResource')
      const groups = [
        { group_type: 1, types: [ResType.workflow, ResType.imageflow] as number[] },
        { group_type: 2, types: [ResType.plugin] as number[] },
        { group_type: 3, types: [ResType.knowledge, ResType.database] as number[] },
      ]
      const shown = await Promise.all(
        rows.map(async (row) => {
          const { remove, edit } = await actionsOf(row, rights)
          const isCopyable = mayCopy && isLibraryKind(row.kind)
          return {
            res_id: row.id,
            name: row.name,
            res_type: resTypeOf(row.kind, row.subType),
            res_sub_type: row.subType,
            biz_res_status: row.status,
            biz_extend: {},
            actions: [
              { key: ProjectAction.copy, enable: isCopyable },
              { key: ProjectAction.copyToLibrary, enable: isCopyable },
              { key: ProjectAction.moveToLibrary, enable: isCopyable && edit },
              { key: ProjectAction.delete, enable: remove },
            ],
          }
        }),
      )
      return {
        resource_groups: groups.map(({ group_type, types }) => ({
          group_type,
          resource_list: shown.filter((item) => types.includes(item.res_type)),
        })),
      }
    },
    copy: async (input, ctx) => {
      const { taskId, failed } = await copyTasks.begin({
        scene: input.scene,
        resourceId: input.res_id,
        resType: input.res_type,
        userId: ctx.userId,
        projectId: input.project_id,
        targetSpaceId: input.target_space_id,
        name: input.res_name,
      })
      return {
        task_id: taskId,
        failed_reasons: failed.map((item) => ({
          res_id: item.id,
          res_type: item.type,
          res_name: item.name,
          reason: item.reason,
        })),
      }
    },
    copyDetail: async (input, ctx) => {
      const row = await copyTasks.task(input.task_id, ctx.userId)
      return {
        task_detail: {
          task_id: row.id,
          status: row.status,
          res_id: row.madeId ?? row.resourceId,
          res_type: row.resType,
          scene: row.scene,
          res_name: row.name,
          target_space_id: row.targetSpaceId,
          target_project_id: row.targetProjectId ?? '0',
          reason: row.reason,
        },
      }
    },
    copyRetry: async (input, ctx) => {
      await copyTasks.retry(input.task_id, ctx.userId)
      return { failed_reasons: [] }
    },
    copyCancel: async (input, ctx) => {
      await copyTasks.cancel(input.task_id, ctx.userId)
      return {}
    },
  }
}
