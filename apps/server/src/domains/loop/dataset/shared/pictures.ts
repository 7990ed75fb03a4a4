import type { ChatMessage, FilePart } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { columnErrors } from '../column/column.errors.ts'

/** A picture in a cell that a prompt uses. */
export interface Picture {
  key: string
  name: string
}
export type ReadFile = (key: string) => Promise<{ bytes: Uint8Array; contentType: string } | undefined>
const MAX_BYTES = 20 * 1024 * 1024

/** Builds a question with pictures. It contains their bytes, because providers cannot reach our URLs. */
export async function withPictures(
  text: string,
  pictures: Picture[],
  model: Pick<ReadyModel, 'name' | 'capabilities'>,
  readFile: ReadFile,
): Promise<ChatMessage> {
  if (!pictures.length) return { role: 'user', content: text }
  // A model without vision would answer as if it had seen the pictures.
  if (!model.capabilities.vision) throw columnErrors.cannotSee({ model: model.name })
  const files: FilePart[] = []
  for (const { key, name } of pictures) {
    const file = await readFile(key)
    if (!file || file.bytes.byteLength > MAX_BYTES) throw columnErrors.pictureTooLarge({ name })
    const data = { base64: Buffer.from(file.bytes).toString('base64') }
    files.push({ type: 'file', mediaType: file.contentType, name, data })
  }
  return { role: 'user', content: [{ type: 'text', text }, ...files] }
}
