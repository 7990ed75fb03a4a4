import { api } from '#lib/api.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import type { OpenUpload } from '#domains/chat/chat/index.ts'
import { asVisitor } from './visit.ts'

/** Files of a visitor go to the conversation that they are sent in. */
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
