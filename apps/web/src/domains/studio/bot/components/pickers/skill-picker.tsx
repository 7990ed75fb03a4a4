import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { PickedSkill, SkillKind } from '../../skills/skill-kinds.ts'
import { offersQuery } from '../../skills/skill-offers.ts'
import { CreateSkill } from './create-skill.tsx'
import { NothingToPick } from './nothing-to-pick.tsx'
import { OfferRow } from './offer-row.tsx'

interface SkillPickerProps {
  kind: SkillKind
  spaceId: string
  /** Ids of items that the bot already has. */
  chosen: ReadonlySet<string>
  linkTo?: ((id: string) => string) | undefined
  onPick: (picked: readonly PickedSkill[]) => void
  /** Called when a new item was created from here. */
  onCreated: (id: string) => void
  onClose: () => void
}

/** Lists items of one kind to add one by one. A bot has at most one chatflow: picking it closes the dialog. */
export function SkillPicker({ kind, spaceId, chosen, linkTo, onPick, onCreated, onClose }: SkillPickerProps) {
  const t = useT('bot')
  const [word, setWord] = useState('')
  const query = useInfiniteQuery(offersQuery(kind, spaceId, word))
  const offers = query.data?.pages.flatMap((page) => page.offers) ?? []
  const isOne = kind === 'chatflow'
  const isEmpty = query.isSuccess && offers.length === 0
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t(`picker.${kind}`)}
      description={t(`picker.${kind}.text`)}
      className="h-140 max-h-[calc(100vh-2rem)]"
      footer={
        <>
          {(word !== '' || (!query.isPending && !isEmpty)) && (
            <CreateSkill kind={kind} onLeave={onClose} onCreated={onCreated} />
          )}
          <Button onClick={onClose}>{isOne ? t('cancel') : t('done')}</Button>
        </>
      }
    >
      {(word !== '' || !isEmpty) && (
        <SearchInput value={word} onChange={setWord} placeholder={t('picker.search')} className="mb-2" />
      )}
      {query.error && !query.data && <ErrorPanel error={query.error} />}
      {query.isPending && <Waiting />}
      {isEmpty &&
        (word ? (
          <NoMatch onClear={() => setWord('')} />
        ) : (
          <NothingToPick kind={kind} onLeave={onClose} onCreated={onCreated} />
        ))}
      <ul className="-mx-2">
        {offers.map((offer) => (
          <OfferRow
            key={offer.skill.id}
            kind={kind}
            offer={offer}
            href={linkTo?.(offer.skill.id)}
            isChosen={chosen.has(offer.skill.id)}
            onPick={() => {
              onPick([offer.skill])
              if (isOne) onClose()
            }}
          />
        ))}
      </ul>
      <InfiniteSentinel query={query} />
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  )
}
