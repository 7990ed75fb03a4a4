import { z } from 'zod'
import { op } from '#kit.ts'
import { base, commaList, id, idOrNone, name, pageNumber, pageSize } from '#shared/fields.ts'
import { fileMeta, FileKind, moment, uri } from './shapes.ts'

const s = z.string()
const onBot = { access: { on: 'bot', id: 'bot_id', can: 'view' } } as const
const MAX_CHUNK_NUMBER = 1_000_000
/** The number of a chunk; out-of-range numbers are clamped. */
const chunkNumber = (fallback: number) =>
  z
    .preprocess((value) => (value === '' || value === null ? undefined : value), z.coerce.number().optional())
    .transform((value) =>
      value === undefined || Number.isNaN(value)
        ? fallback
        : Math.min(MAX_CHUNK_NUMBER, Math.max(0, Math.trunc(value))),
    )
const fileRef = { file_id: idOrNone(), file_uri: uri().optional() }

/** The files that a person stores with the bot of an agent app, in the same file box as for other bots. */
export const agentAppFile = {
  upload: op('POST /api/agent_app_builder/v1/upload_file', {
    summary: 'Put an uploaded file, or one from the web, into your file box with a bot',
    summaryZh: '将已上传的文件或网络文件放入你在智能体中的文件盒子',
    ...onBot,
    input: () =>
      z.object({ bot_id: id(), source_uri: z.string().min(1).max(2000), file_name: name(200).optional(), base }),
    /** The key of the file. */
    output: s,
  }),
  summary: op('POST /api/agent_app_builder/v1/summary_file', {
    summary: 'Summarise a file of the file box',
    summaryZh: '总结文件盒子中的文件',
    ...onBot,
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object({ bot_id: id(), file_key: uri(), base }),
    output: () => z.object({ SummaryInfo: z.object({ file_name: s, content: s }) }),
  }),
  search: op('GET /api/agent_app_builder/v1/search_file', {
    summary: 'Find passages in the files of the file box',
    summaryZh: '在文件盒子中按内容搜索',
    ...onBot,
    input: () =>
      z.object({
        bot_id: id(),
        query: z.string().max(4000).default(''),
        file_uri_list: commaList(uri()).pipe(z.array(z.string()).max(200)).optional(),
        file_name_list: commaList(z.string().max(200)).pipe(z.array(z.string()).max(200)).optional(),
        Base: base,
      }),
    output: () => z.array(z.object({ file_name: s, file_url: s, content: s })),
  }),
  list: op('GET /api/agent_app_builder/v1/get_file_list', {
    summary: 'List the files of the file box',
    summaryZh: '列出文件盒子中的文件',
    ...onBot,
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        file_name: z.string().max(200).default(''),
        md_type: z.coerce.number().pipe(z.enum(FileKind)).optional(),
        file_format: z.string().max(20).default(''),
        begin_time: moment.default(''),
        end_time: moment.default(''),
        page: pageNumber(),
        size: pageSize(),
        Base: base,
      }),
    output: () =>
      z.object({
        total: z.int(),
        data: z.array(
          z.object({
            Uri: s,
            Name: s,
            CreateTime: z.int(),
            Format: s,
            Size: z.int(),
            MdType: z.enum(FileKind),
            Url: s,
          }),
        ),
      }),
  }),
  meta: op('GET /api/agent_app_builder/v1/get_file_meta_info', {
    summary: 'Get a file of the file box by id, key or name',
    summaryZh: '按 ID、key 或名称获取文件盒子中的文件',
    ...onBot,
    input: () => z.object({ bot_id: id(), ...fileRef, file_name: z.string().max(200).default(''), Base: base }),
    output: fileMeta,
  }),
  chunks: op('GET /api/agent_app_builder/v1/get_list_file_chunk', {
    summary: 'Get the text of a file of the file box, piece by piece',
    summaryZh: '按分段获取文件内容',
    ...onBot,
    input: () =>
      z.object({
        bot_id: id(),
        ...fileRef,
        start_chunk_seq_id: chunkNumber(0),
        /** The last chunk to return. */
        end_chunk_seq_id: chunkNumber(MAX_CHUNK_NUMBER),
        Base: base,
      }),
    output: () => z.array(z.object({ seq_id: z.int(), content: s })),
  }),
  url: op('GET /api/agent_app_builder/v1/file/url', {
    summary: 'Get a link to one of your files',
    summaryZh: '获取你的文件的链接',
    input: () => z.object({ uri: uri(), Base: base }),
    output: () => z.object({ url: s }),
  }),
}
