import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MakeTools } from './make-tools.tsx'
import { NoTools } from './no-tools.tsx'
import { type Choosing, PluginOffer } from './plugin-offer.tsx'
import { ShelfMenu } from './shelf-menu.tsx'
import { refreshOffers, toolOffersQuery, type ToolShelf } from './tool-offers.ts'

export interface ToolPickerProps extends Omit<Choosing, 'isOne'> {
  spaceId: string
  /** Whether to close after one choice, for a node that calls a single tool. */
  isOne?: boolean
  /** Called when a plugin was created from here. */
  onPlugin?: (id: string) => void
  onClose: () => void
}

/** Selects tools from all sources of a space, for bots and workflows alike. */
export function ToolPicker({ spaceId, isOne = false, onPlugin, onClose, onAdd, ...choosing }: ToolPickerProps) {
  const t = useT('tools')
  const [shelf, setShelf] = useState<ToolShelf>('all')
  const [word, setWord] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery(toolOffersQuery(spaceId, shelf, word))
  const plugins = query.data?.pages.flatMap((page) => page.plugin_list) ?? []
  const search = useCallback((text: string) => setWord(text.trim()), [])
  // A search opens the plugins that it found; browsing leaves them closed.
  const isOpen = (id: string) => toggled.has(id) !== (word !== '')
  const toggle = (id: string) =>
    setToggled((now) => new Set(now.has(id) ? [...now].filter((item) => item !== id) : [...now, id]))
  const look = (next: ToolShelf) => {
    setShelf(next)
    setToggled(new Set())
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t(isOne ? 'title.one' : 'title')}
      description={t('text')}
      className="h-160 max-h-[calc(100vh-2rem)]"
      footer={
        <>
          <MakeTools
            spaceId={spaceId}
            onLeave={onClose}
            onPlugin={onPlugin}
            onCreated={() => {
              setWord('')
              look('mcp')
              void refreshOffers()
            }}
          />
          <Button onClick={onClose}>{t(isOne ? 'cancel' : 'done')}</Button>
        </>
      }
    >
      <div className="flex h-full min-h-0 gap-4 max-sm:flex-col">
        <ShelfMenu value={shelf} onChange={look} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <SearchInput value={word} onChange={search} placeholder={t('search')} className="mb-2 shrink-0" />
          {/* Scrollable content needs keyboard focus. */}
          <div tabIndex={0} role="region" aria-label={t(`shelf.${shelf}`)} className="min-h-0 flex-1 overflow-y-auto">
            {query.error && !query.data && <ErrorPanel error={query.error} />}
            {query.isPending && <Waiting />}
            {query.isSuccess && plugins.length === 0 && (
              <NoTools shelf={shelf} word={word} onClear={() => setWord('')} onAll={() => look('all')} />
            )}
            <ul aria-label={t('plugins')}>
              {plugins.map((plugin) => (
                <PluginOffer
                  key={plugin.id}
                  plugin={plugin}
                  isOpen={isOpen(plugin.id)}
                  onToggle={() => toggle(plugin.id)}
                  isOne={isOne}
                  onAdd={(tool) => {
                    onAdd(tool)
                    if (isOne) onClose()
                  }}
                  {...choosing}
                />
              ))}
            </ul>
            <InfiniteSentinel query={query} />
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </div>
  )
}
