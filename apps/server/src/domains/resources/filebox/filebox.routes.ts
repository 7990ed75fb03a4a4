import { type Contract, FILEBOX_LIMITS, FileKind } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { albumRoutes } from './album.routes.ts'
import { changeFile } from './change-file.ts'
import { createFileList } from './file-list.ts'
import { filePageRoutes } from './file-page.routes.ts'
import { fileSearchRoutes } from './file-search.routes.ts'
import { timesOf } from './file-times.ts'
import { boxOf, inWords } from './caller-box.ts'
import type { FileboxService, FileFilter } from './filebox.service.ts'
import type { FileboxView } from './filebox.view.ts'
import type { Finding } from './finding.service.ts'
import { type PageLinks, pageOf } from './page-links.ts'

export interface FileboxParts {
  files: FileboxService
  finding: Finding
  view: FileboxView
  pages: PageLinks
}

export function fileboxRoutes(parts: FileboxParts): Handlers<Contract['filebox']> {
  const { files, view } = parts
  const shown = createFileList(files, view)
  return {
    ...albumRoutes(parts, shown),
    ...fileSearchRoutes(parts, shown),
    ...filePageRoutes(parts, shown),
    setUse: async (input, ctx) => {
      await files.setOn(boxOf(input.req_common_params, ctx), input.switch_on)
      return {}
    },
    remove: async (input, ctx) => {
      const gone = await files.removeBy(boxOf(input.req_common_params, ctx), input.ids, input.uris)
      return { response_for_model: inWords(ctx, `Deleted ${gone.length} files`, `已删除 ${gone.length} 个文件`) }
    },
    updateFiles: async (input, ctx) => {
      const box = boxOf(input.req_common_params, ctx)
      const detail: Record<string, boolean> = {}
      for (const change of input.update_items)
        detail[change.file_id ?? change.uri] = await changeFile(files, box, change)
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
      return { data: (await shown([row], ctx))[0]!, detail_page_url: parts.pages.make(pageOf(row)) }
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

const abilities: [string, string, string, string, string, string][] = [
  ['list', 'files', 'List files', '查看文件', 'Names of the saved files', '查看已保存的文件'],
  ['search', 'files', 'Search files', '搜索文件', 'Find passages by meaning', '按内容查找'],
  ['summary', 'files', 'Summarise a file', '总结文件', 'Key points of a document', '总结文档要点'],
  ['album', 'albums', 'Albums', '相册', 'Put images into albums and show them', '整理与展示相册'],
]
