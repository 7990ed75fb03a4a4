import { Check } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import type { SkillKind } from '../../skills/skill-kinds.ts'
import type { SkillOffer } from '../../skills/skill-offers.ts'
import { OpenLink } from '../skills/open-link.tsx'
import { skillTiles } from './skill-tiles.ts'

interface OfferRowProps {
  kind: SkillKind
  offer: SkillOffer
  /** A link to view the item before adding it. */
  href?: string | undefined
  isChosen: boolean
  onPick: () => void
}

export function OfferRow({ kind, offer, href, isChosen, onPick }: OfferRowProps) {
  const t = useT('bot')
  const { skill, size, isUnpublished } = offer
  const amount = !size
    ? ''
    : 'fields' in size
      ? t('picker.fields', { count: size.fields })
      : `${t('picker.documents', { count: size.documents })} · ${t('picker.slices', { count: size.slices })}`
  const note = [amount, skill.description].filter(Boolean).join(' · ')
  return (
    <li className="flex min-h-12 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover">
      <TypeTile kind={skillTiles[kind]} size={30} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium">{skill.name}</span>
          {isUnpublished && <Tag tone="warn">{t('picker.unpublished')}</Tag>}
        </span>
        <span className="block truncate text-small text-mute" title={note}>
          {isUnpublished ? t('picker.unpublished.text') : note}
        </span>
      </span>
      {href && !isChosen && <OpenLink name={skill.name} href={href} />}
      {isChosen ? (
        <span className="flex items-center gap-1 px-2 text-small text-mute">
          <Icon of={Check} size={14} className="text-ok" />
          {kind === 'chatflow' ? t('picker.inUse') : t('picker.added')}
        </span>
      ) : (
        <Button
          size="sm"
          disabled={isUnpublished}
          aria-label={t(kind === 'chatflow' ? 'picker.useOne' : 'picker.addOne', { name: skill.name })}
          onClick={onPick}
        >
          {kind === 'chatflow' ? t('picker.use') : t('add')}
        </Button>
      )}
    </li>
  )
}
