import { z } from 'zod'
import { base, id, idOrNone, int, name, text } from '#shared/fields.ts'

export const FileKind = {
  default: 0,
  image: 1,
  audio: 2,
  video: 3,
  document: 4,
  font: 5,
  archive: 6,
  other: 255,
} as const
export const PageKind = { image: 1, audio: 2, video: 3, document: 4, album: 5, other: 255 } as const
export const FILEBOX_LIMITS = { files: 200, bytes: 500 * 1024 * 1024, albums: 50, photos: 500 } as const

/** The participants of a call. The user is always the caller, even if another id is sent. */
export const common = z.object({
  'X-AIPlugin-Bot-ID': id(),
  'X-AIPlugin-Conversation-ID': idOrNone(),
  user_id: z.unknown().optional(),
  biz_type: z.string().max(50).default(''),
  biz_id: z.string().max(100).default(''),
  query: z.string().max(4000).default(''),
})
export const ofBot = { on: 'bot', id: 'req_common_params.X-AIPlugin-Bot-ID', can: 'view' } as const
export const uri = () => z.string().min(1).max(300)
export const moment = z.union([
  z.literal(''),
  z.iso.datetime({ local: true, offset: true }),
  z.iso.date(),
  int().pipe(z.coerce.string()),
])
const fileUrl = z.object({ main_url: z.string(), backup_url: z.string() })
export const fileMeta = z.object({
  id: z.string(),
  file_id: z.string(),
  file_name: z.string(),
  md_type: z.enum(FileKind),
  format: z.string(),
  uri: z.string(),
  position: z.string(),
  device: z.string(),
  size: z.number(),
  tags: z.string(),
  caption: z.string(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  user_id: z.string(),
  conversation_id: z.string(),
  biz_type: z.string(),
  biz_id: z.string(),
  bot_id: z.string(),
  message_id: z.string(),
  normal_file_url: fileUrl,
  thumbnail_file_url: fileUrl,
  image_meta: z.object({ width: z.number(), height: z.number() }),
  /** 0 waiting to be read, 1 read, 2 unreadable. */
  rag_document_status: z.number(),
  rag_content_chunk_num: z.number(),
  /** Why it is unreadable, in words. */
  problem: z.string(),
})
export type FileMeta = z.input<typeof fileMeta>
export const albumInfo = z.object({
  album_id: z.string(),
  name: z.string(),
  desc: z.string(),
  user_id: z.string(),
  bot_id: z.string(),
  conversation_id: z.string(),
  biz_type: z.string(),
  biz_id: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
export const modelResponse = { response_for_model: z.string() }
export const change = z.object({
  file_id: idOrNone(),
  uri: z.string().max(300).default(''),
  file_name: name(200).optional(),
  position: text(200).optional(),
  device: text(200).optional(),
  tags: text(500).optional(),
  caption: text(2000).optional(),
})
export const albumOut = z.object({
  album_info: albumInfo,
  photos: z.array(fileMeta),
  album_length: z.number(),
  detail_page_url: z.string(),
  ...modelResponse,
})
export const page = {
  bot_id: id(),
  detail_page_id: id(),
  UserID: z.unknown().optional(),
  connector_id: z.unknown().optional(),
}
export const onPage = { on: 'bot', id: 'bot_id', can: 'view' } as const
export const fileQuery = z.object({
  req_common_params: common,
  file_uri: z.string().max(300).default(''),
  file_name: z.string().max(200).default(''),
  format: z.string().max(20).default(''),
  upload_date: moment.default(''),
  Base: base,
})
