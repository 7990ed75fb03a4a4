import type { Documents } from '#kit/documents/documents.ts'
import { AppError } from '#kit/errors.ts'
import type { SkillContext, SkillTool, ToolPort, ToolResult } from '#domains/chat/agent/shared/skill-ports.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { conversationErrors } from './conversation.errors.ts'
import type { ConversationService } from './conversation.service.ts'
import type { SentFile } from './query-content.ts'

export interface FileBoxDeps {
  /** Files that this user sent to this bot, newest first. */
  sentFiles(botId: string, userId: string, endUser: string): Promise<SentFile[]>
  /** Reads the text of a file that the person may use; refuses any other. */
  readText(file: SentFile, userId: string): Promise<string>
}
const READ_CHARS = 12_000
const LISTED = 100

/** Lets the model list and read the files that this user sent to the bot. Files of other users are never named. */
export function createFileBox({ sentFiles, readText }: FileBoxDeps): ToolPort<never> {
  const base = { kind: 'file', sideEffects: 'none' } as const
  const find = async (name: string, { botId, userId, endUser }: SkillContext) => {
    const files = await sentFiles(botId, userId, endUser)
    const wanted = name.trim().toLowerCase()
    return (
      files.find((file) => file.name.toLowerCase() === wanted) ?? files.find((file) => file.name.includes(name.trim()))
    )
  }
  const listTool = (context: SkillContext): SkillTool => ({
    ...base,
    name: 'listFiles',
    title: 'Files',
    description: 'List the files that the user has sent, newest first',
    parameters: { type: 'object', properties: {} },
    async call() {
      const files = (await sentFiles(context.botId, context.userId, context.endUser)).slice(0, LISTED)
      const names = [...new Set(files.map(({ name }) => name))]
      return { kind: 'text', content: names.length ? names.join('\n') : 'The user has not sent any file' }
    },
  })
  const readTool = (context: SkillContext): SkillTool => ({
    ...base,
    name: 'readFile',
    title: 'Read file',
    description: 'Read the text of a file that the user has sent',
    parameters: {
      type: 'object',
      properties: {
        file_name: { type: 'string', minLength: 1, description: 'The name of the file' },
        from: { type: 'integer', minimum: 0, description: 'The character to begin at; 0 when left out' },
      },
      required: ['file_name'],
    },
    async call({ file_name: name, from }): Promise<ToolResult> {
      const file = await find(String(name), context)
      if (!file) return { kind: 'text', isError: true, content: `The user has sent no file named ${String(name)}` }
      try {
        const text = await readText(file, context.userId)
        const start = Math.min(Number(from ?? 0), text.length)
        const piece = text.slice(start, start + READ_CHARS)
        const rest = text.length - start - piece.length
        return { kind: 'text', content: rest > 0 ? `${piece}\n(${rest} more characters)` : piece }
      } catch (cause) {
        if (cause instanceof AppError) return { kind: 'text', isError: true, content: cause.text(context.locale) }
        throw cause
      }
    },
  })
  return { tools: async (_, context) => [listTool(context), readTool(context)] }
}

export interface FileReaderDeps {
  openFile: ConversationService['openFile']
  uploads: Pick<UploadService, 'read'>
  documents: Pick<Documents, 'chunks'>
}
/** Creates a reader for the text of files that the person may use. */
export const createFileReader =
  ({ openFile, uploads, documents }: FileReaderDeps): FileBoxDeps['readText'] =>
  async (file, userId) => {
    const found = await openFile(file, userId)
    const bytes = await (await uploads.read(file.key))?.bytes()
    if (!bytes) throw conversationErrors.fileGone({ name: found.name })
    const extension = /\.(\w+)$/.exec(file.key)?.[1] ?? ''
    const chunks = await documents.chunks(bytes, extension, { kind: 0, overlap: 0 })
    return chunks.map(({ content }) => content).join('\n\n')
  }
