import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { GuideText } from './guide-text.tsx'
import { Icon, type IconType } from './icon.tsx'

interface EmptyStateProps {
  icon: IconType
  title: ReactNode
  /** One sentence that explains what belongs here. */
  text?: ReactNode
  /** One primary button. */
  action?: ReactNode
  /** One ghost button that starts from an example. */
  example?: ReactNode
  /** Links to the page of the guide about this screen. Not for empty parts of a screen. */
  guide?: boolean
}

/** Shown where nothing exists yet. Fills its parent, with the content at 40 % of the height. */
export function EmptyState({ icon, title, text, action, example, guide }: EmptyStateProps) {
  return (
    <Placed>
      <span className="mb-4 flex size-10 items-center justify-center rounded-lg bg-hover text-mute">
        <Icon of={icon} size={20} />
      </span>
      <h2 className="text-title font-semibold text-balance">{title}</h2>
      {text && <p className="mt-1 text-balance text-mute">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
      {example && <div className="mt-2">{example}</div>}
      {guide && <GuideText />}
    </Placed>
  )
}

interface NoMatchProps {
  /** A text for this page: No bots match “refund”. */
  text?: ReactNode
  onClear?: () => void
}

/** Shown when filters match nothing, instead of a blank area. */
export function NoMatch({ text, onClear }: NoMatchProps) {
  const t = useT('ui')
  return (
    <Placed>
      <p className="text-balance text-mute" role="status">
        {text ?? t('noMatch')}
      </p>
      {onClear && (
        <Button kind="ghost" className="mt-2" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
    </Placed>
  )
}

function Placed({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-80 flex-1 flex-col items-center">
      <div className="flex-[2]" />
      <div className="flex w-80 max-w-full flex-col items-center px-4 text-center">{children}</div>
      <div className="flex-[3]" />
    </div>
  )
}
