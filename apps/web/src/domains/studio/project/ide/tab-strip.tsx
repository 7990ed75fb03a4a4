import { ArrowLeftRight, X, XCircle } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { matchesKeys } from '#lib/keys.ts'
import { savings } from '#lib/saving.ts'
import { ContextMenu } from '#ui/context-menu.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useIde } from './ide-context.ts'
import { panelId, tabId } from './tab-ids.ts'
import type { PaneIndex } from './tab-list.ts'
import { idOf, type TabKey } from './tab-place.ts'
import { useTabName } from './use-tab-name.ts'

const dragType = 'application/x-tab'

/** The tabs of one half. Arrows select, Delete closes, Ctrl and Shift with an arrow move a tab; tabs can be dragged. */
export function TabStrip({ pane }: { pane: PaneIndex }) {
  const t = useT('project')
  const { lists, shown, open, close, move, send } = useIde()
  const list = useRef<HTMLDivElement>(null)
  const tabs = lists[pane]
  const type = (event: KeyboardEvent, key: TabKey) => {
    const at = tabs.indexOf(key)
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Delete') close(key)
    else if (step && matchesKeys(event.nativeEvent, `ctrl+shift+${event.key}`)) move(key, at + step)
    else {
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step ? at + step : -1
      const next = tabs[to]
      if (!next) return
      open(next)
      list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(next))}`)?.focus()
    }
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('tabs')}
      className="flex min-w-0 flex-1 overflow-x-auto overflow-y-hidden"
    >
      {tabs.map((key, at) => (
        <TabHead
          key={key}
          pane={pane}
          tabKey={key}
          isShown={shown[pane]?.key === key}
          onKeyDown={(event) => type(event, key)}
          onDropHere={(event) => {
            const dragged = event.dataTransfer.getData(dragType)
            if (tabs.includes(dragged)) move(dragged, at)
            else if (dragged) send(dragged, pane)
          }}
        />
      ))}
    </div>
  )
}

interface TabHeadProps {
  pane: PaneIndex
  tabKey: TabKey
  isShown: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onDropHere: (event: DragEvent) => void
}

function TabHead({ pane, tabKey, isShown, onKeyDown, onDropHere }: TabHeadProps) {
  const t = useT('project')
  const { open, close } = useIde()
  const { name, tile } = useTabName()(tabKey)
  const state = savings.use().get(idOf(tabKey))
  const isDirty = state === 'saving' || state === 'failed'
  return (
    <ContextMenu
      target={
        <div
          id={tabId(tabKey)}
          role="tab"
          tabIndex={isShown ? 0 : -1}
          aria-selected={isShown}
          aria-controls={panelId(pane)}
          draggable
          title={name}
          onClick={() => open(tabKey)}
          onAuxClick={(event) => event.button === 1 && close(tabKey)}
          onKeyDown={onKeyDown}
          onDragStart={(event) => event.dataTransfer.setData(dragType, tabKey)}
          onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
          onDrop={onDropHere}
          className={cn(
            'group/tab focus-inset relative flex h-9 max-w-52 min-w-0 shrink-0 cursor-pointer items-center gap-2 border-r border-line pr-2 pl-3 select-none',
            isShown
              ? 'bg-card font-medium before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:bg-brand'
              : 'text-mute hover:text-ink',
          )}
        >
          <TypeTile kind={tile} size={18} />
          <span className="min-w-0 truncate">{name}</span>
          {isDirty && (
            <span
              className={cn('size-1.5 shrink-0 rounded-full', state === 'failed' ? 'bg-err' : 'bg-brand')}
              data-dirty={state}
            >
              <span className="sr-only">{t(state === 'failed' ? 'tab.unsaved' : 'tab.saving')}</span>
            </span>
          )}
          {/* Pointer only: with the keyboard, Delete and the menu close the tab. */}
          <span
            aria-hidden
            data-close
            onClick={(event) => {
              event.stopPropagation()
              close(tabKey)
            }}
            className={cn(
              'flex size-5 shrink-0 items-center justify-center rounded-sm text-mute hover:bg-hover hover:text-ink',
              !isShown && 'opacity-0 group-hover/tab:opacity-100 group-focus-visible/tab:opacity-100',
            )}
          >
            <Icon of={X} size={14} />
          </span>
        </div>
      }
    >
      <TabItems pane={pane} tabKey={tabKey} />
    </ContextMenu>
  )
}

function TabItems({ pane, tabKey }: { pane: PaneIndex; tabKey: TabKey }) {
  const t = useT('project')
  const { lists, close, closeOthers, closeAll, send } = useIde()
  const isAlone = lists[0].length + lists[1].length < 2
  return (
    <>
      <MenuItem icon={X} onClick={() => close(tabKey)}>
        {t('tab.close')}
      </MenuItem>
      <MenuItem icon={XCircle} disabled={isAlone} onClick={() => closeOthers(tabKey)}>
        {t('tab.closeOthers')}
      </MenuItem>
      <MenuItem icon={XCircle} onClick={closeAll}>
        {t('tab.closeAll')}
      </MenuItem>
      <MenuLine />
      <MenuItem
        icon={ArrowLeftRight}
        disabled={lists[pane].length < 2 && lists[1].length === 0}
        onClick={() => send(tabKey, pane === 0 ? 1 : 0)}
      >
        {t('tab.send')}
      </MenuItem>
    </>
  )
}
