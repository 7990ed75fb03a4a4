import type { ManagedModel, ManagedProvider } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { Cpu, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { providersQuery, type Scope } from '../model.queries.ts'
import { ModelDialog } from './model-dialog.tsx'
import { ProviderCard } from './provider-card.tsx'
import { ReceivedList } from './received-list.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { ProviderDialog } from './provider-dialog.tsx'

type Opened =
  | { is: 'provider'; provider?: ManagedProvider }
  | { is: 'share'; provider: ManagedProvider }
  | { is: 'model'; provider: ManagedProvider; model?: ManagedModel }
  | null

/** Providers and their models, of the instance or of one space. */
export function ModelsPanel({ scope }: { scope: Scope }) {
  const t = useT('model')
  const { data, error, refetch } = useQuery(providersQuery(scope))
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-5 h-48" />
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setOpened({ is: 'provider' })}>
      {t('provider.add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-5">
      <div className="mb-4 flex items-center gap-4">
        <p className="min-w-0 flex-1 text-mute">{scope ? t('scope.space') : t('scope.instance')}</p>
        {data.providers.length > 0 && add}
      </div>
      {data.providers.length === 0 ? (
        <EmptyState
          icon={Cpu}
          title={t('empty.title')}
          text={scope ? t('empty.space') : t('empty.text')}
          action={add}
        />
      ) : (
        <ul className="flex flex-col gap-4">
          {data.providers.map((provider) => (
            <li key={provider.id}>
              <ProviderCard
                scope={scope}
                provider={provider}
                onEdit={() => setOpened({ is: 'provider', provider })}
                onShare={data.can_share ? () => setOpened({ is: 'share', provider }) : undefined}
                onModel={(model) => setOpened({ is: 'model', provider, model })}
              />
            </li>
          ))}
        </ul>
      )}
      {scope && <ReceivedList spaceId={scope.spaceId} received={data.received} />}
      {opened?.is === 'share' && <ShareDialog scope={scope} provider={opened.provider} onClose={close} />}
      {opened?.is === 'provider' && (
        <ProviderDialog
          scope={scope}
          provider={opened.provider}
          onAdded={(provider) => setOpened({ is: 'model', provider })}
          onClose={close}
        />
      )}
      {opened?.is === 'model' && (
        <ModelDialog scope={scope} provider={opened.provider} model={opened.model} onClose={close} />
      )}
    </div>
  )
}
