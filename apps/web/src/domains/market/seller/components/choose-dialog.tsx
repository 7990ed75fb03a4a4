import { useCallback, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, readLastSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { findOffers, type Offered, type OfferKind, offerKinds } from '../seller.queries.ts'

/** The first step: chooses a resource that is published and that the user may publish. */
export function ChooseDialog({ onChosen, onClose }: { onChosen: (offered: Offered) => void; onClose: () => void }) {
  const t = useT('seller')
  const { user_id_str: userId } = useAccount()
  const spaceName = useSpaceName()
  const last = readLastSpace()
  const spaces = useSpaces()
    .filter((space) => !space.hide_operation && mayInSpace(space, 'createResource'))
    .map((space) => ({ value: space.id, label: spaceName(space), space }))
  const [place, setPlace] = useState(spaces.find((space) => space.value === last) ?? spaces[0] ?? null)
  const [kind, setKind] = useState<OfferKind>('bot')
  const [chosen, setChosen] = useState<(Offered & { value: string; label: string }) | null>(null)
  const space = place?.space
  const search = useCallback(
    async (word: string, signal: AbortSignal) => {
      if (!space) return []
      const found = await findOffers({ space, kind, word, userId }, signal)
      return found.map(({ note, ...item }) => ({ ...item, value: item.id, label: item.name, description: note }))
    },
    [space, kind, userId],
  )
  return (
    <FormDialog
      title={t('choose.title')}
      description={t('choose.text')}
      isDirty={false}
      isReady={chosen !== null}
      action={t('choose.next')}
      onSubmit={() => chosen && onChosen({ id: chosen.id, type: chosen.type, name: chosen.name })}
      onClose={onClose}
    >
      <Field label={t('choose.space')} required>
        <Combobox
          label={t('choose.space')}
          items={spaces}
          value={place}
          onChange={(next) => {
            setPlace(next)
            setChosen(null)
          }}
          tile={(item) => <SpaceTile id={item.space.id} name={item.label} src={item.space.icon_url} size={20} />}
        />
      </Field>
      <Field label={t('choose.kind')}>
        <Segmented
          wide
          items={offerKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setChosen(null)
          }}
        />
      </Field>
      <Field label={t('choose.resource')} required help={t('choose.help')}>
        <Combobox
          key={`${place?.value}:${kind}`}
          label={t('choose.resource')}
          search={search}
          value={chosen}
          onChange={setChosen}
          tile={() => <TypeTile kind={kind} size={20} />}
        />
      </Field>
    </FormDialog>
  )
}
