import { useT } from '#lib/i18n.ts'
import { useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'

interface SpacePickerProps {
  /** Shows only spaces of this enterprise; empty: only spaces outside of enterprises. */
  enterpriseId?: string | undefined
  /** Null: all spaces, including future ones. */
  spaces: readonly string[] | null
  onChange: (spaces: readonly string[] | null) => void
}

export function SpacePicker({ enterpriseId, spaces, onChange }: SpacePickerProps) {
  const t = useT('account')
  const all = useSpaces()
  const mine = all.filter((space) => enterpriseId === undefined || space.enterprise_id === enterpriseId)
  const spaceName = useSpaceName()
  const chosen = spaces ?? []
  // A token may contain a space that the user has left; it stays in the list until it is removed.
  const gone = chosen.filter((id) => !all.some((space) => space.id === id))
  const rows = [
    ...mine.map((space) => ({ id: space.id, name: spaceName(space) })),
    ...gone.map((id) => ({ id, name: t('where.gone', { id }) })),
  ]
  const list = (
    <div role="group" aria-label={t('where.some')} className="flex max-h-40 flex-col gap-1 overflow-y-auto">
      {rows.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((item) => item !== id))}
        >
          {name}
        </Checkbox>
      ))}
      {chosen.length === 0 && <p className="text-small text-mute">{t('where.none')}</p>}
    </div>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t('where.title')}</legend>
      <RadioGroup
        label={t('where.title')}
        value={spaces === null ? 'all' : 'some'}
        onChange={(next) => onChange(next === 'all' ? null : [])}
        items={[
          { value: 'all', label: t('where.all'), description: t('where.allText') },
          { value: 'some', label: t('where.some'), description: t('where.someText'), settings: list },
        ]}
      />
    </fieldset>
  )
}
