import { Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { contextOf, type MockRule, refreshMocks, type ToolPlace } from './mock.queries.ts'

interface RuleListProps {
  place: ToolPlace
  rules: readonly MockRule[]
  chosen: string | null
  mayEdit: boolean
  onChoose: (id: string) => void
}

/** The responses of a set in the order in which they are tried: the first that matches a call is returned. */
export function RuleList({ place, rules, chosen, mayEdit, onChoose }: RuleListProps) {
  const t = useT('mock')
  const remove = (rule: MockRule) =>
    void confirm({
      title: t('rules.remove.title', { name: rule.name }),
      text: t('rules.remove.text'),
      action: t('set.remove', { name: rule.name }),
      danger: true,
      onConfirm: async () => {
        await api.mockSet.removeRule({ bizCtx: contextOf(place), id: rule.id })
        await refreshMocks()
      },
    })
  return (
    <section aria-label={t('rules.title')} className="flex flex-col p-2">
      <h2 className="flex h-9 items-center px-2 font-semibold">{t('rules.title')}</h2>
      {rules.length === 0 && <p className="px-2 text-small text-mute">{t('rules.none')}</p>}
      <ol>
        {rules.map((rule) => (
          <li key={rule.id} className="group/rule relative">
            <button
              type="button"
              aria-current={rule.id === chosen}
              onClick={() => onChoose(rule.id)}
              className={cn(
                'focus-inset flex w-full flex-col rounded-md px-2 py-1.5 pr-9 text-left',
                rule.id === chosen ? 'bg-brand-soft' : 'hover:bg-hover',
              )}
            >
              <span className="truncate font-medium">{rule.name}</span>
              <span className="truncate font-mono text-code-caption text-mute">
                {rule.requestFilter.requestFilterRule || t('rules.always')}
              </span>
            </button>
            {mayEdit && (
              <IconButton
                size="sm"
                kind="danger"
                icon={Trash2}
                label={t('rules.remove', { name: rule.name })}
                onClick={() => remove(rule)}
                className="absolute top-2 right-1.5 opacity-0 group-focus-within/rule:opacity-100 group-hover/rule:opacity-100 pointer-coarse:opacity-100"
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
