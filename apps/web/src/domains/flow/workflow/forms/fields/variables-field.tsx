import { type FieldOf, typeOnly, typeText, variable, type VariableShape, writeSlot } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { freeName } from '../free-name.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { JsonImport } from '../parts/json-import.tsx'
import { VariableRows } from '../parts/variable-rows.tsx'
import { useList } from '../use-path.ts'
import { useSlot } from '../use-slot.ts'

const ownOutputs = new Set([
  'errorBody',
  'isSuccess',
  'USER_RESPONSE',
  'optionId',
  'optionContent',
  'reasoning_content',
])
const chatInputs = new Set(['USER_INPUT', 'CONVERSATION_NAME'])

/** The outputs of a node, read-only or editable as a tree. On the start node, these are the inputs of the workflow. */
export function VariablesField({ field }: { field: FieldOf<'variables'> }) {
  const t = useT('workflow-node')
  const { node, isReadOnly, change } = useNodeForm()
  const { list, set } = useList<VariableShape>(field.path)
  const [isImporting, setImporting] = useState(false)
  if (field.look === 'fixed') return <FixedOutputs list={list} />
  const isStart = field.look === 'start'
  const isLocked = (variableShape: VariableShape): boolean =>
    variableShape.readonly === true ||
    (isStart
      ? chatInputs.has(variableShape.name)
      : node.type !== NodeType.DatabaseInsert && ownOutputs.has(variableShape.name))
  const write = (next: readonly VariableShape[], merge?: string) => {
    // The start node stores its inputs twice; both copies are kept in sync.
    if (!isStart || !('trigger_parameters' in node.data)) set(next, merge)
    else change((data) => ({ ...data, outputs: next, trigger_parameters: next }), merge && `outputs/${merge}`)
  }
  return (
    <div className="flex flex-col gap-1">
      <VariableRows
        list={list}
        onChange={write}
        isReadOnly={isReadOnly}
        isLocked={isLocked}
        withDefaults={isStart}
        level={0}
      />
      {!list.length && <p className="text-small text-mute">{t('vars.none')}</p>}
      {!isReadOnly && (
        <div className="flex items-center justify-between gap-2">
          <AddRow
            label={isStart ? t('vars.addInput') : t('vars.add')}
            onAdd={() => write([...list, variable(freeName(list, isStart ? 'input' : 'output'))])}
          />
          <IconButton size="sm" icon={FileJson} label={t('vars.import')} onClick={() => setImporting(true)} />
        </div>
      )}
      {isImporting && (
        <JsonImport
          onClose={() => setImporting(false)}
          onImport={(shapes) => {
            write([...list.filter(isLocked), ...shapes])
            if (field.format) change((data) => writeSlot(data, field.format!, '2'))
          }}
        />
      )}
    </div>
  )
}

/** The output format, beside the heading of the outputs. */
export function FormatSelect({ field }: { field: FieldOf<'variables'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const [value, set] = useSlot(field.format ?? { path: '' })
  return (
    <Select
      size="sm"
      label={t('vars.format')}
      disabled={isReadOnly}
      items={[
        { value: '0', label: t('vars.text') },
        { value: '1', label: t('vars.markdown') },
        { value: '2', label: t('vars.json') },
      ]}
      value={String(value ?? '0')}
      onChange={set}
      className="w-28"
    />
  )
}

function FixedOutputs({ list }: { list: readonly VariableShape[] }) {
  const t = useT('workflow-node')
  if (!list.length) return <p className="text-small text-mute">{t('vars.none')}</p>
  return (
    <ul className="flex flex-col" aria-label={t('field.outputs')}>
      {list.map((item) => (
        <FixedOutput key={item.name} shape={item} level={0} />
      ))}
    </ul>
  )
}

function FixedOutput({ shape, level }: { shape: VariableShape; level: number }) {
  const typeName = useDataTypeName()
  const inner = shape.type === 'list' ? (shape.schema as VariableShape | undefined) : shape
  const fields = inner?.type === 'object' && Array.isArray(inner.schema) ? (inner.schema as VariableShape[]) : []
  return (
    <li>
      <div className="flex h-6 items-center gap-2" style={{ paddingLeft: level * 16 }}>
        <span className="truncate font-mono text-code">{shape.name}</span>
        <span className="rounded-xs bg-hover px-1 font-mono text-code-caption text-mute">
          {typeName(typeText(typeOnly(shape)))}
        </span>
        <span className="ml-auto min-w-0 truncate text-small text-mute">{shape.description}</span>
      </div>
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <FixedOutput key={field.name} shape={field} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
