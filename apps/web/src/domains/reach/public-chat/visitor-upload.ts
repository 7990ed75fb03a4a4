import { api } from '#lib/api.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import type { OpenUpload } from '#domains/chat/chat/index.ts'
import { asVisitor } from './visit.ts'

/** Uploads files of a visitor to the conversation in which they are sent. */
export const createVisitorUpload =
  (key: string, conversationId: () => string): OpenUpload =>
  (file) =>
    createUpload<StoredFile>({
      file,
      getToken: () => Promise.resolve(''),
      send: async (given, { signal }) => {
        const input = { key, conversation_id: conversationId(), file: given }
        const { uri, url } = await api.share.upload(input, { ...asVisitor(key), signal })
        return { uri, url }
      },
    })
