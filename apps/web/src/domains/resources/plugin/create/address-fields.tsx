import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { type CommonParam, isAddress, newParam, type Place, paramLocations } from '../plugin-form.ts'
import { linksQuery } from '../plugin.queries.ts'
import type { FormPartProps } from './meta-fields.tsx'

const order: readonly Place[] = ['4', '2', '3', '1']

/** Base address and common parameters of a plugin. */
export function AddressFields({ form, onChange }: FormPartProps) {
  const t = useT('plugin')
  const links = useQuery(linksQuery).data ?? []
  const set = (id: string, change: Partial<CommonParam>) =>
    onChange({ common: form.common.map((item) => (item.id === id ? { ...item, ...change } : item)) })
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('form.url')}
        required
        help={t('form.url.help')}
        error={form.url && !isAddress(form.url) ? t('form.url.bad') : undefined}
      >
        <Input
          mono
          type="url"
          value={form.url}
          placeholder="https://"
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </Field>
      {links.length > 0 && (
        <Field label={t('form.link')} help={t('form.link.help')}>
          <Select
            items={[
              { value: 'none', label: t('form.link.none') },
              ...links.map((link) => ({ value: link.id, label: link.name, description: link.domain })),
            ]}
            value={form.privateLink || 'none'}
            onChange={(link) => onChange({ privateLink: link === 'none' ? '' : link })}
          />
        </Field>
      )}
      <section aria-label={t('form.common')} className="flex flex-col gap-1">
        <div className="flex items-center justify-between">
          <h3 className="font-medium">{t('form.common')}</h3>
          <Button size="xs" kind="ghost" icon={Plus} onClick={() => onChange({ common: [...form.common, newParam()] })}>
            {t('form.common.add')}
          </Button>
        </div>
        {form.common.length === 0 && <p className="text-small text-mute">{t('form.common.none')}</p>}
        {form.common.map((item, index) => (
          <div key={item.id} className="grid grid-cols-[7rem_1fr_1fr_auto] items-center gap-2">
            <Select
              label={t('form.common.place', { n: index + 1 })}
              items={order.map((place) => ({ value: place, label: t(`place.${paramLocations[place]}`) }))}
              value={item.place}
              onChange={(place) => set(item.id, { place })}
            />
            <Input
              mono
              aria-label={t('form.common.name', { n: index + 1 })}
              placeholder="Header-Name"
              value={item.name}
              onChange={(event) => set(item.id, { name: event.target.value })}
            />
            <Input
              mono
              aria-label={t('form.common.value', { n: index + 1 })}
              value={item.value}
              onChange={(event) => set(item.id, { value: event.target.value })}
            />
            <IconButton
              icon={Trash2}
              kind="danger"
              label={t('form.common.remove', { n: index + 1 })}
              onClick={() => onChange({ common: form.common.filter((other) => other.id !== item.id) })}
            />
          </div>
        ))}
      </section>
    </div>
  )
}
