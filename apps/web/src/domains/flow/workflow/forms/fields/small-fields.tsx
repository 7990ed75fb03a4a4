import {
  type BlockInput,
  type FieldOf,
  imageType,
  literal,
  type VariableShape,
  variable,
  writeSlot,
} from '@orrery/engine/describe'
import { Minus, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Slider } from '#ui/slider.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { freeName } from '../free-name.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { VariableRows } from '../parts/variable-rows.tsx'
import { useList, usePath } from '../use-path.ts'
import { useSlot } from '../use-slot.ts'

/** The form that a person fills in during the run. It is stored as text, and its fields are the outputs. */
export function FormField({ field }: { field: FieldOf<'form'> }) {
  const t = useT('workflow-node')
  const { isReadOnly, change } = useNodeForm()
  const [value] = useSlot(field.slot)
  const list = readList(value)
  const write = (next: readonly VariableShape[], merge?: string) =>
    change(
      (data) => ({ ...writeSlot(data, field.slot, JSON.stringify(next)), outputs: next }),
      merge && `form/${merge}`,
    )
  return (
    <div className="flex flex-col gap-1">
      <VariableRows list={list} onChange={write} isReadOnly={isReadOnly} withDefaults level={0} />
      <AddRow
        label={t('form.add')}
        disabled={isReadOnly}
        onAdd={() => write([...list, variable(freeName(list, 'field'), 'string', { required: true })])}
      />
    </div>
  )
}

function readList(text: unknown): VariableShape[] {
  try {
    const value: unknown = JSON.parse(String(text))
    return Array.isArray(value) ? (value as VariableShape[]) : []
  } catch {
    return []
  }
}

const commonDelimiters = ['\n', '\t', ' ', ',', ';', '，', '。', '|'] as const

/** The separators for splitting a text. */
export function DelimitersField({ field }: { field: FieldOf<'delimiters'> }) {
  const t = useT('workflow-node')
  const { label, help } = useFieldTexts(field)
  const { isReadOnly } = useNodeForm()
  const [value, set] = useSlot({ path: field.path, param: 'delimiters' })
  const [own, setOwn] = useState('')
  const list = (Array.isArray(value) ? value : value ? [value] : []).map(String)
  const write = (next: readonly string[]) => set(next)
  const name = (text: string): string =>
    text === '\n'
      ? t('delimiters.newline')
      : text === '\t'
        ? t('delimiters.tab')
        : text === ' '
          ? t('delimiters.space')
          : text
  return (
    <Labelled label={label} help={help}>
      <div className="flex flex-wrap gap-1">
        {list.map((item) => (
          <span
            key={item}
            className="inline-flex h-6 items-center gap-0.5 rounded-sm bg-hover pl-1.5 font-mono text-code"
          >
            {name(item)}
            {!isReadOnly && (
              <IconButton
                size="sm"
                icon={X}
                label={t('delimiters.remove', { name: name(item) })}
                onClick={() => write(list.filter((other) => other !== item))}
              />
            )}
          </span>
        ))}
      </div>
      {!isReadOnly && (
        <div className="flex flex-wrap items-center gap-1">
          {commonDelimiters
            .filter((item) => !list.includes(item))
            .map((item) => (
              <Button key={item} size="xs" onClick={() => write([...list, item])}>
                {name(item)}
              </Button>
            ))}
          <Input
            size="sm"
            mono
            aria-label={t('delimiters.own')}
            placeholder={t('delimiters.own')}
            value={own}
            onChange={(event) => setOwn(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !own || list.includes(own)) return
              event.preventDefault()
              write([...list, own])
              setOwn('')
            }}
            className="w-40"
          />
        </div>
      )}
    </Labelled>
  )
}

interface Picture {
  url?: BlockInput
  preprocessor?: number
  weight?: number
}

/** Reference pictures for the picture to generate. */
export function PicturesField({ field }: { field: FieldOf<'pictures'> }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const { list, replace, add, remove } = useList<Picture>(field.path)
  return (
    <div className="flex flex-col gap-2">
      {list.map((item, place) => (
        // A picture has no name that could be the key.
        <div key={place} className="flex items-start gap-1">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <ValueInput
              label={t('pictures.picture', { place: place + 1 })}
              name={t('pictures.picture', { place: place + 1 })}
              scope={scope}
              value={item.url}
              type={imageType}
              disabled={isReadOnly}
              onChange={(url) => replace(place, { ...item, url }, 'url')}
            />
            <Labelled label={t('pictures.weight')}>
              <Slider
                size="sm"
                label={t('pictures.weight')}
                min={0}
                max={1}
                step={0.05}
                value={item.weight ?? 0.7}
                disabled={isReadOnly}
                onChange={(weight) => replace(place, { ...item, weight }, 'weight')}
              />
            </Labelled>
          </div>
          {!isReadOnly && (
            <IconButton icon={Minus} label={t('pictures.remove', { place: place + 1 })} onClick={() => remove(place)} />
          )}
        </div>
      ))}
      <AddRow
        label={t('pictures.add')}
        disabled={isReadOnly}
        onAdd={() => add({ url: literal(imageType, ''), preprocessor: 1, weight: 0.7 })}
      />
    </div>
  )
}

/** Settings of older nodes without a form of their own. */
export function RestField({ field }: { field: FieldOf<'rest'> }) {
  const t = useT('workflow-node')
  const { label } = useFieldTexts(field)
  const { isReadOnly } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const { inputParameters, ...rest } = (raw ?? {}) as Record<string, unknown>
  const [text, setText] = useState(() => JSON.stringify(rest, null, 2))
  const [isWrong, setWrong] = useState(false)
  return (
    <Labelled label={label} error={isWrong && t('rest.wrong')}>
      <Textarea
        mono
        rows={5}
        aria-label={label}
        disabled={isReadOnly}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const value = readObject(event.target.value)
          setWrong(!value)
          if (value) set({ ...(inputParameters === undefined ? {} : { inputParameters }), ...value }, 'rest')
        }}
      />
    </Labelled>
  )
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
