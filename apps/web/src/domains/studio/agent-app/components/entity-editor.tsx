import { planFieldTypes } from '@orrery/contract/shared/app-plan-rules'
import { Plus, Trash2, X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import {
  changed,
  hasRoom,
  isBlank,
  lacksOptions,
  optionsFrom,
  type PlanEntity,
  type PlanField,
  withField,
} from '../edit-plan.ts'

interface EntityEditorProps {
  entity: PlanEntity
  onChange: (entity: PlanEntity) => void
  onRemove: () => void
}

/** One table of the plan: its name, who can see its rows, and its fields. */
export function EntityEditor({ entity, onChange, onRemove }: EntityEditorProps) {
  const t = useT('app')
  const setField = (name: string, change: Partial<PlanField>) =>
    onChange({ ...entity, fields: changed(entity.fields, name, change) })
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t('entity.title', { name: entity.title })}</h3>
        <IconButton icon={Trash2} label={t('entity.remove', { name: entity.title })} onClick={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('entity.name')} error={isBlank(entity.title) && t('fault.name')}>
          <Input
            value={entity.title}
            maxLength={60}
            onChange={(event) => onChange({ ...entity, title: event.target.value })}
          />
        </Field>
        <Field label={t('entity.rows')}>
          <Select
            items={(['own', 'all'] as const).map((value) => ({ value, label: t(`entity.rows.${value}`) }))}
            value={entity.rows}
            onChange={(rows) => onChange({ ...entity, rows })}
          />
        </Field>
      </div>
      <ul className="flex flex-col gap-2">
        {entity.fields.map((field, at) => (
          <li key={field.name} className="flex flex-wrap items-center gap-2">
            <Field className="min-w-32 flex-1" error={isBlank(field.title) && t('fault.name')}>
              <Input
                aria-label={t('field.name', { number: at + 1 })}
                value={field.title}
                maxLength={60}
                onChange={(event) => setField(field.name, { title: event.target.value })}
              />
            </Field>
            <Select
              className="w-32"
              label={t('field.type', { name: field.title })}
              items={planFieldTypes.map((value) => ({ value, label: t(`field.${value}`) }))}
              value={field.type}
              onChange={(type) => setField(field.name, { type })}
            />
            <Checkbox checked={field.required} onChange={(required) => setField(field.name, { required })}>
              {t('field.required')}
            </Checkbox>
            <IconButton
              icon={X}
              label={t('field.remove', { name: field.title })}
              disabled={entity.fields.length === 1}
              onClick={() => onChange({ ...entity, fields: entity.fields.filter(({ name }) => name !== field.name) })}
            />
            {field.type === 'choice' && (
              <Field className="w-full" error={lacksOptions(field) && t('fault.options')}>
                <Input
                  aria-label={t('field.options', { name: field.title })}
                  placeholder={t('field.options.help')}
                  defaultValue={field.options.join(', ')}
                  onChange={(event) => setField(field.name, { options: optionsFrom(event.target.value) })}
                />
              </Field>
            )}
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={!hasRoom(entity)}
        onClick={() => onChange(withField(entity, t('field.new')))}
      >
        {t('field.add')}
      </Button>
    </Card>
  )
}
