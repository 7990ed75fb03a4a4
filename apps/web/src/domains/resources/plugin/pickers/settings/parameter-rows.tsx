import { DefaultSource } from '@orrery/contract/shared/plugin-enums'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { type FlatParameter, flatten, lacksValue, put, takesDefault, typeText } from './parameter-tree.ts'
import type { ToolParameter } from './tool-settings.queries.ts'

interface ParameterRowsProps {
  label: string
  list: readonly ToolParameter[]
  onChange: (next: ToolParameter[]) => void
  /** Variables that can provide values. Undefined for the fields of a response, which take no values. */
  variables?: readonly string[]
  disabled: boolean
}

/** The parameters of a tool or the fields of its response, with the settings of the bot. */
export function ParameterRows({ label, list, onChange, variables, disabled }: ParameterRowsProps) {
  const t = useT('tools')
  return (
    <table aria-label={label} className="w-full table-fixed">
      <thead>
        <tr className="h-8 text-left text-small text-mute">
          <th className="font-medium">{t('settings.field')}</th>
          <th className="w-32 font-medium max-sm:hidden">{t('settings.type')}</th>
          {variables && <th className="w-72 font-medium">{t('settings.default')}</th>}
          <th className="w-24 text-right font-medium">{t('settings.modelSees')}</th>
        </tr>
      </thead>
      <tbody>
        {flatten(list).map((row) => (
          <Row
            key={row.place.join('.')}
            row={row}
            variables={variables}
            disabled={disabled}
            onChange={(change) => onChange(put(list, row.place, change))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  row: FlatParameter
  variables: readonly string[] | undefined
  disabled: boolean
  onChange: (change: Partial<ToolParameter>) => void
}

function Row({ row, variables, disabled, onChange }: RowProps) {
  const t = useT('tools')
  const typeName = useDataTypeName()
  const { parameter, depth, isParentHidden } = row
  const { name, desc } = parameter
  return (
    <tr className="border-t border-line align-top">
      <td className="py-1.5 pr-3" style={{ paddingLeft: depth * 20 }}>
        <span className="block truncate font-mono text-code">
          {name}
          {parameter.is_required && <span className="text-err"> *</span>}
        </span>
        {desc && (
          <span className="block truncate text-small text-mute" title={desc}>
            {desc}
          </span>
        )}
        {lacksValue(row) && <span className="block text-small text-err">{t('settings.needsDefault')}</span>}
      </td>
      <td className="py-2 max-sm:hidden">
        <Tag mono>{typeName(typeText(parameter))}</Tag>
      </td>
      {variables && (
        <td className="py-1 pr-3">
          {takesDefault(parameter) && !isParentHidden && (
            <DefaultValue parameter={parameter} variables={variables} disabled={disabled} onChange={onChange} />
          )}
        </td>
      )}
      <td className="py-2 text-right">
        <Switch
          label={t('settings.modelSees.of', { name })}
          checked={!parameter.local_disable && !isParentHidden}
          disabled={disabled || isParentHidden}
          onChange={(on) => onChange({ local_disable: !on })}
        />
      </td>
    </tr>
  )
}

const ownValue = '='

interface DefaultValueProps {
  parameter: ToolParameter
  variables: readonly string[]
  disabled: boolean
  onChange: (change: Partial<ToolParameter>) => void
}

function DefaultValue({ parameter, variables, disabled, onChange }: DefaultValueProps) {
  const t = useT('tools')
  const { name } = parameter
  const isVariable = parameter.default_param_source === DefaultSource.variable
  const choices = [
    ...new Set([...variables, ...(isVariable && parameter.variable_ref ? [parameter.variable_ref] : [])]),
  ]
  return (
    <span className="flex gap-1.5">
      {choices.length > 0 && (
        <Select
          size="sm"
          label={t('settings.source', { name })}
          className={isVariable ? 'w-full' : 'w-28 shrink-0'}
          disabled={disabled}
          value={isVariable ? parameter.variable_ref : ownValue}
          onChange={(chosen) =>
            onChange(
              chosen === ownValue
                ? { default_param_source: DefaultSource.input, variable_ref: '' }
                : { default_param_source: DefaultSource.variable, variable_ref: chosen },
            )
          }
          items={[
            { value: ownValue, label: t('settings.source.value') },
            ...choices.map((key) => ({ value: key, label: t('settings.variable', { name: key }) })),
          ]}
        />
      )}
      {!isVariable && (
        <Input
          mono
          size="sm"
          aria-label={t('settings.default.of', { name })}
          disabled={disabled}
          value={parameter.local_default}
          placeholder={parameter.global_default}
          onChange={(event) => onChange({ local_default: event.target.value })}
        />
      )}
    </span>
  )
}
