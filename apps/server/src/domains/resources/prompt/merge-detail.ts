import { mergeTexts } from '#kit/merge.ts'
import { emptyDetail, type PromptDetail } from './shared/prompt-detail.ts'

interface DetailConflict {
  /** The conflicting part, such as messages.0, variables.name, model.temperature. */
  place: string
  base: string
  /** For texts, the merged text, with this side's lines where both changed the same lines. */
  theirs: string
  yours: string
}
export interface MergedDetail {
  /** The merged prompt, with yours wherever both sides changed the same. */
  detail: PromptDetail
  conflicts: DetailConflict[]
}
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Three-way merge of two people's changes: messages line by line, everything else field by field. */
export function mergeDetails(base: PromptDetail, theirs: PromptDetail, yours: PromptDetail): MergedDetail {
  const conflicts: DetailConflict[] = []
  function one<T>(place: string, was: T, their: T, your: T): T {
    const [b, t, y] = [was, their, your].map((value) => JSON.stringify(value) ?? '')
    if (t === y || t === b) return your
    if (y === b) return their
    conflicts.push({ place, base: shown(was), theirs: shown(their), yours: shown(your) })
    return your
  }
  /** Merges lists by name: entries that one side added or removed are added or removed. */
  function byName<T>(place: string, name: (item: T) => string, was: T[], their: T[], your: T[]): T[] {
    const [b, t, y] = [was, their, your].map((list) => new Map(list.map((item) => [name(item), item])))
    const names = [...new Set([...y!.keys(), ...t!.keys()])]
    return names
      .map((key) => one<T | undefined>(`${place}.${key}`, b!.get(key), t!.get(key), y!.get(key)))
      .filter((item) => item !== undefined)
  }
  const detail: PromptDetail = {
    template_type: one('template_type', base.template_type, theirs.template_type, yours.template_type),
    messages: mergeMessages(base, theirs, yours, conflicts),
    variables: byName('variables', ({ key }) => key, base.variables, theirs.variables, yours.variables),
    tools: byName('tools', (tool) => tool.tool_def.function.name, base.tools, theirs.tools, yours.tools),
    tool_choice: one('tool_choice', base.tool_choice, theirs.tool_choice, yours.tool_choice),
    model: Object.fromEntries(
      [...new Set([...Object.keys(yours.model), ...Object.keys(theirs.model)])]
        .map((key) => key as keyof PromptDetail['model'])
        .map((key) => [key, one<unknown>(`model.${key}`, base.model[key], theirs.model[key], yours.model[key])])
        .filter(([, value]) => value !== undefined),
    ) as PromptDetail['model'],
  }
  const toolName = one('tool_name', base.tool_name, theirs.tool_name, yours.tool_name)
  const servers = byName(
    'mcp_servers',
    (server) => server.mcp_server_id,
    base.mcp_servers ?? [],
    theirs.mcp_servers ?? [],
    yours.mcp_servers ?? [],
  )
  const merged = {
    ...detail,
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(servers.length && { mcp_servers: servers }),
  }
  return { detail: merged, conflicts }
}

type Sides = [PromptDetail, PromptDetail, PromptDetail]
function mergeMessages(...[base, theirs, yours, conflicts]: [...Sides, DetailConflict[]]): PromptDetail['messages'] {
  const [b, t, y] = [base.messages, theirs.messages, yours.messages]
  const [jb, jt, jy] = [b, t, y].map((list) => JSON.stringify(list))
  if (jt === jy || jt === jb) return y
  if (jy === jb) return t
  const isAligned = b.length === t.length && b.length === y.length
  if (!isAligned) {
    conflicts.push({ place: 'messages', base: textOf(b), theirs: textOf(t), yours: textOf(y) })
    return y
  }
  return y.map((message, at) => mergeMessage(at, b[at]!, t[at]!, message, conflicts))
}
type Message = PromptDetail['messages'][number]
function mergeMessage(
  at: number,
  base: Message,
  theirs: Message,
  yours: Message,
  conflicts: DetailConflict[],
): Message {
  const rest = (message: Message) => JSON.stringify({ ...message, content: undefined })
  const restChanged = rest(theirs) !== rest(base)
  if (restChanged && rest(yours) !== rest(base) && rest(theirs) !== rest(yours)) {
    conflicts.push({ place: `messages.${at}`, base: shown(base), theirs: shown(theirs), yours: shown(yours) })
    return yours
  }
  const [was, their, your] = [base, theirs, yours].map((message) => message.content ?? '')
  const { text, hasConflict } = mergeTexts(was!, their!, your!)
  // Lines changed by only one side are in both texts, whichever side is chosen for the conflicts.
  const theirText = mergeTexts(was!, your!, their!).text
  if (hasConflict) conflicts.push({ place: `messages.${at}`, base: was!, theirs: theirText, yours: text })
  return { ...(restChanged ? theirs : yours), content: text }
}
const textOf = (messages: PromptDetail['messages']) => messages.map(({ content }) => content ?? '').join('\n\n')

/** The base of a draft without a base version: an empty prompt. */
export const emptyBase = emptyDetail
