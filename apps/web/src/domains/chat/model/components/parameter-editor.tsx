import type { ManagedModel } from '@orrery/contract'
import { ModelParamType } from '@orrery/contract/shared/model-support'
import { Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { useParameterTexts } from './parameter-row.tsx'

type Parameter = ManagedModel['parameters'][number]
type Values = Parameter['default_val']

const headings = [
  'parameter',
  'parameter.min',
  'parameter.max',
  'default',
  'preset.precise',
  'preset.balance',
  'preset.creative',
] as const

interface ParameterEditorProps {
  parameters: readonly Parameter[]
  onChange: (parameters: Parameter[]) => void
}

const columns = ['default_val', 'precise', 'balance', 'creative'] as const

/** The bounds of each parameter, and its value in each preset. */
export function ParameterEditor({ parameters, onChange }: ParameterEditorProps) {
  const t = useT('model')
  const change = (index: number, fields: Partial<Parameter>) =>
    onChange(parameters.map((parameter, at) => (at === index ? { ...parameter, ...fields } : parameter)))
  const shown = parameters
    .map((parameter, index) => ({ parameter, index }))
    .filter(({ parameter }) => isNumber(parameter))
  return (
    <table className="w-full text-small">
      <thead className="text-left text-mute">
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="pb-1 font-medium">
              {t(heading)}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ parameter, index }) => (
          <Row
            key={parameter.name}
            parameter={parameter}
            onChange={(fields) => change(index, fields)}
            onRemove={() => onChange(parameters.filter((_, at) => at !== index))}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Parameters with a fixed list of choices have no numeric bounds. */
const isNumber = ({ type, options }: Parameter): boolean =>
  options.length === 0 && (type === ModelParamType.float || type === ModelParamType.int)

interface RowProps {
  parameter: Parameter
  onChange: (fields: Partial<Parameter>) => void
  onRemove: () => void
}

function Row({ parameter, onChange, onRemove }: RowProps) {
  const t = useT('model')
  const { label } = useParameterTexts(parameter)
  const values = parameter.default_val
  const set = (key: keyof Values, text: string) =>
    onChange({ default_val: { ...values, [key]: text === '' && key !== 'default_val' ? undefined : text } })
  return (
    <tr>
      <th scope="row" className="py-1 pr-3 text-left font-normal">
        {label}
      </th>
      <Cell label={`${label} ${t('parameter.min')}`} value={parameter.min} onChange={(min) => onChange({ min })} />
      <Cell label={`${label} ${t('parameter.max')}`} value={parameter.max} onChange={(max) => onChange({ max })} />
      {columns.map((key) => (
        <Cell
          key={key}
          label={`${label} ${key === 'default_val' ? t('default') : t(`preset.${key}`)}`}
          value={values[key] ?? ''}
          onChange={(text) => set(key, text)}
        />
      ))}
      <td className="text-right">
        <IconButton
          size="sm"
          kind="danger"
          icon={Trash2}
          label={t('parameter.remove', { name: label })}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

function Cell({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <td className="py-1 pr-2">
      <Input
        size="sm"
        inputMode="decimal"
        aria-label={label}
        value={value}
        onChange={(event) => /^-?\d*\.?\d*$/.test(event.target.value) && onChange(event.target.value)}
        className="w-20"
      />
    </td>
  )
}
