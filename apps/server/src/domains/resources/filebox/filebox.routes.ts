import { type Contract, FILEBOX_LIMITS, FileKind, PageKind } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { albumRoutes } from './album.routes.ts'
import { boxOf, inWords } from './caller-box.ts'
import { fileboxErrors } from './filebox.errors.ts'
import type { Box, FileboxService, FileFilter } from './filebox.service.ts'
import type { FileRow } from './filebox.table.ts'
import type { FileboxView } from './filebox.view.ts'
import type { Finding } from './finding.service.ts'
import type { PageLinks } from './page-links.ts'

export interface FileboxParts {
  files: FileboxService
  finding: Finding
  view: FileboxView
  pages: PageLinks
}
const moment = (text: string): number | undefined => {
  if (!text) return undefined
  const number = Number(text)
  if (Number.isFinite(number)) return number < 1e11 ? number * 1000 : number
  return Date.parse(text)
}
const timesOf = (input: { begin_time: string; end_time: string }): FileFilter => ({
  ...(input.begin_time && { from: moment(input.begin_time)! }),
  ...(input.end_time && { to: moment(input.end_time)! }),
})

export function fileboxRoutes(parts: FileboxParts): Handlers<Contract['filebox']> {
  const { files, finding, view, pages } = parts
  async function shown(rows: FileRow[], ctx: Ctx) {
    const counts = await files.pieceCounts(rows.map((row) => row.id))
    return rows.map((row) => view.file(row, counts.get(row.id) ?? 0, ctx.locale))
  }
  async function changeOne(box: Box, change: Change): Promise<boolean> {
    const id = change.file_id ?? (await files.list(box, { uris: [change.uri || '-'] })).rows[0]?.id
    if (!id) return false
    const { file_name: name, position, device, tags, caption } = change
    return files.change(box, id, {
      ...(name !== undefined && { name }),
      ...(position !== undefined && { position }),
      ...(device !== undefined && { device }),
      ...(tags !== undefined && { tags }),
      // The words of a picture are what it is found by: it is read again with the new ones.
      ...(caption !== undefined && { caption, state: 0 }),
    })
  }
  /** The file that is meant: by key, or the only one that the words fit. */
  async function meant(box: Box, input: { uri: string; name: string; format: string; date: string }) {
    await files.sync(box)
    const day = moment(input.date)
    const { rows } = await files.list(box, {
      ...(input.uri && { uris: [input.uri] }),
      ...(!input.uri && input.name && { word: input.name }),
      ...(input.format && { format: input.format }),
      ...(day !== undefined && { from: day, to: day + 24 * 3600_000 }),
    })
    return rows
  }
  return {
    ...albumRoutes(parts, shown),
    setUse: async (input, ctx) => {
      await files.setOn(boxOf(input.req_common_params, ctx), input.switch_on)
      return {}
    },
    remove: async (input, ctx) => {
      const gone = await files.removeBy(boxOf(input.req_common_params, ctx), input.ids, input.uris)
      return { response_for_model: inWords(ctx, `Deleted ${gone.length} files`, `已删除 ${gone.length} 个文件`) }
    },
    recall: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      await files.sync(box)
      const filter: FileFilter = {
        ...timesOf(input),
        ...(input.md_type && { kind: input.md_type }),
        ...(input.format && { format: input.format }),
        ...(input.file_uris.length && { uris: input.file_uris }),
      }
      const query = input.need_rag ? input.req_common_params.query : ''
      const rows = await finding.recall(box, ctx.located!.spaceId, query, filter)
      const [first] = rows
      const list = rows.map((row) => row.name).join(', ')
      return {
        file_list: await shown(rows, ctx),
        file_num: rows.length,
        detail_page_url: first ? pages.make({ kind: pageKind(first), id: first.id, botId: box.botId }) : '',
        response_for_model: first
          ? inWords(ctx, `Found ${rows.length}: ${list}`, `找到 ${rows.length} 个文件：${list}`)
          : inWords(ctx, 'No file fits', '没有符合的文件'),
      }
    },
    updateFiles: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const detail: Record<string, boolean> = {}
      for (const change of input.update_items) detail[change.file_id ?? change.uri] = await changeOne(box, change)
      const done = Object.values(detail).filter(Boolean).length
      const total = Object.keys(detail).length
      return {
        SuccessNum: done,
        FailNum: total - done,
        ResultDetail: detail,
        response_for_model: inWords(ctx, `Changed ${done} of ${total} files`, `已修改 ${done}/${total} 个文件`),
      }
    },
    file: async (input, ctx) => {
      const row = await files.require(boxOf(input.req_common_params, ctx), input.file_id)
      return { data: (await shown([row], ctx))[0]! }
    },
    summary: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const rows = await meant(box, {
        uri: input.file_uri,
        name: input.file_name,
        format: input.format,
        date: input.upload_date,
      })
      if (!rows.length) throw errors.notFound({ what: 'file' })
      if (rows.length > 1)
        return {
          summary_info: { file_name: '', content: '' },
          suggested_file_list: await shown(rows.slice(0, 10), ctx),
          response_for_model: inWords(
            ctx,
            'Several files could be meant: ask which',
            '有多个文件符合，请询问具体是哪一个',
          ),
        }
      const [row] = rows
      const request = input.req_common_params.query
      const content = await finding.summarise(row!, ctx.located!.spaceId, request, () => {}, ctx.signal)
      return { summary_info: { file_name: row!.name, content }, suggested_file_list: [], response_for_model: content }
    },
    streamSummary: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const uri = /\/api\/file\/([^?]+)/.exec(input.url)?.[1] ?? input.url
      const [row] = uri ? await meant(box, { uri, name: '', format: '', date: '' }) : []
      if (!row) throw errors.notFound({ what: 'file' })
      return async (sse) => {
        let count = 0
        const send = (content: string, isLast: boolean, event = 'message') =>
          sse.send({
            event,
            id: (count += 1),
            data: {
              id: String(count),
              event,
              stream_id: row.id,
              message_title: row.name,
              output_mode: 1,
              return_type: 1,
              content_type: 0,
              context_mode: 0,
              content,
              is_finish: isLast,
              is_last_msg: isLast,
              is_last_packet_in_msg: isLast,
              ext: {},
            },
          })
        try {
          const request = input.req_common_params.query
          await finding.summarise(row, ctx.located!.spaceId, request, (piece) => send(piece, false), ctx.signal)
          send('', true, 'done')
        } catch (cause) {
          if (!(cause instanceof AppError)) throw cause
          sse.send({ event: 'error', data: { code: cause.code, msg: cause.text(ctx.locale) } })
        }
      }
    },
    apis: (_, ctx) => ({
      groups: [
        { id: 'files', name: inWords(ctx, 'Files', '文件') },
        { id: 'albums', name: inWords(ctx, 'Albums', '相册') },
      ],
      apis: abilities.map(([id, group, en, zh, descEn, descZh]) => ({
        id,
        group_id: group,
        name: inWords(ctx, en, zh),
        desc: inWords(ctx, descEn, descZh),
      })),
    }),
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
          total,
          next_page_num: more ? input.page_num + 1 : 0,
        }
      }
      const row = await files.find(input.dpid)
      if (!row) throw errors.notFound({ what: 'file' })
      return { file_list: await shown([row], ctx), show_title: row.name, total: 1, next_page_num: 0 }
    },
    createFiles: async (input, ctx) => {
      const box = boxOf(input.req_common_base_info, ctx)
      const given = input.source_urls.map((url) => ({ uri: '', url, name: '' }))
      const results = await files.add(box, given)
      const done = results.filter((result) => result.row).length
      return {
        create_results: results.map(({ given: { url }, row, problem }) => ({
          source_url: url,
          file_id: row?.id ?? '',
          uri: row?.uri ?? '',
          problem: problem?.text(ctx.locale) ?? '',
        })),
        response_for_model: inWords(ctx, `Stored ${done} of ${given.length}`, `已保存 ${done}/${given.length} 个文件`),
      }
    },
    updatePage: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      await files.require(box, input.detail_page_id)
      if (input.update_items) await changeOne(box, { ...input.update_items, file_id: input.detail_page_id })
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
    search: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      await files.sync(box)
      const all = await finding.search(box, ctx.located!.spaceId, input.req_common_params.query, {
        ...(input.file_uri_list.length && { uris: input.file_uri_list }),
      })
      const names = input.file_name_list
      const found = (names.length ? all.filter((item) => names.includes(item.file.name)) : all).slice(0, 10)
      return {
        file_search_item_list: found.map(({ file, content, score }) => ({
          file_name: file.name,
          file_url: view.link(file.uri),
          content,
          score: Math.round(score * 1000) / 1000,
        })),
        response_for_model: found.length
          ? found.map(({ file, content }) => `[${file.name}]\n${content}`).join('\n\n')
          : inWords(ctx, 'No passage fits', '没有相关内容'),
      }
    },
    list: async (input, ctx) => {
      const box = { botId: input.bid, userId: ctx.userId }
      await files.sync(box)
      const filter: FileFilter = {
        ...timesOf(input),
        ...(input.file_type && { kind: input.file_type }),
        ...(input.file_name && { word: input.file_name }),
      }
      const { rows, total } = await files.list(box, filter, input.page_num, input.page_size)
      return {
        total_count: total,
        list: rows.map((row) => ({
          MainURL: view.link(row.uri),
          ThumbnailURL: row.kind === FileKind.image ? view.link(row.uri) : '',
          FileName: row.name,
          Uri: row.uri,
          FileID: row.id,
          Format: row.extension,
          Type: row.kind,
          CreateTime: secondsText(row.createdAt),
          UpdateTime: secondsText(row.updatedAt),
          FileSize: String(row.size),
          Caption: row.caption,
          Tags: row.tags,
          State: row.state,
          Problem: row.problem ? inWords(ctx, row.problem.en, row.problem.zh) : '',
        })),
        is_on: await files.isOn(box),
        used: await files.used(box),
        limit: { files: FILEBOX_LIMITS.files, bytes: FILEBOX_LIMITS.bytes },
      }
    },
    upload: async (input, ctx) => {
      const box = { botId: input.bid, userId: ctx.userId }
      const given = input.source_files.map((sourceFile) => ({
        uri: sourceFile.file_uri,
        url: sourceFile.file_url,
        name: sourceFile.file_name,
      }))
      const results = await files.add(box, given, input.cid)
      const done = results.filter((result) => result.row).length
      return {
        SuccessNum: done,
        FailNum: results.length - done,
        DestFiles: results.map(({ given: item, row, problem }) => ({
          file_id: row?.id ?? '',
          file_uri: row?.uri ?? item.uri,
          file_url: row ? view.link(row.uri) : item.url,
          file_name: row?.name ?? item.name,
          status: row ? 0 : 1,
          problem: problem?.text(ctx.locale) ?? '',
        })),
      }
    },
  }
}

interface Change {
  file_id?: string | undefined
  uri: string
  file_name?: string | undefined
  position?: string | undefined
  device?: string | undefined
  tags?: string | undefined
  caption?: string | undefined
}
const pageKind = (row: FileRow): number => (row.kind >= 1 && row.kind <= 4 ? row.kind : PageKind.other)
const abilities: [string, string, string, string, string, string][] = [
  ['list', 'files', 'List files', '查看文件', 'Names of the files that were handed over', '查看已保存的文件'],
  ['search', 'files', 'Search files', '搜索文件', 'Find passages by what they mean', '按内容查找'],
  ['summary', 'files', 'Sum up a file', '总结文件', 'The gist of a document', '总结文档要点'],
  ['album', 'albums', 'Albums', '相册', 'Put images into albums and show them', '整理与展示相册'],
]
