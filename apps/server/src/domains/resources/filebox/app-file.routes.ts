import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { createFileList } from './file-list.ts'
import { timesOf } from './file-times.ts'
import type { Box, FileboxService } from './filebox.service.ts'
import type { FileRow } from './filebox.table.ts'
import type { FileboxView } from './filebox.view.ts'
import type { Finding } from './finding.service.ts'

export interface AppFileDeps {
  files: FileboxService
  finding: Finding
  view: FileboxView
  isOwnFile(key: string, userId: string): Promise<boolean>
}
const MAX_FOUND = 10

/** File box calls for the pages of an app. */
export function appFileRoutes({
  files,
  finding,
  view,
  isOwnFile,
}: AppFileDeps): Handlers<typeof contract.agentAppFile> {
  const shown = createFileList(files, view)
  async function meant(
    box: Box,
    {
      file_id,
      file_uri,
      file_name = '',
    }: { file_id?: string | undefined; file_uri?: string | undefined; file_name?: string },
  ): Promise<FileRow> {
    if (file_id) return files.require(box, file_id)
    await files.sync(box)
    const { rows } = await files.list(box, file_uri ? { uris: [file_uri] } : { word: file_name })
    const found = file_uri ? rows[0] : rows.find((row) => row.name === file_name)
    if (!found) throw errors.notFound({ what: 'file' })
    return found
  }
  return {
    upload: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      const isWeb = /^https?:\/\//i.test(input.source_uri)
      const given = {
        uri: isWeb ? '' : input.source_uri,
        url: isWeb ? input.source_uri : '',
        name: input.file_name ?? '',
      }
      const [result] = await files.add(box, [given])
      if (!result?.row) throw result?.problem ?? errors.notFound({ what: 'file' })
      return result.row.uri
    },
    summary: async (input, ctx) => {
      const row = await meant({ botId: input.bot_id, userId: ctx.userId }, { file_uri: input.file_key })
      const content = await finding.summarise(row, ctx.located!.spaceId, '', () => {}, ctx.signal)
      return { SummaryInfo: { file_name: row.name, content } }
    },
    search: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      await files.sync(box)
      const { file_uri_list: uris = [], file_name_list: names = [] } = input
      const all = await finding.search(box, ctx.located!.spaceId, input.query, { ...(uris.length && { uris }) })
      const found = names.length ? all.filter(({ file }) => names.includes(file.name)) : all
      return found
        .slice(0, MAX_FOUND)
        .map(({ file, content }) => ({ file_name: file.name, file_url: view.link(file.uri), content }))
    },
    list: async (input, ctx) => {
      const box = { botId: input.bot_id, userId: ctx.userId }
      await files.sync(box)
      const filter = {
        ...timesOf(input),
        ...(input.md_type && { kind: input.md_type }),
        ...(input.file_name && { word: input.file_name }),
        ...(input.file_format && { format: input.file_format }),
      }
      const { rows, total } = await files.list(box, filter, input.page, input.size)
      return {
        total,
        data: rows.map((row) => ({
          Uri: row.uri,
          Name: row.name,
          CreateTime: seconds(row.createdAt),
          Format: row.extension,
          Size: row.size,
          MdType: row.kind as 0,
          Url: view.link(row.uri),
        })),
      }
    },
    meta: async (input, ctx) => {
      const row = await meant({ botId: input.bot_id, userId: ctx.userId }, input)
      return (await shown([row], ctx))[0]!
    },
    chunks: async (input, ctx) => {
      const row = await meant({ botId: input.bot_id, userId: ctx.userId }, input)
      const { start_chunk_seq_id: from, end_chunk_seq_id: to } = input
      return (await files.pieces(row))
        .map(({ content }, at) => ({ seq_id: at, content }))
        .filter(({ seq_id }) => seq_id >= from && seq_id <= to)
    },
    url: async (input, ctx) => {
      if (!(await isOwnFile(input.uri, ctx.userId))) throw errors.notFound({ what: 'file' })
      return { url: view.link(input.uri) }
    },
  }
}
