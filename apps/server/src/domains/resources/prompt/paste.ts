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
  segments: Pick<SegmentService, 'inlineSegments'>
  /** The space of a plugin; undefined for official ones. */
  spaceOf(id: string): Promise<string | undefined>
}

/** Parses a clip: the editor copies prompts as JSON; any other text becomes one message. */
function readCopied(content: string): PromptDetail {
  try {
    const { data } = promptDetail().safeParse(JSON.parse(content))
    if (data?.prompt_text?.message_list) return detailFrom(data)
  } catch {
    // Not JSON: plain text.
  }
  return { ...emptyDetail(), messages: [{ message_type: PromptMessageType.user, content }] }
}

/** Prepares a clip for another space, without references to anything that this space does not have. */
export function createPaste({ segments, spaceOf }: PasteDeps) {
  return async (
    content: string,
    { from, into, maySee }: { from: string; into: string; maySee: boolean },
  ): Promise<{ prompt: GivenDetail; notes: Note[] }> => {
    const copied = readCopied(content)
    if (from === into) return { prompt: shownDetail(copied), notes: [] }
    // A person who has left the source space gets only the copied text, without the segments it refers to.
    const { detail, inlined, leftOut } = await segments.inlineSegments(maySee ? from : '0', copied)
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
