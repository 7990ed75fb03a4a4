import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatOf } from '../base-format.ts'
import type { Base } from '../knowledge.queries.ts'

/** The size of a base in one line. */
export function BaseFacts({ base }: { base: Base }) {
  const t = useT('knowledge')
  const isImages = formatOf(base.format_type) === 'image'
  const facts = [
    t(isImages ? 'facts.images' : 'facts.documents', { count: base.doc_count, n: formatNumber(base.doc_count) }),
    t(isImages ? 'facts.captions' : 'facts.slices', { count: base.slice_count, n: formatNumber(base.slice_count) }),
    formatBytes(base.all_file_size),
  ]
  return <>{facts.join(' · ')}</>
}
