import { Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { KeysContext } from '#lib/keys.ts'
import { useIde } from './ide-context.ts'
import { NothingOpen } from './nothing-open.tsx'
import type { OpenPage } from './open-page.ts'
import { PaneTools } from './pane-tools.tsx'
import { TabContent } from './tab-content.tsx'
import type { PaneIndex } from './tab-list.ts'
import { panelId, tabId } from './tab-ids.ts'
import { TabStrip } from './tab-strip.tsx'

/** One half of the project page: its tabs and the page of the selected tab. */
export function Pane({ pane, openPage }: { pane: PaneIndex; openPage: OpenPage }) {
  const t = useT('project')
  const { lists, shown, focused, focus } = useIde()
  const [round, setRound] = useState(0)
  const place = shown[pane]
  const isSplit = lists[1].length > 0
  return (
    <section
      aria-label={isSplit ? t(pane === 0 ? 'pane.first' : 'pane.second') : t('pane.only')}
      onPointerDownCapture={() => focus(pane)}
      onFocusCapture={() => focus(pane)}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-page"
    >
      {lists[pane].length > 0 && (
        <div className="flex h-9 shrink-0 items-stretch border-b border-line bg-sunk">
          <TabStrip pane={pane} />
          <PaneTools pane={pane} onReload={() => setRound(round + 1)} />
        </div>
      )}
      <div
        id={panelId(pane)}
        role={place ? 'tabpanel' : undefined}
        aria-labelledby={place ? tabId(place.key) : undefined}
        className="flex min-h-0 flex-1 flex-col overflow-hidden"
      >
        {place ? (
          <KeysContext value={focused === pane}>
            <Suspense>
              <TabContent key={`${place.key} ${round}`} place={place} pane={pane} openPage={openPage} />
            </Suspense>
          </KeysContext>
        ) : (
          <NothingOpen />
        )}
      </div>
    </section>
  )
}
