import { rulesAlone, rulesOfMany } from '@orrery/contract/shared/evaluation-enums'
import { useQuery } from '@tanstack/react-query'
import { useModels } from '#domains/chat/model/index.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { templatesQuery } from '../evaluation.queries.ts'
import { checks, codes, type ContentForm, contentTypes, formOf, metrics, rules } from '../evaluator-form.ts'

interface ContentFieldsProps {
  spaceId: string
  form: ContentForm
  disabled: boolean
  onChange: (form: ContentForm) => void
}
const names = { input: '{{input}}', output: '{{output}}', reference: '{{reference_output}}' }

/** The type of an evaluator, and the fields of this type. */
export function ContentFields({ spaceId, form, disabled, onChange }: ContentFieldsProps) {
  const t = useT('evaluation')
  const set = (more: Partial<ContentForm>) => onChange({ ...form, ...more })
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-4">
      <Segmented
        label={t('content.type')}
        items={contentTypes.map((value) => ({ value, label: t(`content.${value}`) }))}
        value={form.type}
        onChange={(type) => set({ type })}
      />
      <p className="text-small text-mute">{t(`content.${form.type}Text`)}</p>
      {form.type === 'rule' && <RuleFields form={form} set={set} />}
      {form.type === 'similarity' && (
        <Field label={t('content.metric')}>
          <Select
            items={metrics.map((value) => ({ value, label: t(`metric.${value}`) }))}
            value={form.metric}
            onChange={(metric) => set({ metric })}
          />
        </Field>
      )}
      {form.type === 'trajectory' && (
        <Field label={t('content.check')}>
          <Select
            items={checks.map((value) => ({ value, label: t(`check.${value}`) }))}
            value={form.check}
            onChange={(check) => set({ check })}
          />
        </Field>
      )}
      {form.type === 'judge' && <JudgeFields spaceId={spaceId} form={form} set={set} />}
      {form.type === 'code' && (
        <>
          <Field label={t('content.language')}>
            <Select
              items={[
                { value: 'javascript' as const, label: 'JavaScript' },
                { value: 'python' as const, label: 'Python' },
              ]}
              value={form.language}
              onChange={(language) =>
                set({ language, ...(form.code === codes[form.language] && { code: codes[language] }) })
              }
            />
          </Field>
          <Field label={t('content.code')} help={t('content.codeHelp')} required>
            <Textarea
              mono
              rows={14}
              value={form.code}
              spellCheck={false}
              maxLength={100_000}
              onChange={({ target }) => set({ code: target.value })}
            />
          </Field>
        </>
      )}
    </fieldset>
  )
}
interface PartProps {
  form: ContentForm
  set: (more: Partial<ContentForm>) => void
}

function RuleFields({ form, set }: PartProps) {
  const t = useT('evaluation')
  return (
    <>
      <Field label={t('content.rule')}>
        <Select
          items={rules.map((value) => ({ value, label: t(`rule.${value}`) }))}
          value={form.rule}
          onChange={(rule) => set({ rule })}
        />
      </Field>
      {!rulesAlone.includes(form.rule) && (
        <Field
          label={t('content.texts')}
          help={rulesOfMany.includes(form.rule) ? t('content.textsHelp') : t('content.textHelp', names)}
          required
        >
          <Textarea
            rows={rulesOfMany.includes(form.rule) ? 4 : 2}
            value={form.texts}
            onChange={({ target }) => set({ texts: target.value })}
          />
        </Field>
      )}
      <Checkbox checked={form.isNegated} onChange={(isNegated) => set({ isNegated })}>
        {t('content.negated')}
      </Checkbox>
    </>
  )
}

function JudgeFields({ spaceId, form, set }: PartProps & { spaceId: string }) {
  const t = useT('evaluation')
  const models = useModels(spaceId)
  const templates = useQuery(templatesQuery).data ?? []
  const known = templates.flatMap(({ prompt_evaluator: one }) => one ?? [])
  return (
    <>
      <Field label={t('content.template')}>
        <Select
          items={[
            { value: '', label: t('content.ownPrompt') },
            ...known.map((one) => ({ value: one.prompt_template_key, label: one.prompt_template_name })),
          ]}
          value={form.template}
          onChange={(key) => {
            const chosen = templates.find(({ prompt_evaluator: one }) => one?.prompt_template_key === key)
            const { prompt = form.prompt } = chosen ? formOf(chosen) : {}
            set({ template: key, prompt })
          }}
        />
      </Field>
      <Field label={t('content.model')} help={t('content.modelHelp')}>
        <Select
          items={[
            { value: '', label: t('content.modelDefault') },
            ...models.map(({ model_type, name }) => ({ value: String(model_type), label: name })),
          ]}
          value={form.model}
          onChange={(model) => set({ model })}
        />
      </Field>
      <Field label={t('content.prompt')} help={t('content.promptHelp', names)} required>
        <Textarea
          rows={10}
          value={form.prompt}
          maxLength={20_000}
          onChange={({ target }) => set({ prompt: target.value })}
        />
      </Field>
    </>
  )
}
