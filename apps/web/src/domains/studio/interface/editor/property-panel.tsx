import type { InterfaceAction, InterfaceValue } from '@orrery/contract'
import { interfaceName } from '@orrery/contract/shared/interface-limits'
import {
  componentIn,
  copyNode,
  functionWords,
  inWords,
  type PropDescription,
  removeNode,
  set,
  stepNode,
  takenNames,
} from '@orrery/engine/interface'
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useEditor } from './editor-context.ts'
import { EventForm } from './event-form.tsx'
import { SourcePanel } from './source-panel.tsx'

/**
 * The properties of the selected component: name, values, visibility and events. Without a selection, the data of the
 * interface.
 */
export function PropertyPanel() {
  const t = useT('interface')
  const { document, draft, selected, select, mayEdit } = useEditor()
  const node = document.nodes[selected]
  const described = node && componentIn(document, node.type)
  if (!node || !described) return <SourcePanel />
  const put = (value: unknown, ...path: string[]) => draft.edit([set(value, 'nodes', selected, ...path)])
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3">
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          {described.title ?? t(`component.${node.type}` as 'component.button')}
        </h2>
        {mayEdit && (
          <>
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={t('move.up')}
              onClick={() => draft.edit(stepNode(document, selected, -1))}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={t('move.down')}
              onClick={() => draft.edit(stepNode(document, selected, 1))}
            />
            <IconButton
              size="sm"
              icon={Copy}
              label={t('copy')}
              onClick={() => {
                const copy = copyNode(document, selected)
                draft.edit(copy.edits)
                select(copy.id)
              }}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('delete')}
              onClick={() => {
                draft.edit(removeNode(document, selected))
                select('')
              }}
            />
          </>
        )}
      </div>
      <fieldset disabled={!mayEdit} className="contents">
        <NameField key={selected} name={node.name} onChange={(name) => put(name, 'name')} />
        {described.props.map((prop) => (
          <PropField
            key={prop.name}
            prop={prop}
            value={node.props[prop.name] ?? prop.initial}
            onChange={(value) => put(value, 'props', prop.name)}
          />
        ))}
        <Field label={t('prop.visible')} help={t('prop.visible.help')}>
          <Input value={node.visible} mono maxLength={2000} onChange={(event) => put(event.target.value, 'visible')} />
        </Field>
        <Checkbox checked={node.phone.hidden === true} onChange={(hidden) => put(hidden, 'phone', 'hidden')}>
          {t('prop.hiddenOnPhone')}
        </Checkbox>
        {described.events.map((event) => (
          <EventForm
            key={event}
            event={event}
            chain={node.events[event] ?? []}
            onChange={(chain: InterfaceAction[]) => put(chain, 'events', event)}
          />
        ))}
      </fieldset>
      <details className="text-small text-mute">
        <summary>{t('expressions')}</summary>
        <p className="my-1">{t('expressions.help')}</p>
        <ul className="font-mono">
          {Object.values(functionWords).map(([form]) => (
            <li key={form}>{form}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** Applies a typed name only if it is valid and unused. */
function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const t = useT('interface')
  const { document } = useEditor()
  const [typed, setTyped] = useState(name)
  const isFree = typed === name || !takenNames(document).has(typed)
  const fault = !interfaceName.test(typed) ? t('name.bad') : isFree ? '' : t('name.taken')
  return (
    <Field label={t('name')} error={fault || undefined}>
      <Input
        value={typed}
        mono
        onChange={(event) => {
          const next = event.target.value
          setTyped(next)
          if (interfaceName.test(next) && !takenNames(document).has(next)) onChange(next)
        }}
      />
    </Field>
  )
}

function PropField({
  prop,
  value,
  onChange,
}: {
  prop: PropDescription
  value: InterfaceValue
  onChange: (value: InterfaceValue) => void
}) {
  const t = useT('interface')
  const { document, facts } = useEditor()
  const label = prop.title ?? t(`prop.${prop.name}` as 'prop.label', { defaultValue: prop.name })
  if (prop.kind === 'boolean')
    return (
      <Switch checked={value === true} onChange={onChange}>
        {label}
      </Switch>
    )
  const lines = (text: string) => text.split('\n').filter((line) => line.trim())
  return (
    <Field label={label}>
      {prop.kind === 'number' ? (
        <NumberInput
          value={typeof value === 'number' ? value : null}
          min={0}
          max={4000}
          onChange={(next) => onChange(next ?? 0)}
        />
      ) : prop.kind === 'choice' ? (
        <Select
          label={label}
          items={(prop.choices ?? []).map((choice) => ({
            value: choice,
            label: t(`choice.${choice}` as 'choice.normal', { defaultValue: choice }),
          }))}
          value={inWords(value)}
          onChange={onChange}
        />
      ) : prop.kind === 'source' ? (
        <Select
          label={label}
          placeholder={t('source.none')}
          items={Object.entries(document.sources).flatMap(([name, { kind }]) =>
            kind === prop.takes ? [{ value: name, label: name }] : [],
          )}
          value={inWords(value) || null}
          onChange={onChange}
        />
      ) : prop.kind === 'chatflow' ? (
        <Select
          label={label}
          placeholder={t('source.none')}
          items={[
            ...facts.workflows.filter(({ isChat }) => isChat).map(({ id, name }) => ({ value: id, label: name })),
            ...(facts.bots ?? []).map(({ id, name }) => ({ value: id, label: t('chat.isBot', { name }) })),
          ]}
          value={inWords(value) || null}
          onChange={onChange}
        />
      ) : prop.kind === 'options' || prop.kind === 'columns' ? (
        <Textarea
          key={prop.name}
          rows={3}
          defaultValue={Array.isArray(value) ? value.map(inWords).join('\n') : ''}
          placeholder={t('prop.perLine')}
          onChange={(event) => onChange(lines(event.target.value))}
        />
      ) : prop.kind === 'lines' ? (
        <Textarea value={inWords(value)} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input value={inWords(value)} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
