import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { bindingsQuery, bindMock, mockSetsQuery, type ToolPlace } from './mock.queries.ts'

/** The choice of real responses; no set has this id. */
const real = 'real'

/** Selects real responses or a mock set, only for the current user's trials. */
export function MockChoice({ place }: { place: ToolPlace }) {
  const t = useT('mock')
  const sets = useQuery(mockSetsQuery(place)).data?.mockSets ?? []
  const bound = useQuery(bindingsQuery(place)).data?.find((item) => item.callerId === place.pluginId)?.setId ?? ''
  const bind = useMutation({
    mutationFn: (setId: string) => bindMock(place, { kind: 'tool' }, setId || undefined),
    onError: (error) => toast.error(t('bind.failed'), { error }),
  })
  const params = { space_id: place.spaceId, plugin_id: place.pluginId, tool_id: place.toolId }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <Select
          size="sm"
          prefix={t('bind.from')}
          items={[
            { value: real, label: t('bind.real') },
            ...sets.map((set) => ({ value: set.id, label: set.name, icon: FlaskConical })),
          ]}
          value={(bind.isPending ? bind.variables : bound) || real}
          onChange={(setId) => bind.mutate(setId === real ? '' : setId)}
          className="min-w-0"
        />
        <Link
          to="/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set"
          params={params}
          className="ml-auto shrink-0 text-small text-brand hover:underline"
        >
          {t('title')}
        </Link>
      </div>
      {bound && (
        <Banner tone="warn" inset>
          {t('bind.inUse', { name: sets.find((set) => set.id === bound)?.name ?? '' })}
        </Banner>
      )}
    </div>
  )
}
