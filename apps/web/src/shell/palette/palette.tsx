import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useListKeys } from '#lib/list-keys.ts'
import { type FoundItem, paletteSources, readPaletteQuery } from '#lib/palette.ts'
import { useSpaceName, useSpaceOrNone } from '#lib/spaces.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { Tag } from '#ui/tag.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { palette } from '#lib/palette-state.ts'
import { PaletteFoot } from './palette-foot.tsx'
import { PaletteRow } from './palette-row.tsx'
import { peopleSources } from './people-sources.tsx'
import { shellSources } from './shell-sources.ts'
import { useFound } from './use-found.ts'

for (const source of [...shellSources, ...peopleSources]) paletteSources.add(source)

/** Finds pages, spaces, people and actions by typing. Ctrl or Command and K open it everywhere. */
export function Palette() {
  const t = useT('shell')
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open onOpenChange={palette.set}>
      <Dialog.Portal className="relative z-dialog">
        <Dialog.Backdrop className="fade-motion fixed inset-0 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 flex items-start justify-center px-4 pt-4 sm:pt-26">
          <Dialog.Popup
            initialFocus={input}
            aria-label={t('palette.label')}
            className="dialog-motion flex max-h-[min(35rem,calc(100vh-8rem))] w-full max-w-160 flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-dialog outline-none"
          >
            <PaletteBody input={input} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteBody({ input }: { input: React.RefObject<HTMLInputElement | null> }) {
  const t = useT('shell')
  const router = useRouter()
  const space = useSpaceOrNone()
  const spaceName = useSpaceName()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [settled, composing] = useSettledText(typed)
  const query = useMemo(() => readPaletteQuery(settled), [settled])
  const { groups, isSearching } = useFound(query)
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups])

  const open = (item: FoundItem, event: { metaKey: boolean; ctrlKey: boolean }) => {
    palette.set(false)
    if (item.href === undefined) return item.run?.()
    if (event.metaKey || event.ctrlKey) globalThis.open(item.href, '_blank', 'noopener')
    else router.history.push(item.href)
  }
  const { active, activeIndex, setActive, onKeyDown } = useListKeys(items, open)
  const optionId = (item: FoundItem) => `${listId}-${item.id}`
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4">
        <Icon of={Search} size={18} className="shrink-0 text-mute" />
        <input
          ref={input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          {...composing}
          spellCheck={false}
          autoComplete="off"
          className="h-full min-w-0 flex-1 bg-transparent text-title outline-none"
        />
        {space && (
          <Tag tone="outline" className="max-w-40">
            {spaceName(space)}
          </Tag>
        )}
        <KeyCap keys="Escape" />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t('palette.results')}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {groups.map(({ group, items: rows }) => (
          <div key={group} role="group" aria-label={t(`palette.group.${group}`)}>
            <div aria-hidden className="group-label px-2.5 pt-2.5 pb-1.5">
              {t(`palette.group.${group}`)}
            </div>
            {rows.map((item) => (
              <PaletteRow
                key={item.id}
                id={optionId(item)}
                item={item}
                isBest={group === 'best'}
                isActive={items[activeIndex] === item}
                onPoint={() => setActive(items.indexOf(item))}
                onOpen={(event) => open(item, event)}
              />
            ))}
          </div>
        ))}
        <p role="status" className="px-2.5 py-2 text-mute empty:hidden">
          {items.length === 0 && emptyText()}
        </p>
      </div>
      <PaletteFoot />
    </>
  )

  function emptyText(): string {
    if (isSearching) return t('palette.searching')
    if (query.group === 'text' && !paletteSources.list().some((source) => source.groups.includes('text')))
      return t('palette.noText')
    if (query.group === 'people' && !space) return t('palette.noSpace')
    return query.text === '' ? t('palette.typeOn') : t('palette.nothing', { word: query.text })
  }
}
