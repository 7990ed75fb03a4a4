import { type Contract, PageKind } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { boxOf, inWords } from './caller-box.ts'
import type { FileList } from './file-list.ts'
import type { FileboxParts } from './filebox.routes.ts'
import type { Box } from './filebox.service.ts'
import type { AlbumRow } from './filebox.table.ts'

type Names =
  | 'createAlbum'
  | 'addPhotos'
  | 'updateAlbum'
  | 'showAlbum'
  | 'removeAlbum'
  | 'albums'
  | 'removeAlbumPage'
  | 'removePhotos'

export function albumRoutes(
  { files, view, pages }: FileboxParts,
  shown: FileList,
): Pick<Handlers<Contract['filebox']>, Names> {
  const namesOf = async (box: Box) => (await files.albums(box)).map((row) => row.name)
  const requestOf = (input: { album_id?: string | undefined; album_name: string }) => ({
    ...(input.album_id && { id: input.album_id }),
    name: input.album_name,
  })
  async function whole(row: AlbumRow, ctx: Ctx, from = 0, size = 50) {
    const { rows, total } = await files.photos(row.id, from, size)
    return {
      album_info: view.album(row),
      photos: await shown(rows, ctx),
      album_length: total,
      detail_page_url: pages.make({ kind: PageKind.album, id: row.id, botId: row.botId }),
    }
  }
  return {
    createAlbum: async (input, ctx) => {
      const row = await files.createAlbum(boxOf(input.req_common_params, ctx), input.album_name, input.album_desc)
      return {
        ...(await whole(row, ctx)),
        response_for_model: inWords(ctx, `Created the album “${row.name}”`, `已创建相册“${row.name}”`),
      }
    },
    addPhotos: async (input, ctx) => {
      const items = input.md_items.map((item) => ({ ...(item.file_id && { id: item.file_id }), uri: item.uri }))
      const count = await files.addPhotos(boxOf(input.req_common_params, ctx), input.album_name, items)
      const name = input.album_name
      return {
        response_for_model: inWords(ctx, `Put ${count} images into “${name}”`, `已将 ${count} 张图片加入“${name}”`),
      }
    },
    updateAlbum: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const row = await files.requireAlbum(box, requestOf(input))
      await files.changeAlbum(box, row, {
        ...(input.new_album_name !== undefined && { name: input.new_album_name }),
        ...(input.new_album_desc !== undefined && { description: input.new_album_desc }),
      })
      return {
        album_name_list: await namesOf(box),
        response_for_model: inWords(ctx, 'Changed the album', '已修改相册'),
      }
    },
    showAlbum: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const row = await files.requireAlbum(box, requestOf(input))
      const answer = await whole(row, ctx, input.start, input.limit)
      return {
        ...answer,
        album_name_list: await namesOf(box),
        response_for_model: inWords(
          ctx,
          `“${row.name}” holds ${answer.album_length} images`,
          `“${row.name}”共有 ${answer.album_length} 张图片`,
        ),
      }
    },
    removeAlbum: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      await files.removeAlbum(await files.requireAlbum(box, requestOf(input)))
      return {
        album_name_list: await namesOf(box),
        response_for_model: inWords(ctx, 'Deleted the album; its images stay', '已删除相册，图片仍保留'),
      }
    },
    albums: async (input, ctx) => {
      const rows = await files.albums(boxOf(input.req_common_params, ctx))
      const names = rows.map((row) => row.name)
      return {
        album_name_list: names,
        album_list: rows.map(view.album),
        response_for_model: names.length ? names.join(', ') : inWords(ctx, 'There are no albums', '还没有相册'),
      }
    },
    removeAlbumPage: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      await files.removeAlbum(await files.requireAlbum(box, { id: input.detail_page_id }))
      return {}
    },
    removePhotos: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      const row = await files.requireAlbum(box, { id: input.detail_page_id })
      return { success_ids: await files.removePhotos(row, input.ids) }
    },
  }
}
