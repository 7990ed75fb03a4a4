import type { Task } from '#model.ts'
import type { InputSpec } from '#canvas/plan.ts'
import type { ContentPart, ModelMessage } from '#ports.ts'
import { callOf, missingPort, need } from '#run/call.ts'
import { valueText } from '#values/json.ts'
import { render, renderPlaceholder, type Template } from '#values/template.ts'
import type { TypeInfo } from '#values/types.ts'

const media: Record<number, 'image' | 'audio' | 'video'> = {
  2: 'image',
  8: 'audio',
  10: 'video',
  11: 'image',
  12: 'audio',
}

/** The user prompt. Images, audio and video are passed to the model as media parts where the prompt names them. */
export function userContent(task: Task, template: Template, suffix: string): string | ContentPart[] {
  const { input, node } = task
  const types = new Map(node.inputs.map((input: InputSpec) => [input.name, input.type]))
  if (!template.parts.some((part) => typeof part !== 'string' && mediaOf(types.get(part.root)))) {
    return render(template, input) + suffix
  }
  const parts: ContentPart[] = []
  const say = (text: string) => {
    const last = parts.at(-1)
    if (!text) return
    if (last?.type === 'text') last.text += text
    else parts.push({ type: 'text', text })
  }
  for (const part of template.parts) {
    const kind = typeof part === 'string' ? undefined : mediaOf(types.get(part.root))
    if (typeof part === 'string') say(part)
    else if (!kind) say(renderPlaceholder(part, input, valueText))
    else {
      renderPlaceholder(part, input, (value) => {
        for (const url of [value].flat()) if (typeof url === 'string' && url) parts.push(mediaPart(task, kind, url))
        return ''
      })
    }
  }
  say(suffix)
  return parts
}

function mediaPart(task: Task, type: 'image' | 'audio' | 'video', url: string): ContentPart {
  const name = task.run.files.get(url)
  return name === undefined ? { type, url } : { type, url, name }
}

function mediaOf(type: TypeInfo | undefined): 'image' | 'audio' | 'video' | undefined {
  const at = type?.kind === 'list' ? type.element : type
  return at?.kind === 'file' ? media[at.assist] : undefined
}

/** The previous turns of the conversation, if the node uses them. */
export async function historyOf(task: Task, rounds: number): Promise<ModelMessage[]> {
  if (rounds <= 0) return []
  const port = need(task, 'conversation')
  if (!port.context) throw missingPort(task, 'conversation.context')
  return port.context(rounds, callOf(task, 'history'))
}
