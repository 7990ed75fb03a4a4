import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useCallback } from 'react'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { type CallerChoice, callersQuery, searchCallers } from './callers.ts'
import { bindingsQuery, bindMock, type Caller, type ToolPlace, usageQuery } from './mock.queries.ts'

/** The callers that get responses of this set. Each user chooses; others get real responses. */
export function BindPanel({ place, setId }: { place: ToolPlace; setId: string }) {
  const t = useT('mock')
  const bindings = (useQuery(bindingsQuery(place)).data ?? []).filter((item) => item.setId === setId)
  const known = useQuery(callersQuery(place.spaceId)).data ?? []
  const people = useQuery(usageQuery(place, setId)).data ?? 0
  const { spaceId } = place
  const search = useCallback((word: string, signal: AbortSignal) => searchCallers(spaceId, word, signal), [spaceId])
  const bind = useMutation({
    mutationFn: ({ caller, isOn }: { caller: Caller; isOn: boolean }) =>
      bindMock(place, caller, isOn ? setId : undefined),
    onError: (error) => toast.error(t('bind.failed'), { error }),
  })
  const others = bindings
    .filter((binding) => binding.callerId !== place.pluginId)
    .map((binding) => known.find((caller) => caller.value === binding.callerId) ?? unknown(binding.callerId))
  return (
    <section aria-label={t('bind.title')} className="border-t border-line p-4">
      <h2 className="font-semibold">{t('bind.title')}</h2>
      <p className="mb-3 text-small text-mute">{t('bind.text')}</p>
      <Switch
        checked={bindings.some((binding) => binding.callerId === place.pluginId)}
        onChange={(isOn) => bind.mutate({ caller: { kind: 'tool' }, isOn })}
      >
        {t('bind.tool')}
      </Switch>
      <ul className="mt-2 flex flex-col">
        {others.map((caller) => (
          <li key={caller.value} className="flex h-8 items-center gap-2">
            <TypeTile kind={caller.kind} size={20} />
            <span className="min-w-0 flex-1 truncate">{caller.label || t('bind.unknown')}</span>
            <IconButton
              size="sm"
              icon={X}
              label={t('bind.remove', { name: caller.label })}
              onClick={() => bind.mutate({ caller: { kind: caller.kind, id: caller.value }, isOn: false })}
            />
          </li>
        ))}
      </ul>
      <Combobox<CallerChoice>
        size="sm"
        label={t('bind.add')}
        placeholder={t('bind.add')}
        value={null}
        search={search}
        tile={(caller) => <TypeTile kind={caller.kind} size={20} />}
        onChange={(caller) => caller && bind.mutate({ caller: { kind: caller.kind, id: caller.value }, isOn: true })}
        className="mt-2"
      />
      {people > 0 && <p className="mt-3 text-small text-mute">{t('bind.people', { count: people })}</p>}
    </section>
  )
}

/** A caller that was deleted, or that is not on the first page of the list. */
const unknown = (id: string): CallerChoice => ({ value: id, label: '', kind: 'bot' })
