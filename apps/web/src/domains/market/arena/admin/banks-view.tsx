import { ArenaField, arenaFieldNames, ARENA_LIMITS } from '@orrery/contract/shared/arena-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { NameCell, type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { adminBanksQuery, refreshArena } from '../arena.queries.ts'

type Bank = Awaited<ReturnType<typeof api.arenaAdmin.banks>>['banks'][number]
const fields = arenaFieldNames.filter((name) => name !== 'all')
const fieldNameOf = (field: number) => arenaFieldNames.find((name) => ArenaField[name] === field)!

/** Question banks: built-in and imported ones. */
export function BanksView() {
  const t = useT('arena')
  const banks = useQuery(adminBanksQuery)
  const [isImporting, setImporting] = useState(false)
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: refreshArena })
  const columns: Column<Bank>[] = [
    {
      id: 'name',
      head: t('bank.label'),
      cell: (bank) => (
        <NameCell
          name={bank.name}
          note={`${t(`field.${fieldNameOf(bank.field)}`)} · ${bank.locale === 'en' ? 'English' : '中文'}`}
          beside={bank.is_built_in ? <Tag>{t('admin.builtIn')}</Tag> : undefined}
        />
      ),
    },
    {
      id: 'count',
      head: t('bank.questions'),
      width: 110,
      align: 'end',
      cell: ({ question_count: count }) => formatNumber(count),
    },
    {
      id: 'answers',
      head: t('bank.answers'),
      width: 150,
      hideBelow: 'md',
      cell: ({ has_answers: has }) => (has ? t('bank.some') : '–'),
    },
    {
      id: 'on',
      head: t('bank.on'),
      width: 90,
      isNamedOnCard: true,
      cell: (bank) => (
        <Switch
          label={t('bank.onName', { name: bank.name })}
          checked={bank.enabled}
          onChange={(enabled) =>
            change.mutate(() => api.arenaAdmin.changeBank({ bank_id: bank.id, enabled }, { toast: true }))
          }
        />
      ),
    },
  ]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
        <p className="text-small text-mute">{t('bank.text')}</p>
        <Button icon={Upload} onClick={() => setImporting(true)}>
          {t('bank.import')}
        </Button>
      </div>
      <Table
        label={t('admin.banks')}
        columns={columns}
        rows={banks.data ?? []}
        loading={banks.isPending ? 5 : 0}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={(bank) =>
          bank.is_built_in ? null : (
            <IconButton
              kind="danger"
              icon={Trash2}
              label={t('bank.remove', { name: bank.name })}
              onClick={() => change.mutate(() => api.arenaAdmin.removeBank({ bank_id: bank.id }, { toast: true }))}
            />
          )
        }
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT('arena')
  const form = useForm<{ name: string; field: keyof typeof ArenaField; locale: 'en' | 'zh-CN' }>({
    name: '',
    field: 'knowledge',
    locale: 'en',
  })
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const { name, field, locale } = form.values
  const save = useMutation({
    mutationFn: () =>
      api.arenaAdmin.importBank({ name: name.trim(), field: ArenaField[field], locale, csv: file?.csv ?? '' }),
    onSuccess: async ({ question_count: count }) => {
      await refreshArena()
      toast.ok(t('bank.imported', { count, number: formatNumber(count) }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('bank.import')}
      description={t('bank.importText')}
      isDirty={form.isDirty || file !== undefined}
      isReady={name.trim() !== '' && file !== undefined}
      call={save}
      action={t('bank.import')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('admin.name')} required>
        <Input limit={60} autoComplete="off" {...form.text('name')} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('board.field')}>
          <Select items={fields.map((value) => ({ value, label: t(`field.${value}`) }))} {...form.field('field')} />
        </Field>
        <Field label={t('bank.language')}>
          <Select
            items={[
              { value: 'en', label: 'English' },
              { value: 'zh-CN', label: '中文' },
            ]}
            {...form.field('locale')}
          />
        </Field>
      </div>
      <FileDrop
        accept=".csv"
        maxBytes={ARENA_LIMITS.bankBytes}
        maxCount={1}
        note={file?.name ?? t('bank.fileNote')}
        onFiles={([chosen]) => chosen && void chosen.text().then((csv) => setFile({ name: chosen.name, csv }))}
      />
    </FormDialog>
  )
}
