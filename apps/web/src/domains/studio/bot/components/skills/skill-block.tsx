import { TabStatus } from '@orrery/contract/shared/bot-enums'
import type { ModelFunction } from '@orrery/contract/shared/model-support'
import { ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import type { SkillTab } from '../../skills/tab-status.ts'
import { useTabStatus } from '../../skills/use-tab-status.ts'
import { SupportNote } from './support-note.tsx'
import { ToolBoundary } from './tool-boundary.tsx'

interface SkillBlockProps {
  tab: SkillTab
  title: string
  /** One line about the purpose of the block, shown while it is empty. */
  hint: string
  hasData: boolean
  /** The content is a form, which can be opened while it is still empty. */
  isForm?: boolean
  /** Number of entries; omitted if counting makes no sense. */
  count?: number
  /** State shown in place of the count: "On", "By model". */
  state?: string
  onAdd?: () => void
  addLabel?: string
  /** Buttons before the add button. */
  tools?: ReactNode
  /** Model feature that the block requires. */
  needs?: ModelFunction
  children?: ReactNode
}

/** One collapsible block of the middle column. */
export function SkillBlock(props: SkillBlockProps) {
  const { tab, title, hasData } = props
  const { isShown } = useTabStatus(tab, hasData)
  if (!isShown) return null
  return (
    <ToolBoundary title={title}>
      <Block {...props} />
    </ToolBoundary>
  )
}

function Block(props: SkillBlockProps) {
  const { tab, title, hint, hasData, isForm = false, count, state, onAdd, addLabel, tools, needs, children } = props
  const { isReadOnly } = useEditor()
  const { isOpen, set } = useTabStatus(tab, hasData)
  const bodyId = useId()
  const add = () => {
    if (!isOpen) set(TabStatus.open)
    onAdd?.()
  }
  return (
    <section aria-label={title} data-block={tab} className="border-b border-line last:border-b-0">
      <div className="flex h-10 items-center gap-1 pr-2.5 pl-1.5">
        <h4 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => set(isOpen ? TabStatus.close : TabStatus.open)}
            className="focus-inset flex h-8 w-full min-w-0 items-center gap-1.5 rounded-md px-1.5 text-left"
          >
            <Icon
              of={ChevronRight}
              size={14}
              className={cn('shrink-0 text-mute transition-transform', isOpen && 'rotate-90')}
            />
            <span className="truncate font-semibold">{title}</span>
            {count !== undefined && count > 0 && <span className="text-mute tabular-nums">{formatNumber(count)}</span>}
            {state && <span className="truncate text-small text-mute">{state}</span>}
          </button>
        </h4>
        {needs !== undefined && <SupportNote needs={needs} isUsed={hasData} />}
        {tools}
        {onAdd && !isReadOnly && <IconButton icon={Plus} label={addLabel ?? title} onClick={add} />}
      </div>
      <div id={bodyId}>
        {isOpen && (hasData || isForm) ? (
          <div className="pb-2">{children}</div>
        ) : (
          !hasData && <p className="px-4 pb-3 pl-8 text-small text-mute">{hint}</p>
        )}
      </div>
    </section>
  )
}
