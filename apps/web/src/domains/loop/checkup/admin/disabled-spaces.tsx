import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { disabledSpacesQuery, refreshBuiltIn } from '../checkup.queries.ts'

/** Spaces whose bots do not show the tab for check-ups. */
export function DisabledSpaces() {
  const t = useT('checkup')
  const spaces = useQuery(disabledSpacesQuery).data
  const [spaceId, setSpaceId] = useState('')
  const change = useMutation({
    mutationFn: (given: { space_id: string; is_enabled: boolean }) => api.checkupTab.enable(given),
    onSuccess: async () => {
      setSpaceId('')
      await refreshBuiltIn()
    },
  })
  return (
    <div className="flex flex-col gap-3">
      {spaces?.length === 0 && <p className="text-mute">{t('admin.offNone')}</p>}
      {spaces && spaces.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('admin.off')}>
          {spaces.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-1 rounded-md border border-line py-1 pr-1 pl-2">
              {name}
              <IconButton
                icon={X}
                label={t('admin.on', { name })}
                onClick={() => change.mutate({ space_id: id, is_enabled: true })}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ space_id: spaceId.trim(), is_enabled: false })
        }}
      >
        <Field label={t('admin.offSpace')}>
          <Input
            autoComplete="off"
            inputMode="numeric"
            value={spaceId}
            onChange={({ target }) => setSpaceId(target.value)}
          />
        </Field>
        <Button type="submit" disabled={!/^\s*\d{1,19}\s*$/.test(spaceId)} busy={change.isPending}>
          {t('admin.offAdd')}
        </Button>
      </form>
      {change.error && <ErrorPanel error={change.error} />}
    </div>
  )
}
