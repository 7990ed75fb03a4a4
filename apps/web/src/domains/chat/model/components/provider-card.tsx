import type { ManagedModel, ManagedProvider } from '@orrery/contract'
import { presetOf } from '@orrery/contract/shared/provider-presets'
import { Ellipsis, KeyRound, Pencil, Plus, Share2, Star, Trash2 } from 'lucide-react'
import { formatContext } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { manageApi, refreshModels, type Scope } from '../model.queries.ts'
import { typeNames } from '../model-types.ts'
import { ProviderMark } from './provider-mark.tsx'

interface ProviderCardProps {
  scope: Scope
  provider: ManagedProvider
  onEdit: () => void
  /** Absent where models cannot be shared: in teams. */
  onShare?: () => void
  onModel: (model?: ManagedModel) => void
}

/** A provider with its models. Keys are never shown, only their last characters. */
export function ProviderCard({ scope, provider, onEdit, onShare, onModel }: ProviderCardProps) {
  const t = useT('model')
  const { calls, base } = manageApi(scope)
  const remove = () =>
    void confirm({
      title: t('provider.delete.title', { name: provider.name }),
      text: t('provider.delete.text', { count: provider.models.length }),
      action: t('provider.delete.action'),
      danger: true,
      onConfirm: async () => {
        await calls.deleteProvider({ ...base, provider_id: provider.id })
        await refreshModels()
      },
    })
  return (
    <section aria-label={provider.name} className="rounded-lg border border-line bg-card">
      <header className="flex items-center gap-3 border-b border-line px-4 py-2.5">
        <ProviderMark preset={presetOf({ kind: provider.kind, baseUrl: provider.base_url })} />
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 font-semibold">
            <span className="truncate">{provider.name}</span>
            {!scope && !provider.for_everyone && <Tag>{t('share.some')}</Tag>}
            {provider.shared_with.map((team) => (
              <Tag key={team.id} tone="outline">
                {team.name}
              </Tag>
            ))}
          </h2>
          <p className="flex items-center gap-2 truncate text-small text-mute">
            {provider.base_url && <code className="truncate">{provider.base_url}</code>}
            <span className="flex shrink-0 items-center gap-1">
              <Icon of={KeyRound} size={12} />
              {provider.has_key ? t('key.ends', { hint: provider.key_hint }) : t('key.none')}
            </span>
          </p>
        </div>
        <Button size="sm" icon={Plus} onClick={() => onModel()}>
          {t('model.add')}
        </Button>
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name: provider.name })} />}>
          <MenuItem icon={Pencil} onClick={onEdit}>
            {t('edit')}
          </MenuItem>
          {onShare && (
            <MenuItem icon={Share2} onClick={onShare}>
              {t('share')}
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={remove}>
            {t('delete')}
          </MenuItem>
        </Menu>
      </header>
      {provider.models.length === 0 && <p className="px-4 py-3 text-mute">{t('provider.noModels')}</p>}
      <ul>
        {provider.models.map((model) => (
          <ModelRow key={model.id} scope={scope} model={model} onOpen={() => onModel(model)} />
        ))}
      </ul>
    </section>
  )
}

function ModelRow({ scope, model, onOpen }: { scope: Scope; model: ManagedModel; onOpen: () => void }) {
  const t = useT('model')
  const { calls, base } = manageApi(scope)
  /** The client shows an error; then the row is reset to the stored state. */
  const act = (work: Promise<unknown>) => void work.catch(() => {}).then(refreshModels)
  const remove = () =>
    void confirm({
      title: t('model.delete.title', { name: model.name }),
      text: t('model.delete.text'),
      action: t('model.delete.action'),
      danger: true,
      onConfirm: async () => {
        await calls.deleteModel({ ...base, model_id: model.id })
        await refreshModels()
      },
    })
  const abilities =
    model.type === 0
      ? (['tools', 'vision', 'reasoning', 'json'] as const).filter((item) => model.capabilities[item])
      : []
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <button type="button" onClick={onOpen} className="min-w-0 flex-1 rounded-sm text-left">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{model.name}</span>
          {model.is_default && <Tag tone="brand">{t('default')}</Tag>}
          {model.type !== 0 && <Tag>{t(`type.${typeNames[model.type]}`)}</Tag>}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-small text-mute">
          <code>{model.model}</code>
          <span>{t('context', { tokens: formatContext(model.context_tokens) })}</span>
          {abilities.map((ability) => (
            <Tag key={ability} tone="outline">
              {t(`can.${ability}`)}
            </Tag>
          ))}
        </span>
      </button>
      <Switch
        label={t('model.enable', { name: model.name })}
        checked={model.enabled}
        onChange={(on) => act(calls.updateModel({ ...base, model_id: model.id, enabled: on }, { toast: true }))}
      />
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name: model.name })} />}>
        <MenuItem icon={Pencil} onClick={onOpen}>
          {t('edit')}
        </MenuItem>
        {model.type === 0 && (
          <MenuItem
            icon={Star}
            disabled={model.is_default}
            onClick={() => act(calls.setDefault({ ...base, model_id: model.id }, { toast: true }))}
          >
            {t('model.makeDefault')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={Trash2} danger onClick={remove}>
          {t('delete')}
        </MenuItem>
      </Menu>
    </li>
  )
}
