import { Minus, Pencil, Plus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import type { InterfaceChange } from './changes-between.ts'
import { useEditor } from './editor-context.ts'

const icons = { add: Plus, change: Pencil, remove: Minus } as const
const looks = { add: 'text-ok', change: 'text-warn', remove: 'text-err' } as const

/** The changes since the published version. While the list is open, they are also marked on the canvas. */
export function ChangeList(props: { changes: readonly InterfaceChange[]; isOpen: boolean; onToggle: () => void }) {
  const t = useT('interface')
  const { changes, isOpen, onToggle } = props
  const { document, openPage, select } = useEditor()
  return (
    <section className="shrink-0 border-t border-line bg-card" aria-label={t('changes')}>
      <button
        type="button"
        className="flex w-full items-center gap-2 px-3 py-2 font-medium"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {t('changes.count', { count: changes.length })}
      </button>
      {isOpen && (
        <ul className="max-h-48 overflow-y-auto px-3 pb-2">
          {changes.map(({ act, node, page, name }) => (
            <li key={`${act} ${page} ${name}`} className="flex items-center gap-2 py-1">
              <Icon of={icons[act]} className={looks[act]} />
              <button
                type="button"
                className="min-w-0 flex-1 truncate text-left hover:underline"
                onClick={() => {
                  if (document.pages[page]) openPage(page)
                  select(node)
                }}
              >
                {t(`changes.${act}`, { name: [document.pages[page]?.title, name].filter(Boolean).join(' › ') })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
