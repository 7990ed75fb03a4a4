import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { MessageType } from '#domains/chat/conversation/conversation.table.ts'
import type { SuppliedMessage } from '#domains/chat/conversation/shared/supplied-messages.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { UploadRow } from '#domains/ground/upload/upload.table.ts'
import { openErrors } from './open.errors.ts'

/** A message as programs send it. */
export interface GivenMessage {
  role: string
  type?: string | undefined
  content?: unknown
  content_type?: string | undefined
  meta_data?: Record<string, string> | null | undefined
}
interface Part {
  type?: unknown
  text?: unknown
  file_id?: unknown
  file_url?: unknown
}
const FETCH_BYTES = 50 * 1024 * 1024
const FETCH_MS = 30_000
const MAX_PARTS = 60
const types: Record<string, MessageType> = {
  question: 'question',
  answer: 'answer',
  function_call: 'function_call',
  tool_output: 'tool_response',
  tool_response: 'tool_response',
  follow_up: 'follow_up',
  verbose: 'verbose',
}
const withoutNul = (text: string) => text.replaceAll('\0', '')

export interface MessageReaderDeps {
  uploads: Pick<UploadService, 'store' | 'find'>
  egress: Egress
}

/** Converts external messages to ours. Files given by address are fetched and stored for the account. */
export function createMessageReader({ uploads, egress }: MessageReaderDeps) {
  async function fetchFile(url: string, userId: string): Promise<Pick<UploadRow, 'key' | 'name'>> {
    try {
      const answer = await egress.fetch(url, { maxBytes: FETCH_BYTES, timeoutMs: FETCH_MS })
      const bytes = await answer.bytes()
      if (!answer.ok) throw openErrors.fileUnreachable({ url, reason: `HTTP ${answer.status}` })
      const name = new URL(answer.url).pathname.split('/').at(-1) || 'file'
      const type = (answer.headers.get('content-type') ?? '').split(';')[0]!.trim()
      const full = name.includes('.') ? name : `${name}.${type.split('/')[1] ?? 'txt'}`
      return await uploads.store({ userId, scene: 'file', name: full, bytes: Buffer.from(bytes) })
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code === ErrorCode.publicApi.badRequest) throw cause
      throw openErrors.fileUnreachable({ url, reason: cause.message })
    }
  }
  async function readPart(part: Part, userId: string): Promise<object> {
    if (part.type === 'text') return { type: 'text', text: withoutNul(String(part.text ?? '')) }
    const kind = ['image', 'file', 'audio'].includes(String(part.type)) ? String(part.type) : 'file'
    const url = typeof part.file_url === 'string' && part.file_url ? part.file_url : undefined
    const id = typeof part.file_id === 'string' && part.file_id ? part.file_id : undefined
    if (id === undefined && url === undefined)
      throw badInput('content', 'a part needs text, file_id or file_url', '每个片段需要 text、file_id 或 file_url')
    const file = id === undefined ? await fetchFile(url!, userId) : await uploads.find(id, userId)
    // Another user's file and a missing file get the same answer.
    if (!file) throw errors.notFound({ what: 'file' })
    return { type: kind, file_id: file.key, name: file.name, ...(url && { file_url: url }) }
  }
  function listOf(content: unknown, isParts: boolean): Part[] | undefined {
    if (Array.isArray(content)) return content as Part[]
    if (!isParts || typeof content !== 'string') return undefined
    try {
      const value: unknown = JSON.parse(content)
      return Array.isArray(value) ? (value as Part[]) : undefined
    } catch {
      return undefined
    }
  }
  /** Reads only the content, in the format in which it is stored. */
  async function readContent(content: unknown, contentType: string | undefined, userId: string) {
    const isParts = Array.isArray(content) || contentType === 'object_string'
    if (!isParts)
      return {
        content: withoutNul(typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content)),
        contentType: contentType === 'card' ? 'card' : 'text',
      }
    const list = listOf(content, isParts)
    if (!list || list.length > MAX_PARTS || !list.every((item) => typeof item === 'object' && item !== null))
      throw badInput('content', `must be a list of at most ${MAX_PARTS} parts`, `须为最多 ${MAX_PARTS} 个片段的列表`)
    const parts = await Promise.all(list.map((part) => readPart(part, userId)))
    return { content: JSON.stringify(parts), contentType: 'object_string' }
  }
  async function read(given: GivenMessage, userId: string): Promise<SuppliedMessage> {
    if (given.role !== 'user' && given.role !== 'assistant')
      throw badInput('role', 'must be user or assistant', '须为 user 或 assistant')
    const type = given.type ? types[given.type] : undefined
    if (given.type && !type) throw badInput('type', 'is not a type of message', '不是有效的消息类型')
    const meta = given.meta_data ?? {}
    return {
      role: given.role,
      ...(type && { type }),
      ...(await readContent(given.content, given.content_type, userId)),
      ...(Object.keys(meta).length && { extra: { meta: JSON.stringify(meta) } }),
    }
  }
  return {
    read,
    readContent,
    readAll: (list: GivenMessage[], userId: string) => Promise.all(list.map((item) => read(item, userId))),
  }
}
export type MessageReader = ReturnType<typeof createMessageReader>
