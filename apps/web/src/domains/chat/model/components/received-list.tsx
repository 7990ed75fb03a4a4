import type { ReceivedProvider } from '@orrery/contract'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Tag } from '#ui/tag.tsx'
import { refreshModels } from '../model.queries.ts'
import { typeNames } from '../model-types.ts'

/** Models that others share with a space. The space can only use them or remove them from its list. */
export function ReceivedList({ spaceId, received }: { spaceId: string; received: readonly ReceivedProvider[] }) {
  const t = useT('model')
  if (received.length === 0) return null
  const remove = (provider: ReceivedProvider) =>
    void confirm({
      title: t('received.remove.title', { name: provider.name }),
      text: t('received.remove.text'),
      action: t('received.remove'),
      danger: true,
      onConfirm: async () => {
        await api.spaceModel.refuseShared({ space_id: spaceId, provider_id: provider.id })
        await refreshModels()
      },
    })
  return (
    <section aria-label={t('received')} className="mt-6">
      <h2 className="mb-2 font-semibold">{t('received')}</h2>
      <ul className="rounded-lg border border-line bg-card">
        {received.map((provider) => (
          <li key={provider.id} className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{provider.name}</p>
              <p className="text-small text-mute">
                {provider.owner_name ? t('received.by', { name: provider.owner_name }) : t('received.instance')}
              </p>
            </div>
            <div className="flex flex-wrap justify-end gap-1.5">
              {provider.models.map((model) => (
                <Tag key={model.id} tone="outline">
                  {model.type === 0 ? model.name : `${model.name} · ${t(`type.${typeNames[model.type]}`)}`}
                </Tag>
              ))}
            </div>
            <Button size="sm" onClick={() => remove(provider)}>
              {t('received.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
