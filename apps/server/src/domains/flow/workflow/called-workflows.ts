import type { ValidateOptions } from '@orrery/engine'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { VersionService } from './version.service.ts'

type TerminateOf = NonNullable<ValidateOptions['terminateOf']>

/** Current outputs of the workflows that a canvas calls, as far as the caller may see them. */
export async function terminationsOf(
  schema: string,
  versions: Pick<VersionService, 'content'>,
  mayView: (id: string) => Promise<boolean>,
): Promise<TerminateOf> {
  const known = new Map<string, ReturnType<TerminateOf>>()
  for (const { id, version } of readFacts(schema).needs.workflows) {
    const content = (await mayView(id)) ? await versions.content(id, version).catch(() => undefined) : undefined
    known.set(`${id}@${version}`, content && (readFacts(content.schema).endType === 1 ? 'answer' : 'variables'))
  }
  return ({ workflowId, version }) => known.get(`${workflowId}@${version}`)
}
