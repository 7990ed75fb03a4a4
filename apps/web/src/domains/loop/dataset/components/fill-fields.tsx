import { SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { Plus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelSelect } from '#domains/chat/model/index.ts'
import type { Dataset, DatasetField } from '../dataset.queries.ts'
import { type FillForm, type FillRows, MAX_VOTES } from '../fill-form.ts'
import { PromptChoice } from './prompt-choice.tsx'

interface FillFieldsProps {
  dataset: Dataset
  field: DatasetField
  form: FillForm
  onChange: (form: FillForm) => void
}

/** The prompt or the code, and the rows to fill. */
export function FillFields({ dataset, field, form, onChange }: FillFieldsProps) {
  const t = useT('dataset')
  const put = (change: Partial<FillForm>) => onChange({ ...form, ...change })
  const others = dataset.schema.fields.filter(({ key, status }) => status === 1 && key !== field.key)
  const rows: FillRows[] = ['empty', 'failed', 'all']
  return (
    <SheetSection>
      <div className="flex flex-col gap-3">
        {form.by === 'model' ? (
          <>
            <Field label={t('fill.modelLabel')} help={t('fill.modelHelp')}>
              <ModelSelect
                spaceId={dataset.spaceID}
                label={t('fill.modelLabel')}
                value={form.modelId}
                onChange={({ model_type }) => put({ modelId: String(model_type) })}
              />
            </Field>
            <PromptChoice spaceId={dataset.spaceID} form={form} onChange={put} />
            {form.promptId === '' && (
              <>
                <Field label={t('fill.prompt')} help={t('fill.promptHelp')} required>
                  <Textarea
                    rows={5}
                    value={form.prompt}
                    placeholder={t('fill.promptPlaceholder')}
                    onChange={({ target }) => put({ prompt: target.value })}
                  />
                </Field>
                <p className="flex flex-wrap gap-1.5">
                  {others.map(({ key, name }) => (
                    <Button
                      key={key}
                      size="sm"
                      icon={Plus}
                      onClick={() => put({ prompt: `${form.prompt}{{${name}}}` })}
                      aria-label={t('fill.insert', { field: name })}
                    >
                      {name}
                    </Button>
                  ))}
                </p>
              </>
            )}
            <Field label={t('fill.votes')} help={t('fill.votesHelp')} layout="left">
              <NumberInput
                label={t('fill.votes')}
                min={1}
                max={MAX_VOTES}
                value={form.votes}
                onChange={(votes) => put({ votes: votes ?? 1 })}
                className="w-24"
              />
            </Field>
            {form.batch === 'no' && others.some(isText) && (
              <Field label={t('fill.reasoning')} help={t('fill.reasoningHelp')}>
                <Select
                  label={t('fill.reasoning')}
                  value={form.reasoning}
                  onChange={(reasoning) => put({ reasoning })}
                  items={[
                    { value: '', label: t('fill.noReasoning') },
                    ...others.filter(isText).map(({ key, name }) => ({ value: key, label: name })),
                  ]}
                />
              </Field>
            )}
            <Field label={t('fill.asBatch')} help={t('fill.asBatchHelp')}>
              <Segmented
                label={t('fill.asBatch')}
                value={form.batch}
                onChange={(batch) => put({ batch })}
                items={[
                  { value: 'no', label: t('fill.batchNo') },
                  { value: 'local', label: t('fill.batchLocal') },
                  { value: 'provider', label: t('fill.batchProvider') },
                ]}
              />
            </Field>
          </>
        ) : (
          <Field label={t('fill.code')} help={t('fill.codeHelp')} required>
            <Textarea mono rows={8} value={form.code} onChange={({ target }) => put({ code: target.value })} />
          </Field>
        )}
        <Field label={t('fill.rows')} help={t(`fill.rowsHelp.${form.rows}`)}>
          <Segmented
            label={t('fill.rows')}
            value={form.rows}
            onChange={(next) => put({ rows: next })}
            items={rows.map((value) => ({ value, label: t(`fill.which.${value}`) }))}
          />
        </Field>
        {field.schemaKey === SchemaKey.choice && (
          <Check
            label={t('fill.newValues')}
            checked={form.allowsNewValues}
            onChange={(allowsNewValues) => put({ allowsNewValues })}
          />
        )}
        {form.batch === 'no' && (
          <Check
            label={t('fill.newRows')}
            checked={form.fillsNewRows}
            onChange={(fillsNewRows) => put({ fillsNewRows })}
          />
        )}
      </div>
    </SheetSection>
  )
}

const isText = ({ schemaKey }: DatasetField) => schemaKey === SchemaKey.string

function Check(props: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex items-center gap-2">
      <Checkbox {...props} />
      <span aria-hidden>{props.label}</span>
    </label>
  )
}
