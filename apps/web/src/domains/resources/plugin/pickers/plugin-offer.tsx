import { PluginAuthMode, PluginStatus } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight, KeyRound, Star } from 'lucide-react'
import { useId } from 'react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { PluginTile } from './plugin-tile.tsx'
import { type OfferedPlugin, type PickedTool, refreshOffers } from './tool-offers.ts'
import { ToolList } from './tool-list.tsx'

export interface Choosing {
  /** The ids of the chosen tools. */
  chosen: ReadonlySet<string>
  isOne: boolean
  onAdd: (tool: PickedTool) => void
  onRemove?: (tool: PickedTool) => void
}
interface PluginOfferProps extends Choosing {
  plugin: OfferedPlugin
  isOpen: boolean
  onToggle: () => void
}

/** A plugin, an official plugin or an MCP server, which opens to show its tools. */
export function PluginOffer({ plugin, isOpen, onToggle, ...choosing }: PluginOfferProps) {
  const t = useT('tools')
  const listId = useId()
  const mark = useMutation({
    mutationFn: () =>
      api.pluginList.setFavorite({ plugin_id: plugin.id, is_favorite: !plugin.is_favorite }, { toast: true }),
    onSuccess: refreshOffers,
  })
  const used = plugin.plugin_apis.filter((tool) => choosing.chosen.has(tool.api_id)).length
  const isMarked = mark.isPending ? !plugin.is_favorite : plugin.is_favorite
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex items-center gap-1 py-1 pr-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={onToggle}
          className="focus-inset flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover"
        >
          <Icon
            of={ChevronRight}
            size={14}
            className={cn('shrink-0 text-mute transition-transform', isOpen && 'rotate-90')}
          />
          <PluginTile id={plugin.id} source={plugin.source} icon={plugin.plugin_icon} />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1.5">
              <span className="truncate font-medium">{plugin.name}</span>
              {plugin.is_official && <Tag tone="brand">{t('official')}</Tag>}
              {plugin.source === 'mcp' && <Tag>{t('mcp')}</Tag>}
              {plugin.status !== PluginStatus.published && <Tag tone="warn">{t('unpublished')}</Tag>}
              {plugin.auth === PluginAuthMode.required && (
                <Tag icon={KeyRound} title={t('signIn.text')}>
                  {t('signIn')}
                </Tag>
              )}
              {plugin.auth === PluginAuthMode.supported && (
                <Tag icon={KeyRound} title={t('signIn.mayText')}>
                  {t('signIn.may')}
                </Tag>
              )}
            </span>
            <span className="block truncate text-small text-mute" title={plugin.desc_for_human}>
              {plugin.desc_for_human || t('noDescription')}
            </span>
          </span>
          <span className="shrink-0 text-small text-mute tabular-nums">
            {used > 0
              ? t('usedOf', { used, count: plugin.plugin_apis.length })
              : t('count', { count: plugin.plugin_apis.length })}
          </span>
        </button>
        <IconButton
          icon={Star}
          label={t(isMarked ? 'unmark' : 'mark', { name: plugin.name })}
          pressed={isMarked}
          onClick={() => mark.mutate()}
        />
      </div>
      {isOpen && <ToolList id={listId} plugin={plugin} {...choosing} />}
    </li>
  )
}
