import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Choosing } from './plugin-offer.tsx'
import { type OfferedPlugin, type OfferedTool, pricesQuery, toPicked } from './tool-offers.ts'

/** Tools shown at first: a server can have hundreds, so the others are shown on request. */
const atFirst = 40

export function ToolList({ id, plugin, ...choosing }: Choosing & { id: string; plugin: OfferedPlugin }) {
  const t = useT('tools')
  const [isWhole, setWhole] = useState(false)
  const prices = useQuery(pricesQuery(plugin)).data
  const all = plugin.plugin_apis
  const tools = isWhole ? all : all.slice(0, atFirst)
  return (
    <ul id={id} aria-label={t('toolsOf', { name: plugin.name })} className="mb-1 pl-8">
      {tools.map((tool) => {
        const price = prices?.get(tool.api_id)
        return (
          <ToolRow
            key={tool.api_id}
            plugin={plugin}
            tool={tool}
            price={price && t('price', { price: price.Price, unit: price.UnitName || t('price.call') })}
            {...choosing}
          />
        )
      })}
      {tools.length < all.length && (
        <li>
          <Button size="sm" kind="ghost" onClick={() => setWhole(true)}>
            {t('more', { count: all.length - tools.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}

interface ToolRowProps extends Choosing {
  plugin: OfferedPlugin
  tool: OfferedTool
  price?: string
}

function ToolRow({ plugin, tool, price, chosen, isOne, onAdd, onRemove }: ToolRowProps) {
  const t = useT('tools')
  const isChosen = chosen.has(tool.api_id)
  const picked = toPicked(plugin, tool)
  return (
    <li className="flex min-h-10 items-center gap-2 rounded-md py-1 pr-1 pl-2 hover:bg-hover">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-mono text-code">{tool.name}</span>
          {price && <Tag tone="info">{price}</Tag>}
        </span>
        <span className="block truncate text-small text-mute" title={tool.desc}>
          {tool.desc || t('noDescription')}
        </span>
      </span>
      {!isChosen ? (
        <Button
          size="sm"
          aria-label={t(isOne ? 'useTool' : 'addTool', { name: tool.name })}
          onClick={() => onAdd(picked)}
        >
          {t(isOne ? 'use' : 'add')}
        </Button>
      ) : (
        <>
          <span className="flex items-center gap-1 text-small text-mute">
            <Icon of={Check} size={14} className="text-ok" />
            {t('added')}
          </span>
          {onRemove && (
            <Button
              size="sm"
              kind="quiet"
              aria-label={t('removeTool', { name: tool.name })}
              onClick={() => onRemove(picked)}
            >
              {t('remove')}
            </Button>
          )}
        </>
      )}
    </li>
  )
}
