import { Flag, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { isFlagName } from '../flag-name.ts'
import { useFlags } from '../use-flags.ts'

interface Row {
  name: string
  on: boolean
}

export function FlagsTab() {
  const t = useT('admin')
  const { query, change } = useFlags()
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const rows = Object.entries(query.data ?? {})
    .map(([name, on]) => ({ name, on }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

  const remove = (name: string) =>
    confirm({
      title: t('flags.removeTitle', { name }),
      text: t('flags.removeText'),
      action: t('flags.removeAction', { name }),
      danger: true,
      onConfirm: () => change.mutateAsync({ name, value: null }),
    })
  const columns: Column<Row>[] = [
    { id: 'name', head: t('flags.name'), cell: (row) => <code>{row.name}</code> },
    {
      id: 'on',
      head: t('flags.on'),
      width: 120,
      cell: (row) => (
        <Switch
          checked={row.on}
          label={t('flags.switch', { name: row.name })}
          onChange={(value) => change.mutate({ name: row.name, value })}
        />
      ),
    },
    {
      id: 'remove',
      head: t('flags.remove'),
      hideHead: true,
      width: 60,
      align: 'end',
      cell: (row) => (
        <IconButton
          kind="danger"
          icon={Trash2}
          label={t('flags.removeOf', { name: row.name })}
          onClick={() => void remove(row.name)}
        />
      ),
    },
  ]
  return (
    <>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-6 gap-y-2 px-5 py-2.5">
        <p className="min-w-60 flex-1 text-mute">{t('flags.text')}</p>
        <AddFlag
          known={rows.map((row) => row.name)}
          busy={change.isPending}
          onAdd={(name) => change.mutate({ name, value: true })}
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.isSuccess && rows.length === 0 ? (
          <EmptyState icon={Flag} title={t('flags.empty')} text={t('flags.emptyText')} />
        ) : (
          <Table
            label={t('tab.flags')}
            size="one"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.name}
            rowName={(row) => row.name}
            loading={query.isPending ? 3 : 0}
          />
        )}
      </div>
    </>
  )
}

function AddFlag(props: { known: readonly string[]; busy: boolean; onAdd: (name: string) => void }) {
  const t = useT('admin')
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isKnown = props.known.includes(name)
  const isWrong = name !== '' && (!isFlagName(name) || isKnown)
  const isReady = name !== '' && !isWrong && !props.busy
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    props.onAdd(name)
    setTyped('')
  }
  return (
    <form noValidate onSubmit={add} className="flex items-center gap-2">
      {isWrong && (
        <span role="alert" className="text-small text-err">
          {isKnown ? t('flags.known') : t('flags.wrong')}
        </span>
      )}
      <div className="w-60">
        <Input
          mono
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={t('flags.new')}
          aria-invalid={isWrong}
          placeholder={t('flags.placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <Button type="submit" icon={Plus} disabled={!isReady}>
        {t('flags.add')}
      </Button>
    </form>
  )
}
