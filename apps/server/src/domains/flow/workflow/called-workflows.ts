import type { ValidateOptions } from '@orrery/engine'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { VersionService } from './version.service.ts'

interface Called {
  terminate: 'variables' | 'answer'
  required: string[]
}

/** Current inputs and outputs of the workflows that a canvas calls, as far as the caller may see them. */
export async function calledFrom(
  schema: string,
  versions: Pick<VersionService, 'content'>,
  mayView: (id: string) => Promise<boolean>,
): Promise<Pick<ValidateOptions, 'terminateOf' | 'requiredOf'>> {
  const known = new Map<string, Called>()
  for (const { id, version } of readFacts(schema).needs.workflows) {
    const content = (await mayView(id)) ? await versions.content(id, version).catch(() => undefined) : undefined
    if (content) known.set(`${id}@${version}`, readCalled(content.schema))
  }
  const find = (ref: { workflowId: string; version: string }) => known.get(`${ref.workflowId}@${ref.version}`)
  return { terminateOf: (ref) => find(ref)?.terminate, requiredOf: (ref) => find(ref)?.required ?? [] }
}

function readCalled(schema: string): Called {
  const { endType, inputs } = readFacts(schema)
  const required = inputs.filter((input) => input.required === true && (input.defaultValue ?? '') === '')
  return { terminate: endType === 1 ? 'answer' : 'variables', required: required.map((input) => String(input.name)) }
}
