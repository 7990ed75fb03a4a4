import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { type Texts, useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { Steps } from '#ui/steps.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { type EditorSearch, fromBot } from '../base-address.ts'
import type { Base } from '../knowledge.queries.ts'

interface WizardFrameProps {
  base: Base
  search: EditorSearch
  names: readonly string[]
  step: number
  /** Status text on the left of the footer. */
  note?: ReactNode
  onBack?: () => void
  next?: { label: string; ready: boolean; busy?: boolean; onClick: () => void }
  children: ReactNode
}

/** The steps in the title bar, the current step, and a footer with back and next buttons. */
export function WizardFrame({ base, search, names, step, note, onBack, next, children }: WizardFrameProps) {
  const t = useT('knowledge')
  const params = { space_id: base.space_id, dataset_id: base.dataset_id }
  const { biz, bot_id, page_mode, action_type } = search
  const home = (
    <Link
      to="/space/$space_id/knowledge/$dataset_id"
      params={params}
      search={{ biz, bot_id, page_mode, action_type }}
    />
  )
  useKeys('mod+Enter', () => next?.ready && !next.busy && next.onClick(), next !== undefined)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={home}
        crumbs={[
          {
            label: t('library'),
            link: <Link to="/space/$space_id/library/knowledge" params={{ space_id: base.space_id }} />,
          },
          { label: base.name, link: home },
        ]}
        title={t('upload.title')}
        centre={<Steps names={names} now={step} />}
      />
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      <footer className="flex h-14 shrink-0 items-center gap-2 border-t border-line bg-card px-5">
        <span className="min-w-0 flex-1 truncate text-small text-mute">{note}</span>
        {onBack && (
          <Button kind="quiet" onClick={onBack}>
            {t('upload.back')}
          </Button>
        )}
        {next && (
          <Button kind="solid" iconAfter={ArrowRight} disabled={!next.ready} busy={next.busy} onClick={next.onClick}>
            {next.label}
          </Button>
        )}
      </footer>
    </div>
  )
}

/** The label of the last button: if the bot already has the base, the button returns to the bot. */
export const finishLabel = (t: Texts<'knowledge'>, search: EditorSearch): string =>
  fromBot(search)?.action === 'remove' ? t('upload.backToBot') : t('upload.finish')

/** A step that is a centred column. */
export function WizardColumn({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={cn('mx-auto min-h-0 w-full flex-1 overflow-y-auto p-6', wide ? 'max-w-220' : 'max-w-180')}>
      {children}
    </div>
  )
}
