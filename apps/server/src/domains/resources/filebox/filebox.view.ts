import type { FileMeta } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { AlbumRow, FileRow } from './filebox.table.ts'

/** Rows in wire format. */
export function createFileboxView(links: FileLinks) {
  return {
    link: (uri: string) => links.make(uri),
    file(row: FileRow, pieces: number, locale: Locale): FileMeta {
      const url = { main_url: links.make(row.uri), backup_url: '' }
      return {
        id: row.id,
        file_id: row.id,
        file_name: row.name,
        md_type: row.kind as FileMeta['md_type'],
        format: row.extension,
        uri: row.uri,
        position: row.position,
        device: row.device,
        size: row.size,
        tags: row.tags,
        caption: row.caption,
        created_at_ms: row.createdAt,
        updated_at_ms: row.updatedAt,
        user_id: row.userId,
        conversation_id: row.conversationId ?? '0',
        biz_type: '',
        biz_id: '',
        bot_id: row.botId,
        message_id: '0',
        normal_file_url: url,
        thumbnail_file_url: url,
        image_meta: { width: row.width, height: row.height },
        rag_document_status: row.state,
        rag_content_chunk_num: pieces,
        problem: row.problem ? (locale === 'zh-CN' ? row.problem.zh : row.problem.en) : '',
      }
    },
    album: (row: AlbumRow) => ({
      album_id: row.id,
      name: row.name,
      desc: row.description,
      user_id: row.userId,
      bot_id: row.botId,
      conversation_id: '0',
      biz_type: '',
      biz_id: '',
      created_at: seconds(row.createdAt),
      updated_at: seconds(row.updatedAt),
    }),
  }
}
export type FileboxView = ReturnType<typeof createFileboxView>
