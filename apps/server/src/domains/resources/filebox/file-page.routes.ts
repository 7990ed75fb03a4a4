import { type Contract, PageKind } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { fileboxErrors } from './filebox.errors.ts'
import type { FileboxParts } from './filebox.routes.ts'
import type { FileList } from './file-list.ts'
import { changeFile } from './change-file.ts'

/** The page of a file or an album that a signed link opens. */
export function filePageRoutes(
  { files, pages }: FileboxParts,
  shown: FileList,
): Pick<Handlers<Contract['filebox']>, 'detail' | 'updatePage' | 'removeFromPage' | 'isWritable'> {
  return {
    detail: async (input, ctx) => {
      const page = { kind: input.obj_type, id: input.dpid, botId: input.bid }
      if (!pages.check(page, input.expires, input.signature)) throw fileboxErrors.badLink()
      if (input.obj_type === PageKind.album) {
        const album = await files.findAlbum(input.dpid)
        if (!album) throw errors.notFound({ what: 'album' })
        const from = (input.page_num - 1) * input.page_size
        const { rows, total } = await files.photos(album.id, from, input.page_size)
        const more = from + rows.length < total
        return {
          file_list: await shown(rows, ctx),
          show_title: album.name,
          show_desc: album.description,
          total,
          next_page_num: more ? input.page_num + 1 : 0,
        }
      }
      const row = await files.find(input.dpid)
      if (!row) throw errors.notFound({ what: 'file' })
      return { file_list: await shown([row], ctx), show_title: row.name, show_desc: '', total: 1, next_page_num: 0 }
    },
    updatePage: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      await files.require(box, input.detail_page_id)
      if (input.update_items) await changeFile(files, box, { ...input.update_items, file_id: input.detail_page_id })
      return {}
    },
    removeFromPage: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      const own = (await files.list(box, {})).rows.some((row) => row.id === input.detail_page_id)
      const gone = await files.removeBy(box, own && !input.uris.length ? [input.detail_page_id] : [], input.uris)
      return { success_ids: gone.map((row) => row.id) }
    },
    isWritable: async (input, ctx) => {
      const [file, album] = [await files.find(input.dpid), await files.findAlbum(input.dpid)]
      return { is_writable: (file?.userId ?? album?.userId) === ctx.userId }
    },
  }
}
