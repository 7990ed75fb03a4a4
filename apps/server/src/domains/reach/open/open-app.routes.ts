import { type contract, FolderType, ProductEntity, VariableChannel } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { FolderService, FoundFolder } from '#domains/library/folder/folder.service.ts'
import type { MarketService } from '#domains/market/market/market.service.ts'
import type { ProjectPublishing } from '#domains/studio/project/publish.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { VariableService } from '#domains/resources/variable/variable.service.ts'
import { listed } from './open-view.ts'
import { openErrors } from './open.errors.ts'
import type { OpenApps } from './open-app.service.ts'

export interface OpenAppDeps {
  apps: OpenApps
  resources: Pick<ResourceService, 'get'>
  folders: Pick<FolderService, 'get' | 'list' | 'ofSpace'>
  publishing: Pick<ProjectPublishing, 'records'>
  variables: Pick<VariableService, 'metaOf'>
  market: Pick<MarketService, 'find' | 'duplicate'>
  linkOf(key: string | null | undefined): string
}
const channelNames = Object.fromEntries(Object.entries(VariableChannel).map(([name, number]) => [number, name]))
const entityNames: Partial<Record<number, 'agent' | 'app' | 'workflow' | 'plugin'>> = {
  [ProductEntity.bot]: 'agent',
  [ProductEntity.botTemplate]: 'agent',
  [ProductEntity.project]: 'app',
  [ProductEntity.plugin]: 'plugin',
}

export function openAppRoutes(deps: OpenAppDeps): Handlers<typeof contract.openApp> {
  const { resources, folders, publishing, linkOf } = deps
  const folderOf = ({ head, parentId }: FoundFolder, all: FoundFolder[]) => ({
    id: head.id,
    name: head.name,
    description: head.description,
    workspace_id: head.spaceId,
    creator_user_id: head.ownerId,
    parent_folder_id: parentId ?? '',
    children_count: all.filter((item) => item.parentId === head.id).length,
  })
  return {
    list: async (input) => {
      const status = input.publish_status ?? 'published_online'
      const { apps, total } = await deps.apps.list({
        spaceId: input.workspace_id,
        isPublished: status === 'all' ? undefined : status !== 'unpublished_draft',
        page: input.page_num,
        size: input.page_size,
      })
      return { total, items: apps.map(({ head, folderId }) => ({ ...listed(head, linkOf), folder_id: folderId })) }
    },
    get: async (input) => {
      const [head, records, variables] = await Promise.all([
        resources.get(input.app_id),
        publishing.records(input.app_id),
        deps.variables.metaOf(input.app_id),
      ])
      if (!head || head.publishedAt === null || !records[0]) throw openErrors.appNotPublished()
      return {
        app_id: head.id,
        version: records[0].version,
        name: head.name,
        description: head.description,
        icon_url: linkOf(head.iconUri),
        variables: variables.map((variable) => ({
          keyword: variable.keyword,
          default_value: variable.defaultValue,
          variable_type: variable.variableType === 2 ? 'ListVariable' : 'KVVariable',
          channel: channelNames[variable.channel] ?? 'custom',
          description: variable.description,
          enable: variable.enabled,
          prompt_enable: !variable.promptDisabled,
        })),
      }
    },
    folders: async (input) => {
      const { page_num: page, page_size: size } = input
      const { rows, all, total } = await folders.list({
        spaceId: input.workspace_id,
        type: input.folder_type === 'library' ? FolderType.resource : FolderType.app,
        name: '',
        parentId: input.parent_folder_id,
        deep: false,
        order: 'name',
        ascending: true,
        page,
        size,
      })
      return { items: rows.map((row) => folderOf(row, all)), total_count: total, has_more: page * size < total }
    },
    folder: async (input) => {
      const found = await folders.get(input.folder_id)
      return folderOf(found, await folders.ofSpace(found.head.spaceId, found.type))
    },
    duplicate: async (input, ctx) => {
      const row = await deps.market.find({ productId: input.template_id }, ctx.userId)
      const { rootId } = await deps.market.duplicate(row, {
        spaceId: input.workspace_id,
        userId: ctx.userId,
        locale: ctx.locale,
        name: input.name,
      })
      return { entity_id: rootId, entity_type: entityNames[row.entityType] ?? 'workflow' }
    },
  }
}
