import type { ChatMessage, FilePart, TextPart } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { spokenBy } from './shared/spoken-by.ts'
import type { Turn } from './turn-scope.ts'
import type { UserFile } from './shared/turn-types.ts'

const MAX_IMAGE_BYTES = 20 * 1024 * 1024

/** The user message in a form that the model accepts: images as images, if it has vision; other files by URL. */
export async function userMessage(turn: Turn, model: ReadyModel): Promise<ChatMessage> {
  const { files, speaker } = turn.request
  const text = spokenBy(speaker, turn.request.text)
  if (!files.length) return { role: 'user', content: text }
  const canSee = model.capabilities.vision
  const seen = files.filter((file) => canSee && file.contentType.startsWith('image/'))
  const named = files.filter((file) => !seen.includes(file))
  const words = [text, ...named.map(({ name, url }) => `[file: ${name}](${url})`)].filter(Boolean).join('\n')
  const pictures = await Promise.all(seen.map((file) => toPart(turn, file)))
  const parts: (TextPart | FilePart)[] = [...(words ? [{ type: 'text' as const, text: words }] : []), ...pictures]
  return { role: 'user', content: parts }
}

/** Attaches the bytes of an image, since a provider cannot reach our URLs. */
async function toPart(turn: Turn, file: UserFile): Promise<TextPart | FilePart> {
  const bytes = await turn.deps.readFile(file.key)
  if (!bytes || bytes.byteLength > MAX_IMAGE_BYTES) return { type: 'text', text: `[picture: ${file.name}]` }
  return {
    type: 'file',
    mediaType: file.contentType,
    name: file.name,
    data: { base64: Buffer.from(bytes).toString('base64') },
  }
}
