import type { Task } from '#model.ts'
import type { ToolCall, ToolSpec } from '#ports.ts'
import { callOf } from '#run/call.ts'
import type { Outcome } from '#run/outcome.ts'
import { parseJson } from '#values/json.ts'

/** Tools of the page. Only nodes of a conversation whose text is shown get them, not nodes that prepare or classify. */
export async function pageTools(task: Task): Promise<ToolSpec[]> {
  const { run, frame, node } = task
  const isTextShown = node.streamTo.length > 0 || node.isShown
  if (!run.ports.page || !run.chat || !isTextShown || frame.depth > 0 || frame.outer) return []
  return run.ports.page.tools(callOf(task, 'page'))
}

/** Interrupts the run until the page reports the result. */
export function askPage({ name, arguments: text }: ToolCall): Outcome {
  const data = { content: name, page_tool: { name, arguments: readArguments(text) } }
  return { output: {}, interrupt: { type: 1, data: JSON.stringify(data) } }
}
function readArguments(text: string): unknown {
  try {
    return text.trim() ? parseJson(text) : {}
  } catch {
    // Not JSON: the page refuses it and the model gets the error.
    return text
  }
}
