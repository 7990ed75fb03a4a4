import { KEPT_SECRET } from '@orrery/contract/shared/plugin-enums'
import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { newRow, type SettingRow } from '../point-form.ts'

interface SettingRowsProps {
  rows: readonly SettingRow[]
  onChange: (rows: SettingRow[]) => void
}

/** Headers and query parameters besides the token. Each is stored encrypted, or has to be given with every call. */
export function SettingRows({ rows, onChange }: SettingRowsProps) {
  const t = useT('mcp')
  const put = (row: SettingRow, change: Partial<SettingRow>) =>
    onChange(rows.map((item) => (item === row ? { ...item, ...change } : item)))
  return (
    <section aria-label={t('setting.title')}>
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-medium">{t('setting.title')}</h3>
        <Button size="sm" kind="ghost" icon={Plus} onClick={() => onChange([...rows, newRow()])}>
          {t('setting.add')}
        </Button>
      </div>
      {rows.length === 0 && <p className="text-small text-mute">{t('setting.none')}</p>}
      <ul className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li key={row.id} className="grid grid-cols-[8rem_1fr_1.5rem] items-center gap-x-2 gap-y-1.5">
            <Select
              label={t('setting.place', { n: index + 1 })}
              value={row.place}
              onChange={(place) => put(row, { place })}
              items={[
                { value: 'header', label: t('setting.header') },
                { value: 'param', label: t('setting.param') },
              ]}
            />
            <Input
              mono
              aria-label={t('setting.key', { n: index + 1 })}
              placeholder={row.place === 'header' ? 'X-Api-Key' : 'region'}
              value={row.key}
              onChange={(event) => put(row, { key: event.target.value })}
            />
            <IconButton
              size="sm"
              kind="danger"
              icon={Trash2}
              label={t('setting.remove', { n: index + 1 })}
              onClick={() => onChange(rows.filter((item) => item !== row))}
            />
            <Select
              label={t('setting.kind', { n: index + 1 })}
              value={row.isAsked ? 'asked' : 'kept'}
              onChange={(kind) => put(row, { isAsked: kind === 'asked' })}
              items={[
                { value: 'kept', label: t('setting.kept') },
                { value: 'asked', label: t('setting.asked') },
              ]}
            />
            <Input
              mono
              aria-label={t('setting.value', { n: index + 1 })}
              placeholder={
                row.value === KEPT_SECRET ? KEPT_SECRET : t(row.isAsked ? 'setting.fallback' : 'setting.secret')
              }
              value={row.value === KEPT_SECRET ? '' : row.value}
              autoComplete="off"
              onChange={(event) => put(row, { value: event.target.value })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
