import type { Contract } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { boxOf, inWords } from './caller-box.ts'
import type { Box, FileFilter } from './filebox.service.ts'
import type { FileboxParts } from './filebox.routes.ts'
import type { FileList } from './file-list.ts'
import { moment, timesOf } from './file-times.ts'
import { pageOf } from './page-links.ts'

/** Search and summaries of files. */
export function fileSearchRoutes(
  { files, finding, view, pages }: FileboxParts,
  shown: FileList,
): Pick<Handlers<Contract['filebox']>, 'recall' | 'summary' | 'streamSummary' | 'search'> {
  /** The files that match the request: by key, or by name, format and date. */
  async function matchingFiles(box: Box, input: { uri: string; name: string; format: string; date: string }) {
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
        detail_page_url: first ? pages.make(pageOf(first)) : '',
        response_for_model: first
          ? inWords(ctx, `Found ${rows.length}: ${list}`, `找到 ${rows.length} 个文件：${list}`)
          : inWords(ctx, 'No matching files', '没有符合的文件'),
      }
    },
    summary: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const rows = await matchingFiles(box, {
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
            'Several files match. Ask which one is meant',
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
      const [row] = uri ? await matchingFiles(box, { uri, name: '', format: '', date: '' }) : []
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
          : inWords(ctx, 'No matching passages', '没有相关内容'),
      }
    },
  }
}
