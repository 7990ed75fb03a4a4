import { useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import { shortcutGroups } from '#lib/shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { shortcutSheet } from '#lib/palette-state.ts'
import { foldKey } from './submenu-head.tsx'

/** All keyboard shortcuts of this page. */
export function ShortcutSheet() {
  const t = useT('shell')
  const list = useRef<HTMLDivElement>(null)
  const everywhere = {
    id: 'everywhere',
    title: t('keys.everywhere'),
    shortcuts: [
      { keys: 'mod+k', label: t('keys.palette') },
      { keys: '/', label: t('keys.search') },
      { keys: foldKey, label: t('keys.fold') },
      { keys: '?', label: t('keys.sheet') },
      { keys: 'Escape', label: t('keys.close') },
      { keys: 'mod+Enter', label: t('keys.send') },
    ],
  }
  const groups = [everywhere, ...shortcutGroups.use()].filter((group) => group.shortcuts.length > 0)
  return (
    <Dialog open onOpenChange={shortcutSheet.set} title={t('keys.title')} size="md" initialFocus={list}>
      {/* There is no control to focus; focusing the close button would open its hint, which takes the first Escape. */}
      <div ref={list} tabIndex={-1} className="flex flex-col gap-5">
        {groups.map((group) => (
          <section key={group.id}>
            <h3 className="group-label mb-1">{group.title}</h3>
            <dl>
              {group.shortcuts.map(({ keys, label }) => (
                <div
                  key={label}
                  className="flex h-8 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{label}</dt>
                  <dd className="flex gap-1.5">
                    {[keys].flat().map((item) => (
                      <KeyCap key={item} keys={item} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
