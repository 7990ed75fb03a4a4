import { useT } from '#lib/i18n.ts'
import type { TraceSpan } from './trace.queries.ts'

const purposes = ['rewrite', 'rerank', 'nl2sql', 'embed', 'memory', 'suggest', 'route'] as const
type Purpose = (typeof purposes)[number]
const isPurpose = (value: unknown): value is Purpose => (purposes as readonly unknown[]).includes(value)

/** The name of a span: its purpose for auxiliary model calls, the source for retrievals, otherwise its own name. */
export function useSpanName(): (span: Pick<TraceSpan, 'name' | 'kind' | 'attributes'>) => string {
  const t = useT('trace')
  return ({ name, kind, attributes }) => {
    if (isPurpose(attributes['purpose'])) return t(`purpose.${attributes['purpose']}`)
    if (kind === 'retrieval' && name === 'knowledge') return t('span.knowledge')
    if (kind === 'retrieval' && name === 'long-term memory') return t('span.memory')
    // The root of a run has no name of its own.
    if (kind === 'workflow' && name === 'Workflow') return t('kind.workflow')
    return name || t(`kind.${kind}`)
  }
}
