import type { ToolCallContext, ToolResult } from '#domains/chat/agent/shared/skill-ports.ts'

const picture = /^(?:https?:\/\/[^\s/]+)?\/api\/file\/[^\s()]+$/

/** Picture addresses among the outputs, including those in lists. */
const picturesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return picture.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(picturesIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(picturesIn) : []
}

/**
 * Shows the pictures of an image flow directly to the user: a model that repeats long addresses gets some of them
 * wrong. The model is informed that they were shown.
 */
export function showPictures(
  output: unknown,
  name: string,
  voice: Pick<ToolCallContext, 'say' | 'sayEnd'>,
): ToolResult {
  const content = JSON.stringify(output)
  const pictures = [...new Set(picturesIn(output))]
  if (!pictures.length) return { kind: 'text', content }
  const title = name.replaceAll(/[[\]\\]/g, ' ').trim()
  voice.say(pictures.map((url) => `![${title}](${url})`).join('\n\n'))
  voice.sayEnd()
  return { kind: 'text', content: `${content}\nThe user already sees the pictures; do not repeat their addresses.` }
}
