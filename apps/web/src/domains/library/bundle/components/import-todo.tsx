import { KeyRound, PackageX, Sparkles, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKindNames } from '#lib/resource-kinds.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import { useModels } from '#domains/chat/model/index.ts'
import { missingOf, type Report } from '../bundle.queries.ts'
import { ReplacementSelect } from './replacement-select.tsx'

interface ImportTodoProps {
  report: Report
  spaceId: string
  /** Before the import: the replacements of missing resources. */
  standIns?: { chosen: Record<string, string>; onChoose: (id: string, to: string | null) => void }
}

/** What the file lacks, and how to resolve each item. */
export function ImportTodo({ report, spaceId, standIns }: ImportTodoProps) {
  const t = useT('bundle')
  const names = useKindNames()
  const models = useModels(spaceId)
  const nameOf = (id: string) => models.find((model) => String(model.model_type) === id)?.name ?? id
  const missing = missingOf(report)
  const chosen = Object.entries(standIns?.chosen ?? {})
  const keyed = report.items.filter((item) => item.needs_key)
  if (!missing.length && !chosen.length && !keyed.length && !report.models.length && !report.left_out.length)
    return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{t('todo')}</h3>
      <ul className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2.5">
        {missing.map(({ kind, id, users }) => (
          <Line key={id} icon={PackageX} tone="text-err">
            {t('missing', { kind: names.one(kind), id, users: users.join(', ') })}
            {standIns && (
              <ReplacementSelect
                spaceId={spaceId}
                kind={kind}
                value={null}
                onChange={(to) => standIns.onChoose(id, to)}
              />
            )}
          </Line>
        ))}
        {chosen.map(([id, to]) => (
          <Line key={id} icon={PackageX} tone="text-ok">
            {t('standsIn', { id })}
            <ReplacementSelect spaceId={spaceId} value={to} onChange={(next) => standIns?.onChoose(id, next)} />
          </Line>
        ))}
        {report.models.map(({ from, to }) => (
          <Line key={from} icon={Sparkles} tone="text-warn">
            {t('model', { from, to: nameOf(to) })}
          </Line>
        ))}
        {keyed.map((item) => (
          <Line key={item.source_id} icon={KeyRound} tone="text-warn">
            {t('key', { name: item.name })}
          </Line>
        ))}
        {report.left_out.map(({ what, where }, index) => (
          // The same text can occur twice, for two places with the same name.
          <Line key={index} icon={TriangleAlert} tone="text-warn">
            {where ? t('leftOutIn', { where, what }) : what}
          </Line>
        ))}
      </ul>
    </section>
  )
}

function Line({ icon, tone, children }: { icon: IconType; tone: string; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon of={icon} size={14} className={`mt-0.75 shrink-0 ${tone}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">{children}</div>
    </li>
  )
}
