import { type AnyElement, inputsOf, type Placed, placedIn, replaceElement } from '@orrery/engine/card'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useCardEditor, useDesign } from '../card-context.ts'
import { ButtonsForm } from './buttons-form.tsx'
import { RowsForm } from './rows-form.tsx'
import { TextField } from './text-field.tsx'
import { UploadPicture } from './upload-picture.tsx'

const tones = ['normal', 'muted', 'good', 'warn', 'bad'] as const

/** The properties of the selected element. */
export function ElementForm() {
  const t = useT('card')
  const { store } = useCardEditor()
  const design = useDesign()
  const selected = store.use((state) => state.selected)
  const placed = placedIn(design).find(({ element }) => element.id === selected)
  if (!placed) return <p className="p-3 text-mute">{t('form.none')}</p>
  return (
    <section aria-label={t(`element.${placed.element.type}`)} className="flex flex-col gap-3 p-3">
      <h2 className="font-semibold">{t(`element.${placed.element.type}`)}</h2>
      <Fields key={selected} placed={placed} />
    </section>
  )
}

function Fields({ placed: { element, items } }: { placed: Placed }) {
  const t = useT('card')
  const { store } = useCardEditor()
  const design = useDesign()
  const set = (change: AnyElement) => store.edit((now) => replaceElement(now, change), `form ${change.id}`)
  const lists = design.variables.filter(({ type }) => type === 'list').map(({ name }) => name)
  switch (element.type) {
    case 'header':
      return (
        <>
          <TextField
            label={t('form.title')}
            value={element.title}
            items={items}
            onChange={(title) => set({ ...element, title })}
          />
          <TextField
            label={t('form.subtitle')}
            value={element.subtitle}
            items={items}
            onChange={(subtitle) => set({ ...element, subtitle })}
          />
        </>
      )
    case 'text':
      return (
        <>
          <TextField
            lines={4}
            label={t('form.text')}
            value={element.text}
            items={items}
            onChange={(text) => set({ ...element, text })}
          />
          <ToneField value={element.tone} onChange={(tone) => set({ ...element, tone })} />
        </>
      )
    case 'tag':
      return (
        <>
          <TextField
            label={t('form.text')}
            value={element.text}
            items={items}
            onChange={(text) => set({ ...element, text })}
          />
          <ToneField value={element.tone} onChange={(tone) => set({ ...element, tone })} />
        </>
      )
    case 'markdown':
    case 'footer':
      return (
        <TextField
          lines={element.type === 'markdown' ? 6 : 2}
          label={t('form.text')}
          value={element.text}
          items={items}
          onChange={(text) => set({ ...element, text })}
        />
      )
    case 'picture':
      return (
        <>
          <TextField
            label={t('form.src')}
            value={element.src}
            items={items}
            onChange={(src) => set({ ...element, src })}
          />
          <UploadPicture onUrl={(src) => set({ ...element, src })} />
          <TextField
            label={t('form.alt')}
            value={element.alt}
            items={items}
            onChange={(alt) => set({ ...element, alt })}
          />
        </>
      )
    case 'facts':
      return (
        <RowsForm
          rows={element.rows.map(({ label, value }) => ({ first: label, second: value }))}
          labels={{ first: t('form.label'), second: t('form.value') }}
          items={items}
          max={20}
          onChange={(rows) =>
            set({ ...element, rows: rows.map(({ first, second }) => ({ label: first, value: second })) })
          }
        />
      )
    case 'table':
      return (
        <>
          <ListField lists={lists} value={element.items} onChange={(next) => set({ ...element, items: next })} />
          <RowsForm
            rows={element.columns.map(({ title, value }) => ({ first: title, second: value }))}
            labels={{ first: t('form.column'), second: t('form.value') }}
            items={element.items}
            max={8}
            onChange={(rows) =>
              set({ ...element, columns: rows.map(({ first, second }) => ({ title: first, value: second })) })
            }
          />
        </>
      )
    case 'chart':
      return (
        <>
          <ListField lists={lists} value={element.items} onChange={(next) => set({ ...element, items: next })} />
          <TextField
            label={t('form.label')}
            value={element.label}
            items={element.items}
            onChange={(label) => set({ ...element, label })}
          />
          <TextField
            label={t('form.number')}
            value={element.value}
            items={element.items}
            onChange={(value) => set({ ...element, value })}
          />
        </>
      )
    case 'list':
    case 'slides':
      return <ListField lists={lists} value={element.items} onChange={(next) => set({ ...element, items: next })} />
    case 'progress':
      return (
        <>
          <TextField
            label={t('form.label')}
            value={element.label}
            items={items}
            onChange={(label) => set({ ...element, label })}
          />
          <TextField
            label={t('form.value')}
            value={element.value}
            items={items}
            onChange={(value) => set({ ...element, value })}
          />
          <TextField
            label={t('form.max')}
            value={element.max}
            items={items}
            onChange={(max) => set({ ...element, max })}
          />
        </>
      )
    case 'columns':
      return (
        <Field label={t('form.columns')}>
          <Segmented
            label={t('form.columns')}
            items={(['2', '3', '4'] as const).map((value) => ({ value, label: value }))}
            value={String(element.columns.length) as '2' | '3' | '4'}
            onChange={(count) => {
              const kept = element.columns.slice(0, Number(count))
              // The elements of removed columns move into the last remaining column.
              const moved = element.columns.slice(Number(count)).flatMap((column) => column.elements)
              const columns = Array.from({ length: Number(count) }, (_, at) => kept[at] ?? { elements: [] })
              set({
                ...element,
                columns: columns.with(columns.length - 1, { elements: [...columns.at(-1)!.elements, ...moved] }),
              })
            }}
          />
        </Field>
      )
    case 'buttons':
      return (
        <ButtonsForm
          buttons={element.buttons}
          items={items}
          inputs={inputsOf(design).map(({ name }) => name)}
          onChange={(buttons) => set({ ...element, buttons })}
        />
      )
    case 'divider':
      return <p className="text-mute">{t('form.nothing')}</p>
    default:
      return <InputFields element={element} set={set} />
  }
}

type InputElement = Extract<AnyElement, { type: 'input' | 'select' | 'date' | 'rating' }>
function InputFields({ element, set }: { element: InputElement; set: (element: AnyElement) => void }) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  return (
    <>
      <TextField label={t('form.label')} value={element.label} onChange={(label) => set({ ...element, label })} />
      <Field label={t('form.name')} help={t('form.name.help')}>
        <Input
          mono
          disabled={!mayEdit}
          value={element.name}
          onChange={({ target }) => {
            if (/^[A-Za-z_]\w{0,59}$/.test(target.value)) set({ ...element, name: target.value })
          }}
        />
      </Field>
      {element.type === 'input' && (
        <>
          <TextField
            label={t('form.placeholder')}
            value={element.placeholder}
            onChange={(placeholder) => set({ ...element, placeholder })}
          />
          <Field label={t('form.lines')}>
            <NumberInput
              min={1}
              max={10}
              value={element.lines}
              onChange={(lines) => set({ ...element, lines: lines ?? 1 })}
            />
          </Field>
        </>
      )}
      {element.type === 'select' && (
        <Field label={t('form.options')} help={t('form.options.help')}>
          <Textarea
            rows={4}
            disabled={!mayEdit}
            value={element.options.join('\n')}
            onChange={({ target }) => set({ ...element, options: target.value.split('\n').slice(0, 50) })}
          />
        </Field>
      )}
      {element.type === 'rating' && (
        <Field label={t('form.stars')}>
          <NumberInput min={2} max={10} value={element.max} onChange={(max) => set({ ...element, max: max ?? 5 })} />
        </Field>
      )}
      <Switch checked={element.required} disabled={!mayEdit} onChange={(required) => set({ ...element, required })}>
        {t('form.required')}
      </Switch>
    </>
  )
}

function ToneField({
  value,
  onChange,
}: {
  value: (typeof tones)[number]
  onChange: (tone: (typeof tones)[number]) => void
}) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  return (
    <Field label={t('form.tone')}>
      <Select
        disabled={!mayEdit}
        items={tones.map((tone) => ({ value: tone, label: t(`tone.${tone}`) }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}

function ListField({
  lists,
  value,
  onChange,
}: {
  lists: readonly string[]
  value: string
  onChange: (name: string) => void
}) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  return (
    <Field label={t('form.items')} help={lists.length ? undefined : t('form.items.help')}>
      <Select
        disabled={!mayEdit}
        items={lists.map((name) => ({ value: name, label: name }))}
        placeholder={t('form.items.choose')}
        value={lists.includes(value) ? value : null}
        onChange={onChange}
      />
    </Field>
  )
}
