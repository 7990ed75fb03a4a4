import { readFacts } from '@orrery/engine/canvas-facts'
import type { Reference } from '#domains/ground/resource/shared/resource-content.ts'

/** The resources and models that a canvas uses. */
export function needsOf(schema: string): { needs: Reference[]; models: string[] } {
  const { needs } = readFacts(schema)
  const refs = (kind: Reference['kind'], ids: string[]) => ids.map((id) => ({ kind, id }))
  return {
    needs: [
      ...needs.workflows.map(({ id }) => ({ kind: 'workflow' as const, id })),
      ...refs('plugin', needs.plugins),
      ...refs('knowledge', needs.knowledge),
      ...refs('database', needs.databases),
    ],
    models: needs.models,
  }
}
