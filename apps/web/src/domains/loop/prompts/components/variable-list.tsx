import { PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { Plus, Settings2, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { missingVariables, type Variable } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'

const typeKeys = {
  [PromptVariableType.string]: 'string',
  [PromptVariableType.boolean]: 'boolean',
  [PromptVariableType.number]: 'number',
  [PromptVariableType.array]: 'array',
  [PromptVariableType.object]: 'object',
  [PromptVariableType.placeholder]: 'placeholder',
  [PromptVariableType.image]: 'image',
} as const
type TypeNumber = keyof typeof typeKeys
const typeNumbers = Object.keys(typeKeys).map(Number) as TypeNumber[]

/** The variables of a prompt. Names in its text that are not variables yet are offered. */
export function VariableList({ store, mayEdit }: { store: DraftStore; mayEdit: boolean }) {
  const t = useT('prompts')
  const detail = store.use((now) => now.detail)
  const { variables } = detail
  const put = (next: readonly Variable[]) => store.edit({ variables: next })
  const add = (key: string) => put([...variables, { key, variable_type: PromptVariableType.string }])
  const change = (at: number, more: Partial<Variable>) =>
    put(variables.map((variable, index) => (index === at ? { ...variable, ...more } : variable)))
  const missing = missingVariables(detail)
  return (
    <section aria-label={t('variables.title')} className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('variables.title')}</h2>
      {!variables.length && !missing.length && <p className="text-small text-mute">{t('variables.none')}</p>}
      {variables.map(({ key, variable_type: type }, at) => (
        <div key={at} className="flex items-center gap-1.5">
          <Input
            aria-label={t('variables.key', { n: at + 1 })}
            value={key}
            readOnly={!mayEdit}
            onChange={(event) => change(at, { key: event.target.value })}
          />
          <Select
            className="max-w-32"
            label={t('variables.type', { name: key })}
            disabled={!mayEdit}
            value={String(type)}
            onChange={(next) => change(at, { variable_type: Number(next) })}
            items={typeNumbers.map((number) => ({ value: String(number), label: t(`type.${typeKeys[number]}`) }))}
          />
          <VariableMore variable={variables[at]!} mayEdit={mayEdit} onChange={(more) => change(at, more)} />
          {mayEdit && (
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('variables.remove', { name: key })}
              onClick={() => put(variables.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {mayEdit && (
        <div className="flex flex-wrap gap-1.5">
          {missing.map((name) => (
            <Button key={name} size="sm" icon={Plus} onClick={() => add(name)}>
              {name}
            </Button>
          ))}
          <Button size="sm" icon={Plus} onClick={() => add(`name${variables.length + 1}`)}>
            {t('variables.add')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface VariableMoreProps {
  variable: Variable
  mayEdit: boolean
  onChange: (more: Partial<Variable>) => void
}
const itemTypes = [
  PromptVariableType.string,
  PromptVariableType.boolean,
  PromptVariableType.number,
  PromptVariableType.object,
] as const
/** The description of a variable, whether it is required, and the type of array items. */
function VariableMore({ variable, mayEdit, onChange }: VariableMoreProps) {
  const t = useT('prompts')
  const { key, desc = '', is_required: isRequired = false, item_type: item = PromptVariableType.string } = variable
  return (
    <Popover
      align="end"
      className="flex w-72 flex-col gap-3 p-3"
      label={t('variables.more', { name: key })}
      trigger={<IconButton size="sm" icon={Settings2} label={t('variables.more', { name: key })} />}
    >
      <Field label={t('variables.description')}>
        <Input value={desc} readOnly={!mayEdit} onChange={(event) => onChange({ desc: event.target.value })} />
      </Field>
      {variable.variable_type === PromptVariableType.array && (
        <Field label={t('variables.item')}>
          <Select
            disabled={!mayEdit}
            value={String(item)}
            onChange={(next) => onChange({ item_type: Number(next) })}
            items={itemTypes.map((number) => ({ value: String(number), label: t(`type.${typeKeys[number]}`) }))}
          />
        </Field>
      )}
      <Switch checked={isRequired} disabled={!mayEdit} onChange={(is_required) => onChange({ is_required })}>
        {t('variables.required')}
      </Switch>
    </Popover>
  )
}
