import { type ReactNode, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Segmented } from './segmented.tsx'

export type Side = 'mine' | 'theirs'
type Sides = ReadonlyMap<string, Side>

export interface ConflictItem {
  id: string
  name: string
  /** The author and the content of the other change. */
  note: string
  /** The accessible name of the choice. */
  question: string
  tile?: ReactNode
  /** The two versions of the item. */
  detail?: ReactNode
}

interface ConflictDialogProps {
  title: string
  text: string
  items: readonly ConflictItem[]
  firstSides: () => Sides
  applyText: string
  onApply: (sides: Sides) => void
  /** For many short items: reduces the space between them. */
  isDense?: boolean
  /** Shown when both versions have the same items. */
  empty?: ReactNode
}

/** Another user saved first. Shows both versions, with a choice for each part; nothing is lost silently. */
export function ConflictDialog({
  title,
  text,
  items,
  applyText,
  onApply,
  isDense,
  empty,
  ...props
}: ConflictDialogProps) {
  const t = useT('ui')
  const [sides, setSides] = useState(props.firstSides)
  const all = (side: Side) => setSides(new Map(items.map(({ id }) => [id, side])))
  return (
    <Dialog
      open
      size="lg"
      title={title}
      description={text}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={() => all('mine')}>{t('conflict.allMine')}</Button>
          <Button onClick={() => all('theirs')} className="mr-auto">
            {t('conflict.allTheirs')}
          </Button>
          <Button kind="solid" onClick={() => onApply(sides)}>
            {applyText}
          </Button>
        </>
      }
    >
      <div className={cn('flex flex-col', !isDense && 'gap-4')}>
        {items.map(({ id, name, note, question, tile, detail }) => (
          <section
            key={id}
            aria-label={name}
            className={cn('border-b border-line last:border-b-0', isDense ? 'py-3' : 'pb-4')}
          >
            <div className={cn('flex items-center gap-3', !isDense && 'mb-2')}>
              {tile}
              <div className="min-w-0 flex-1">
                <h3 className="truncate font-semibold">{name}</h3>
                <p className="text-small text-mute">{note}</p>
              </div>
              <Segmented
                label={question}
                items={[
                  { value: 'mine', label: t('conflict.mine') },
                  { value: 'theirs', label: t('conflict.theirs') },
                ]}
                value={sides.get(id) ?? 'mine'}
                onChange={(side: Side) => setSides(new Map(sides).set(id, side))}
              />
            </div>
            {detail}
          </section>
        ))}
        {items.length === 0 && empty}
      </div>
    </Dialog>
  )
}
