import type { contract, FolderInfo } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { FolderService, FoundFolder } from './folder.service.ts'
import { folderBasic } from './shared/folder.view.ts'

export function folderRoutes(deps: {
  folders: FolderService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}): Handlers<typeof contract.folder> {
  const { folders, people, links } = deps
  /** Builds the view of folders, with their subfolders and their paths. */
  async function viewOf(all: FoundFolder[]) {
    const users = new Map(
      (await people.getMany([...new Set(all.map((item) => item.head.ownerId))])).map((user) => [user.id, user]),
    )
    const view = (found: FoundFolder, deep: boolean): FolderInfo => {
      const path = folders.pathOf(all, found.head.id).map(folderBasic)
      const user = users.get(found.head.ownerId)
      return {
        folder_basic_info: folderBasic(found),
        children_list: deep
          ? all.filter((item) => item.parentId === found.head.id).map((item) => view(item, true))
          : [],
        parent_path: path.slice(0, -1),
        full_path: path,
        folder_creator_info: {
          user_id: found.head.ownerId,
          nickname: user?.name ?? '',
          avatar_url: links.make(user?.avatarKey),
          user_unique_name: user?.uniqueName ?? '',
        },
      }
    }
    return view
  }
  return {
    create: async (input, ctx) => ({
      folder_id: await folders.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        type: input.type,
        name: input.name,
        description: input.description,
        parentId: input.parent_folder_id,
      }),
    }),
    update: async (input, ctx) => {
      await folders.update(input.folder_id, ctx.userId, { name: input.name, description: input.description })
      return {}
    },
    remove: async (input) => {
      await folders.remove(input.folder_id)
      return {}
    },
    move: async (input) => {
      await folders.move(input.folder_id, input.parent_folder_id)
      return {}
    },
    moveObjects: async (input, ctx) => {
      const ids = [...new Set(input.move_objects.map((moveObject) => moveObject.object_id))]
      const own: string[] = []
      for (const id of ids) if (await ctx.access.can(ctx.actor!, 'resource', id, 'view')) own.push(id)
      const moved = await folders.put(input.folder_space_id, input.dest_folder_id, own)
      return { moved, failed: ids.filter((id) => !moved.includes(id)) }
    },
    tree: async (input) => {
      const all = await folders.ofSpace(input.space_id, input.type)
      const view = await viewOf(all)
      return all.filter((item) => item.parentId === null).map((item) => view(item, true))
    },
    byIds: async (input) => {
      const all = await folders.ofSpace(input.space_id)
      const view = await viewOf(all)
      const wanted = new Set(input.folder_ids)
      return Object.fromEntries(
        all
          .filter((item) => wanted.has(item.head.id))
          .map((item) => [
            item.head.id,
            { ...view(item, false), ...(input.get_path_info === false && { parent_path: [], full_path: [] }) },
          ]),
      )
    },
    list: async (input, ctx) => {
      const { rows, all, total } = await folders.list({
        spaceId: input.space_id,
        type: input.type,
        name: input.name,
        ...(input.search_scope === 1 && { ownerId: ctx.userId }),
        parentId: input.parent_folder_id,
        deep: input.parent_include_children ?? input.name !== '',
        order: input.order_by === 2 ? 'name' : input.order_by === 1 ? 'createdAt' : 'updatedAt',
        ascending: input.order_type === 1,
        page: input.page_num,
        size: input.size,
      })
      const view = await viewOf(all)
      return {
        folder_list: rows.map((row) => view(row, false)),
        total,
        has_more: input.page_num * input.size < total,
      }
    },
  }
}
