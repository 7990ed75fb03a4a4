import { AppError } from '#kit/errors.ts'
import type { SkillContext, SkillTool, ToolPort, ToolResult } from '#domains/chat/agent/shared/skill-ports.ts'
import type { FileboxService } from './filebox.service.ts'
import type { Finding } from './finding.service.ts'

const FOUND = 5

/** Tools of the model on the user's file box, beyond listing and reading single files. */
export function createFileboxTools(files: FileboxService, finding: Finding): ToolPort<never> {
  const base = { kind: 'file', sideEffects: 'none' } as const
  const boxOf = ({ botId, userId }: SkillContext) => ({ botId, userId })
  const guarded = async (context: SkillContext, act: () => Promise<string>): Promise<ToolResult> => {
    try {
      return { kind: 'text', content: await act() }
    } catch (cause) {
      if (cause instanceof AppError) return { kind: 'text', isError: true, content: cause.text(context.locale) }
      throw cause
    }
  }
  const searchTool = (context: SkillContext): SkillTool => ({
    ...base,
    name: 'searchFiles',
    title: 'Search files',
    description: 'Find passages by meaning in the files that the user keeps with this bot',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', minLength: 1, description: 'What to look for' } },
      required: ['query'],
    },
    call: ({ query }) =>
      guarded(context, async () => {
        await files.sync(boxOf(context))
        const found = await finding.search(boxOf(context), context.spaceId, String(query), {})
        const list = found.slice(0, FOUND).map(({ file, content }) => `[${file.name}]\n${content}`)
        return list.length ? list.join('\n\n') : 'No passage of the files fits'
      }),
  })
  const albumTool = (context: SkillContext): SkillTool => ({
    ...base,
    name: 'listAlbums',
    title: 'Albums',
    description: 'List the albums of the user with the images in them',
    parameters: { type: 'object', properties: {} },
    call: () =>
      guarded(context, async () => {
        const lines: string[] = []
        for (const album of await files.albums(boxOf(context))) {
          const { rows } = await files.photos(album.id, 0, 50)
          lines.push(`${album.name}: ${rows.map((row) => row.caption || row.name).join('; ') || '(empty)'}`)
        }
        return lines.length ? lines.join('\n') : 'The user has no albums'
      }),
  })
  return {
    tools: async (_, context) => ((await files.isOn(boxOf(context))) ? [searchTool(context), albumTool(context)] : []),
  }
}

/** The tools for files sent in conversations, and those of the box for accounts: an end user has no box. */
export const withFilebox = (sent: ToolPort<never>, box: ToolPort<never>): ToolPort<never> => ({
  tools: async (references, context) => [
    ...(await sent.tools(references, context)),
    ...(context.endUser ? [] : await box.tools(references, context)),
  ],
})
