import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { GrayConfig } from '../../versions/version.queries.ts'

/** The form values that define which users get a gray version. */
export interface GrayForm {
  percent: number
  field: '1' | '2' | '3'
  path: string
  allow: string
  block: string
}
export const noGray: GrayForm = { percent: 5, field: '1', path: '', allow: '', block: '' }
const SIZE = 10_000
const lines = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)

export function asConfig({ percent, field, path, allow, block }: GrayForm) {
  const on = { type: Number(field), ...(field === '3' && { custom_field_path: path }) }
  return {
    bucket: { field: on, in_gray: Math.round((percent / 100) * SIZE), size: SIZE },
    ...(lines(allow).length && { allow_list: { field: { type: 1 }, values: lines(allow) } }),
    ...(lines(block).length && { block_list: { field: { type: 1 }, values: lines(block) } }),
  }
}
export function readForm(config: GrayConfig | undefined): GrayForm {
  const { bucket, allow_list: allow, block_list: block } = config ?? {}
  const type = String(bucket?.field.type ?? 1)
  return {
    percent: ((bucket?.in_gray ?? 0) / (bucket?.size ?? SIZE)) * 100,
    field: type === '2' || type === '3' ? type : '1',
    path: bucket?.field.custom_field_path ?? '',
    allow: (allow?.values ?? []).join('\n'),
    block: (block?.values ?? []).join('\n'),
  }
}

export function GrayFields({ value, onChange }: { value: GrayForm; onChange: (next: GrayForm) => void }) {
  const t = useT('version')
  return (
    <>
      <Field label={t('gray.percent')} help={t('gray.percent.help')}>
        <NumberInput
          value={value.percent}
          min={0}
          max={100}
          step={1}
          unit="%"
          onChange={(percent) => onChange({ ...value, percent: percent ?? 0 })}
        />
      </Field>
      <Field label={t('gray.field')}>
        <Segmented
          items={(['1', '2', '3'] as const).map((one) => ({ value: one, label: t(`gray.field.${one}`) }))}
          value={value.field}
          onChange={(field) => onChange({ ...value, field })}
        />
      </Field>
      {value.field === '3' && (
        <Field label={t('gray.path')} help={t('gray.path.help')} required>
          <Input mono value={value.path} onChange={(event) => onChange({ ...value, path: event.target.value })} />
        </Field>
      )}
      <Field label={t('gray.allow')} help={t('gray.list.help')}>
        <Textarea
          rows={2}
          value={value.allow}
          onChange={(event) => onChange({ ...value, allow: event.target.value })}
        />
      </Field>
      <Field label={t('gray.block')}>
        <Textarea
          rows={2}
          value={value.block}
          onChange={(event) => onChange({ ...value, block: event.target.value })}
        />
      </Field>
    </>
  )
}
