import { History, Play } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { BotTask } from '../../tasks/task.queries.ts'

export function TaskTools({ task, onRun, onRuns }: { task: BotTask; onRun: () => void; onRuns: () => void }) {
  const t = useT('bot')
  return (
    <>
      <IconButton size="sm" icon={Play} label={t('task.run', { name: task.name })} onClick={onRun} />
      <IconButton size="sm" icon={History} label={t('task.runs', { name: task.name })} onClick={onRuns} />
    </>
  )
}
