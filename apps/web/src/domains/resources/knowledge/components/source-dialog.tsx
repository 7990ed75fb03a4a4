import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { baseQuery } from '../knowledge.queries.ts'
import { openedSource } from '../opened-source.ts'

/** One source of an answer: the text that the model received, and a link to its document. */
export function SourceDialog() {
  const t = useT('knowledge')
  const source = openedSource.use()
  const { data: base } = useQuery({ ...baseQuery(source?.datasetId ?? ''), enabled: Boolean(source?.datasetId) })
  if (!source) return null
  const close = () => openedSource.set(null)
  return (
    <Dialog
      open
      size="md"
      title={source.document || source.dataset}
      description={t('source.opened', { base: source.dataset, score: source.score.toFixed(2) })}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <Button onClick={close}>{t('close')}</Button>
          {base && (
            <Link
              to="/space/$space_id/knowledge/$dataset_id"
              params={{ space_id: base.space_id, dataset_id: base.dataset_id }}
              search={{ document_id: source.documentId, slice_id: source.sliceId }}
              target="_blank"
              rel="noopener"
              className={buttonStyle('solid')}
            >
              {t('source.show')}
              <Icon of={ExternalLink} />
            </Link>
          )}
        </>
      }
    >
      <p className="max-h-100 overflow-y-auto text-prose whitespace-pre-wrap wrap-anywhere">{source.text}</p>
    </Dialog>
  )
}
