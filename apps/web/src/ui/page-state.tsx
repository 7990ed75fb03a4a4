import { Lock, Search, SearchX, ServerCrash } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { hasPalette, palette } from '#lib/palette-state.ts'
import { Button } from './button.tsx'
import { CopyTextButton } from './copy-button.tsx'
import { Icon, type IconType } from './icon.tsx'

interface PageStateProps {
  icon: IconType
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
}

/** Shown instead of a page that cannot be displayed. */
export function PageState({ icon, title, text, actions }: PageStateProps) {
  return (
    <div role="alert" className="flex min-h-80 flex-1 flex-col items-center justify-center p-6">
      <div className="flex max-w-105 flex-col items-center text-center wrap-anywhere">
        <Icon of={icon} size={24} className="mb-3 text-faint" />
        <h1 className="text-title font-semibold text-balance">{title}</h1>
        {text && <p className="mt-1 text-pretty text-mute">{text}</p>}
        {actions && <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}

interface FailedPageProps {
  /** A text for this page: This knowledge base did not load. */
  title?: ReactNode
  error?: unknown
  onRetry?: () => void
}

export function FailedPage({ title, error, onRetry }: FailedPageProps) {
  const t = useT('ui')
  const { message, logId } = describeError(error)
  return (
    <PageState
      icon={ServerCrash}
      title={title ?? t('failed.title')}
      text={message || t('failed.text')}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
          {logId && <CopyTextButton text={logId} label={t('copyLogId')} />}
        </>
      }
    />
  )
}

export function NoAccess({ title, text, action }: { title?: ReactNode; text?: ReactNode; action?: ReactNode }) {
  const t = useT('ui')
  return (
    <PageState icon={Lock} title={title ?? t('noAccess.title')} text={text ?? t('noAccess.text')} actions={action} />
  )
}

/** Inside the studio it also offers the search, which finds moved or renamed pages. */
export function NotFound({ title, text, action }: { title?: ReactNode; text?: ReactNode; action?: ReactNode }) {
  const t = useT('ui')
  const canSearch = hasPalette.use()
  const actions = (
    <>
      {action}
      {canSearch && (
        <Button icon={Search} keys="mod+k" onClick={() => palette.set(true)}>
          {t('notFound.search')}
        </Button>
      )}
    </>
  )
  return <PageState icon={SearchX} title={title ?? t('notFound.title')} text={text} actions={actions} />
}
