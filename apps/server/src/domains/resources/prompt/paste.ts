import { type GivenDetail, promptDetail } from '@orrery/contract'
import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import type { SegmentService } from './segment.service.ts'
import { detailFrom, emptyDetail, type PromptDetail, shownDetail } from './shared/prompt-detail.ts'

interface Note {
  change: 'inlined' | 'left_out'
  of: 'segment' | 'mcp_server' | 'plugin'
  name: string
}
export interface PasteDeps {
  segments: Pick<SegmentService, 'movedOut'>
  /** The space of a plugin; none for those that are everywhere. */
  spaceOf(id: string): Promise<string | undefined>
}

/** What the editor copies is a prompt; what others put on the clipboard becomes one message. */
function readCopied(content: string): PromptDetail {
  try {
    const { data } = promptDetail().safeParse(JSON.parse(content))
    if (data?.prompt_text?.message_list) return detailFrom(data)
  } catch {
    // A text.
  }
  return { ...emptyDetail(), messages: [{ message_type: PromptMessageType.user, content }] }
}

/** Something copied, as another space can hold it: nothing in it refers to what that space does not have. */
export function createPaste({ segments, spaceOf }: PasteDeps) {
  return async (
    content: string,
    { from, into, maySee }: { from: string; into: string; maySee: boolean },
  ): Promise<{ prompt: GivenDetail; notes: Note[] }> => {
    const copied = readCopied(content)
    if (from === into) return { prompt: shownDetail(copied), notes: [] }
    // Somebody who has left the space since gets what was copied, and nothing that it refers to.
    const { detail, inlined, leftOut } = await segments.movedOut(maySee ? from : '0', copied)
    const notes: Note[] = [
      ...inlined.map((name): Note => ({ change: 'inlined', of: 'segment', name })),
      ...leftOut.map((name): Note => ({ change: 'left_out', of: 'segment', name })),
      ...(detail.mcp_servers ?? []).map(({ name, mcp_server_id: id }): Note => ({
        change: 'left_out',
        of: 'mcp_server',
        name: name ?? id,
      })),
    ]
    const tools = await Promise.all(
      detail.tools.map(async (tool) => {
        const home = tool.source && (await spaceOf(tool.source.plugin_id))
        if (home === undefined || home === into) return tool
        notes.push({ change: 'left_out', of: 'plugin', name: tool.tool_def.function.name })
        const { source: _, ...rest } = tool
        return rest
      }),
    )
    const { mcp_servers: __, ...rest } = detail
    return { prompt: shownDetail({ ...rest, tools, model: {} }), notes }
  }
}
