import type { LibraryResource } from '@orrery/contract'
import type { LibraryKind } from '@orrery/contract/shared/resource-kinds'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ListingTag } from '#ui/listing-tag.tsx'
import { Tag } from '#ui/tag.tsx'

const PUBLISHED = 2
const publishable = new Set<LibraryKind>(['plugin', 'workflow', 'card'])
const tones = { ready: 'ok', empty: 'grey', processing: 'info', failed: 'err', off: 'grey' } as const

/** The state of a resource: its version, its draft, or whether its content is ready, processing or broken. */
export function StateTags({ kind, resource }: { kind: LibraryKind; resource: LibraryResource }) {
  const t = useT('library')
  const { biz_extend: facts } = resource
  if (!publishable.has(kind)) {
    const state = (Object.keys(tones) as (keyof typeof tones)[]).find((name) => name === facts.state) ?? 'ready'
    const failed = Number(facts.failed ?? 0)
    return (
      <Tag tone={tones[state]}>
        {state === 'failed' && failed > 0 ? t('state.failedCount', { count: failed }) : t(`state.${state}`)}
      </Tag>
    )
  }
  return (
    <span className="flex flex-wrap gap-1">
      {resource.publish_status !== PUBLISHED ? (
        <Tag tone="warn">{t('state.draft')}</Tag>
      ) : facts.has_edits ? (
        <Tag tone="brand">{t('state.edits')}</Tag>
      ) : (
        <Tag tone="ok">{facts.version || t('state.published')}</Tag>
      )}
      <ListingTag status={Number(facts.product_status ?? 0)} draft={Number(facts.product_draft_status ?? 0)} />
    </span>
  )
}

/** One line of facts about the content, shown before the description. */
export function useFacts(): (kind: LibraryKind, resource: LibraryResource) => string {
  const t = useT('library')
  return (kind, { biz_extend: facts, desc }) => {
    const count = (name: string) => Number(facts[name] ?? 0)
    const about =
      kind === 'knowledge' && count('documents') > 0
        ? t('facts.knowledge', {
            documents: t('facts.documents', { count: count('documents') }),
            slices: t('facts.slices', { count: count('slices'), shown: formatNumber(count('slices')) }),
          })
        : kind === 'plugin' && facts.tools
          ? t('facts.tools', { count: count('tools') })
          : kind === 'database' && facts.fields
            ? t('facts.fields', { count: count('fields') })
            : ''
    return [about, desc].filter(Boolean).join(' · ') || t('noDescription')
  }
}
