import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Database, refreshDatabases } from '../database.queries.ts'
import { type Mode, ModeChoice } from './mode-choice.tsx'
import { UsedBy } from './used-by.tsx'

/** Sets who can read and write which rows, and whether bots use the table on their own. Applies at once. */
export function AccessPanel({ database, mayEdit }: { database: Database; mayEdit: boolean }) {
  const t = useT('database')
  const save = useMutation({
    mutationFn: (change: { rw_mode?: Mode; prompt_disabled?: boolean }) =>
      api.database.update({ id: database.id, ...change }),
    onSuccess: () => refreshDatabases(),
  })
  const wanted = save.isPending ? save.variables : undefined
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <div className="mx-auto flex max-w-160 flex-col gap-5">
        <section aria-label={t('mode.label')} className="flex flex-col gap-2">
          <h2 className="font-semibold">{t('mode.label')}</h2>
          <p className="text-mute">{t('mode.text')}</p>
          <div className="rounded-lg bg-card">
            <ModeChoice
              mode={(wanted?.rw_mode ?? database.rw_mode) as Mode}
              disabled={!mayEdit}
              onChange={(mode) => save.mutate({ rw_mode: mode })}
            />
          </div>
        </section>
        <section className="flex flex-col gap-1">
          <Switch
            disabled={!mayEdit}
            checked={!(wanted?.prompt_disabled ?? database.prompt_disabled)}
            onChange={(on) => save.mutate({ prompt_disabled: !on })}
          >
            {t('access.model')}
          </Switch>
          <p className="text-small text-mute">{t('access.modelText')}</p>
        </section>
        {save.error && <ErrorPanel error={save.error} />}
        <UsedBy database={database} />
      </div>
    </div>
  )
}
