import { Workflow } from 'lucide-react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TitleBar } from '../../../ui/title-bar.tsx'

export function WorkflowListPage() {
  const t = useT('workflow')
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('list.title')} />
      <main className="flex min-h-0 flex-1 flex-col">
        <EmptyState icon={Workflow} title={t('list.empty')} text={t('list.emptyText')} />
      </main>
    </div>
  )
}
