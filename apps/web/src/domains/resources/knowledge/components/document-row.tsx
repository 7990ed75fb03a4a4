import { Ban, Check, CircleAlert, CircleDashed, LoaderCircle, RotateCw } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { type DocumentState, scannedPages, stageOf, stateOf } from '../document-state.ts'
import type { KnowledgeDocument, Progressed } from '../knowledge.queries.ts'
import type { DocumentActions } from '../use-document-actions.ts'

const looks: Record<DocumentState, { icon: typeof Check; style: string }> = {
  ready: { icon: Check, style: 'text-ok' },
  busy: { icon: LoaderCircle, style: 'text-info animate-spin' },
  waiting: { icon: CircleDashed, style: 'text-mute' },
  failed: { icon: CircleAlert, style: 'text-err' },
  off: { icon: Ban, style: 'text-mute' },
}

interface DocumentRowProps {
  document: KnowledgeDocument
  progress?: Progressed
  selected: boolean
  mayEdit: boolean
  /** The position among waiting documents, from 1. */
  place: number
  actions: DocumentActions
  onSelect: () => void
}

export function DocumentRow({ document, progress, selected, mayEdit, place, actions, onSelect }: DocumentRowProps) {
  const t = useT('knowledge')
  const state = stateOf(document)
  const { icon, style } = looks[state]
  return (
    <li
      data-document={document.document_id}
      data-state={state}
      className={cn(
        'rounded-md px-2.5 py-2',
        selected ? 'bg-brand-soft/60' : state === 'failed' ? 'bg-err-soft' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={onSelect}
        className="focus-inset flex w-full min-w-0 items-start gap-2.5 rounded-xs text-left"
      >
        <Icon of={icon} size={14} className={cn('mt-0.75 shrink-0', style)} />
        <span className="sr-only">{t(`state.${state}`)}</span>
        <span className="min-w-0 flex-1">
          <span className={cn('block truncate font-medium', state === 'off' && 'text-mute')}>{document.name}</span>
          {(state === 'ready' || state === 'off') && (
            <span className="block truncate text-small text-mute">
              {t('document.facts', {
                count: document.slice_count,
                slices: formatNumber(document.slice_count),
                size: formatBytes(document.size),
              })}
              {state === 'off' && ` · ${t('state.off')}`}
            </span>
          )}
          {state === 'waiting' && (
            <span className="block text-small text-mute">{t('document.waiting', { place: formatNumber(place) })}</span>
          )}
        </span>
        <span className="shrink-0 text-caption text-mute uppercase">{document.type}</span>
      </button>
      {(state === 'busy' || state === 'waiting') && (
        <Running document={document} progress={progress} mayEdit={mayEdit} actions={actions} />
      )}
      {state === 'ready' && !document.is_language_known && (
        <p className="mt-0.5 pl-6 text-small text-mute">{t('document.strangeLanguage')}</p>
      )}
      {state !== 'busy' && document.status_descript && (
        <Failed document={document} mayEdit={mayEdit} actions={actions} />
      )}
    </li>
  )
}

type PartProps = Pick<DocumentRowProps, 'document' | 'progress' | 'mayEdit' | 'actions'>

function Running({ document, progress, mayEdit, actions }: PartProps) {
  const t = useT('knowledge')
  const done = progress?.progress ?? document.progress
  const left = progress?.remaining_time ?? 0
  const stage = t(`stage.${stageOf(progress?.stage ?? document.stage)}`)
  return (
    <div className="mt-1 flex items-end gap-2 pl-6">
      <Progress
        thin
        className="min-w-0 flex-1"
        value={done / 100}
        label={left > 0 ? t('document.left', { stage, seconds: formatNumber(left) }) : stage}
        note={`${done}%`}
      />
      {mayEdit && (
        <Button size="xs" kind="quiet" onClick={() => actions.cancel.mutate(document)}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}

/** The reason of a failure, and actions that may fix it. A document read earlier keeps its old slices. */
function Failed({ document, mayEdit, actions }: PartProps) {
  const t = useT('knowledge')
  const scans = scannedPages(document.status_descript)
  const isBusy = actions.retry.isPending || actions.again.isPending
  const skip = [...(document.filter_strategy.filter_page ?? []), ...(scans ?? [])]
  return (
    <div className="mt-0.5 pl-6">
      <p className="text-small wrap-anywhere text-err">{document.status_descript}</p>
      {mayEdit && (
        <div className="mt-1.5 flex flex-wrap items-center gap-1">
          {scans ? (
            <Button
              size="xs"
              icon={RotateCw}
              busy={isBusy}
              onClick={() => actions.again.mutate({ document, ocr: true })}
            >
              {t('document.retryOcr')}
            </Button>
          ) : (
            <Button size="xs" icon={RotateCw} busy={isBusy} onClick={() => actions.retry.mutate(document)}>
              {t('document.retry')}
            </Button>
          )}
          {scans && scans.length > 0 && (
            <Button size="xs" kind="quiet" onClick={() => actions.again.mutate({ document, skipPages: skip })}>
              {t('document.skip', { pages: scans.join(', '), count: scans.length })}
            </Button>
          )}
          <CopyButton size="sm" text={document.status_descript} label={t('document.copyProblem')} />
        </div>
      )}
    </div>
  )
}
