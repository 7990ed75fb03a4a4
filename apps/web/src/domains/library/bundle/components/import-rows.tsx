import { useRouter } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { Button } from '#ui/button.tsx'
import { kindOf, type Report } from '../bundle.queries.ts'
import { ResourceRows } from './resource-rows.tsx'

interface ImportRowsProps {
  report: Report
  spaceId: string
  /** Called when a created resource is opened. */
  onOpen?: () => void
}

/** Items of an import, before or after it, with their differences. */
export function ImportRows({ report, spaceId, onOpen }: ImportRowsProps) {
  const t = useT('bundle')
  const { history } = useRouter()
  const names = new Map(report.items.map((item) => [item.source_id, item.name]))
  const failed = new Map(report.unpublished.map((item) => [item.id, item.reason]))
  const lines = report.items.map((item) => {
    const project = names.get(item.in_project)
    const reason = failed.get(item.id)
    return {
      key: item.source_id,
      kind: item.kind,
      name: item.name,
      notes: (
        <>
          {project && <span>{t('note.inProject', { project })}</span>}
          {item.name !== item.source_name && (
            <span className="text-warn">{t('note.renamed', { name: item.source_name })}</span>
          )}
          {item.exists && !item.id && <span className="text-warn">{t('note.exists')}</span>}
          {item.unknown_node_types.length > 0 && (
            <span className="text-warn">{t('note.unknownNodes', { types: item.unknown_node_types.join(', ') })}</span>
          )}
          {reason && <span className="text-err">{t('note.unpublished', { reason })}</span>}
        </>
      ),
      after: onOpen && item.id && (
        <Button
          size="xs"
          kind="ghost"
          aria-label={t('openNamed', { name: item.name })}
          onClick={() => {
            onOpen()
            history.push(linkOf({ id: item.id, kind: kindOf(item.kind), sub_type: 0, space_id: spaceId }))
          }}
        >
          {t('open')}
        </Button>
      ),
    }
  })
  return <ResourceRows label={t(onOpen ? 'made' : 'willMake')} lines={lines} />
}
