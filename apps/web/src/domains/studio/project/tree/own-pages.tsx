import { useQuery } from '@tanstack/react-query'
import { Braces, MessagesSquare, Settings2 } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { editedProject } from '../edited-project.ts'
import { useIde } from '../ide/ide-context.ts'
import { conversationsQuery } from '../project.queries.ts'

const rowStyle = 'focus-inset flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover'

/** Links below the tree to the pages that every project has once. */
export function OwnPages() {
  const t = useT('project')
  const { projectId, project, mayEdit, shown, focused, open } = useIde()
  const conversations = useQuery(conversationsQuery(projectId)).data
  const current = shown[focused]?.key
  const row = (key: 'variables' | 'conversations', icon: typeof Braces, count?: number) => (
    <button
      type="button"
      aria-current={current === key ? 'page' : undefined}
      onClick={() => open(key)}
      className={cn(rowStyle, current === key && 'bg-brand-soft font-medium text-brand')}
    >
      <Icon of={icon} className="shrink-0 text-mute" />
      <span className="flex-1 truncate">{t(`own.${key}`)}</span>
      {count !== undefined && <span className="text-small text-mute tabular-nums">{formatNumber(count)}</span>}
    </button>
  )
  return (
    <nav aria-label={t('own.label')} className="shrink-0 border-t border-line p-2">
      {row('variables', Braces)}
      {row('conversations', MessagesSquare, conversations?.length)}
      {mayEdit && (
        <button type="button" onClick={() => editedProject.set(project.basic_info)} className={rowStyle}>
          <Icon of={Settings2} className="shrink-0 text-mute" />
          <span className="flex-1 truncate">{t('own.settings')}</span>
        </button>
      )}
    </nav>
  )
}
