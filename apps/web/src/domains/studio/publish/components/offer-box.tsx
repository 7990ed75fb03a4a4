import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/select.tsx'
import type { Offer, OfferState } from '../publish-port.ts'

interface OfferBoxProps {
  state: OfferState
  offer: Offer
  isReadOnly: boolean
  onChange: (offer: Offer) => void
}

/** Option to list the published bot in the marketplace as well. */
export function OfferBox({ state, offer, isReadOnly, onChange }: OfferBoxProps) {
  const t = useT('publish')
  const change = (part: Partial<Offer>) => onChange({ ...offer, ...part })
  return (
    <section aria-label={t('offer')} className="flex flex-col gap-2 rounded-md border border-line px-3 py-2.5">
      <Checkbox
        checked={offer.isOffered}
        disabled={isReadOnly}
        onChange={(isOffered) => change({ isOffered })}
        className="font-medium"
      >
        {t('offer')}
      </Checkbox>
      <p className="text-small text-mute">{t('offer.text')}</p>
      {offer.isOffered && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Checkbox
            checked={offer.isTemplate}
            disabled={isReadOnly || !state.canBeTemplate}
            onChange={(isTemplate) => change({ isTemplate })}
          >
            {t('offer.template')}
          </Checkbox>
          <Select
            size="sm"
            className="w-48"
            label={t('offer.category')}
            disabled={isReadOnly}
            items={[
              { value: '', label: t('offer.noCategory') },
              ...state.categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={offer.categoryId}
            onChange={(categoryId) => change({ categoryId })}
          />
        </div>
      )}
    </section>
  )
}
