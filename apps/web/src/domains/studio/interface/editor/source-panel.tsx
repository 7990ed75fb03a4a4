import { freeName, inWords, remove, set, takenNames } from '@orrery/engine/interface'
import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useEditor } from './editor-context.ts'

/** Applies a typed colour only if it is complete or empty. */
function ColorInput({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  return (
    <Input
      size="sm"
      mono
      placeholder="#5252d8"
      defaultValue={value}
      onChange={(event) => /^(#[0-9a-f]{6})?$/i.test(event.target.value) && onChange(event.target.value)}
    />
  )
}

/** The data of the whole interface: sources, variables and theme. */
export function SourcePanel() {
  const t = useT('interface')
  const { document, draft, facts, mayEdit } = useEditor()
  const targetName = (id: string) =>
    [...facts.workflows, ...facts.tables].find((target) => target.id === id)?.name ?? ''
  const targets = [...facts.workflows.filter(({ isChat }) => !isChat), ...facts.tables]
  /** Adds a source, to be used by code or to be bound to components later. */
  function addSource(id: string) {
    const flow = facts.workflows.find((one) => one.id === id)
    const target = flow ?? facts.tables.find((one) => one.id === id)
    if (!target) return
    const source = flow
      ? {
          kind: 'workflow',
          target: id,
          inputs: Object.fromEntries(flow.inputs.map(({ name }) => [name, ''])),
          auto: false,
        }
      : { kind: 'table', target: id, size: 20, sort: '', descending: false, search: '' }
    draft.edit([set(source, 'sources', freeName(takenNames(document), target.name))])
  }
  const addVariable = () =>
    draft.edit([
      set(
        { initial: '' },
        'variables',
        freeName(new Set([...takenNames(document), ...Object.keys(document.variables)]), 'value'),
      ),
    ])
  return (
    <fieldset disabled={!mayEdit} className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto p-3">
      <h2 className="font-semibold">{t('sources')}</h2>
      {targets.length > 0 && (
        <Select
          size="sm"
          label={t('sources.add')}
          placeholder={t('sources.add')}
          value={null}
          onChange={addSource}
          items={targets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {Object.keys(document.sources).length === 0 && <p className="text-mute">{t('sources.empty')}</p>}
      {Object.entries(document.sources).map(([name, source]) => (
        <section key={name} className="flex flex-col gap-2 rounded-md border border-line p-2" aria-label={name}>
          <div className="flex items-center gap-1">
            <span className="min-w-0 flex-1 truncate font-mono">{name}</span>
            <span className="truncate text-mute">{targetName(source.target)}</span>
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('source.delete', { name })}
              onClick={() => draft.edit([remove('sources', name)])}
            />
          </div>
          {source.kind === 'workflow' ? (
            <>
              {Object.entries(source.inputs).map(([input, value]) => (
                <Field key={input} label={input}>
                  <Input
                    size="sm"
                    value={inWords(value)}
                    onChange={(event) =>
                      draft.edit([
                        set({ ...source, inputs: { ...source.inputs, [input]: event.target.value } }, 'sources', name),
                      ])
                    }
                  />
                </Field>
              ))}
              <Switch
                checked={source.auto}
                onChange={(auto) => draft.edit([set({ ...source, auto }, 'sources', name)])}
              >
                {t('source.auto')}
              </Switch>
            </>
          ) : (
            <>
              <Field label={t('source.size')}>
                <NumberInput
                  value={source.size}
                  min={1}
                  max={100}
                  onChange={(size) => draft.edit([set({ ...source, size: size ?? 20 }, 'sources', name)])}
                />
              </Field>
              <Field label={t('source.sort')}>
                <Input
                  size="sm"
                  value={source.sort}
                  onChange={(event) => draft.edit([set({ ...source, sort: event.target.value }, 'sources', name)])}
                />
              </Field>
              <Field label={t('source.search')}>
                <Input
                  size="sm"
                  value={source.search}
                  onChange={(event) => draft.edit([set({ ...source, search: event.target.value }, 'sources', name)])}
                />
              </Field>
            </>
          )}
        </section>
      ))}
      <h2 className="font-semibold">{t('theme')}</h2>
      <Field label={t('theme.color')}>
        <ColorInput
          key={document.theme.color}
          value={document.theme.color}
          onChange={(color) => draft.edit([set(color, 'theme', 'color')])}
        />
      </Field>
      <Checkbox
        checked={document.theme.tabBar === true}
        onChange={(tabBar) => draft.edit([set(tabBar, 'theme', 'tabBar')])}
      >
        {t('theme.tabBar')}
      </Checkbox>
      <Field label={t('theme.radius')}>
        <NumberInput
          value={document.theme.radius}
          min={0}
          max={24}
          onChange={(radius) => draft.edit([set(radius ?? 8, 'theme', 'radius')])}
        />
      </Field>
      <h2 className="font-semibold">{t('variables')}</h2>
      {Object.entries(document.variables).map(([name, { initial }]) => (
        <div key={name} className="flex items-center gap-1">
          <span className="w-24 truncate font-mono">{name}</span>
          <Input
            size="sm"
            aria-label={t('variable.initial', { name })}
            value={inWords(initial)}
            onChange={(event) => draft.edit([set({ initial: event.target.value }, 'variables', name)])}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={t('variable.delete', { name })}
            onClick={() => draft.edit([remove('variables', name)])}
          />
        </div>
      ))}
      <Button size="sm" icon={Plus} onClick={addVariable}>
        {t('variable.add')}
      </Button>
    </fieldset>
  )
}
