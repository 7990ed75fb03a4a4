import type { BuiltInQuestions } from '@orrery/contract/shared/checkup-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { NameCell, type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { builtInQuery, refreshBuiltIn } from '../checkup.queries.ts'
import { DisabledSpaces } from './disabled-spaces.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'

type BuiltIn = Awaited<ReturnType<typeof api.checkupTask.setup>>['case_configs'][number]

/** The questions of all check-ups of the instance, and the spaces in which check-ups are disabled. */
export function CheckupTab() {
  const t = useT('checkup')
  const query = useQuery(builtInQuery)
  const [edited, setEdited] = useState<BuiltIn>()
  const restore = useMutation({
    mutationFn: (name: string) =>
      api.checkupTask.setup({ config: { setup_mode: 2, remove_config: { name } } }, { toast: true }),
    onSettled: refreshBuiltIn,
  })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const nameOf = ({ name }: BuiltIn) => t(`builtIn.${name as BuiltInQuestions}`)
  const askRestore = (one: BuiltIn) =>
    confirm({
      title: t('admin.resetTitle'),
      text: t('admin.resetText'),
      action: t('admin.restore'),
      danger: true,
      onConfirm: async () => {
        await restore.mutateAsync(one.name)
        toast.ok(t('admin.restored'))
      },
    })
  const columns: Column<BuiltIn>[] = [
    {
      id: 'name',
      head: t('admin.name'),
      cell: (one) => (
        <NameCell name={nameOf(one)} beside={one.is_edited ? <Tag>{t('admin.edited')}</Tag> : undefined} />
      ),
    },
    { id: 'count', head: t('rows'), width: 110, align: 'end', cell: ({ rows }) => formatNumber(rows.length) },
  ]
  return (
    <SettingsPage>
      <SettingsSection title={t('admin.questions')} text={t('admin.questionsText')}>
        <Table
          label={t('admin.questions')}
          size="one"
          columns={columns}
          rows={query.data ?? []}
          loading={query.isPending ? 9 : 0}
          rowKey={({ name }) => name}
          rowName={nameOf}
          actions={(one) => (
            <span className="inline-flex gap-1">
              <IconButton icon={Pencil} label={t('admin.edit', { name: nameOf(one) })} onClick={() => setEdited(one)} />
              {one.is_edited && (
                <IconButton
                  icon={RotateCcw}
                  label={t('admin.reset', { name: nameOf(one) })}
                  onClick={() => void askRestore(one)}
                />
              )}
            </span>
          )}
        />
      </SettingsSection>
      <SettingsSection title={t('admin.off')} text={t('admin.offText')}>
        <DisabledSpaces />
      </SettingsSection>
      {edited && (
        <QuestionsDialog
          name={edited.name as BuiltInQuestions}
          lines={edited.rows.map(({ contents }) => contents[0]?.text ?? '')}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SettingsPage>
  )
}
