import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import type { CardTarget } from '../../skills/card.queries.ts'
import { useHasCard } from '../../skills/use-card.ts'
import { CardDialog } from '../dialogs/card-dialog.tsx'

export function CardButton({ target }: { target: CardTarget }) {
  const t = useT('bot')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton size="sm" icon={IdCard} label={t('card.show', { name: target.name })} onClick={() => setOpen(true)} />
      {isOpen && <CardDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Marks a tool whose answers are shown as a card. */
export function CardTag({ target }: { target: CardTarget }) {
  const t = useT('bot')
  return useHasCard(target) ? (
    <Tag icon={IdCard} title={t('card.tag.text')}>
      {t('card.title')}
    </Tag>
  ) : null
}
