import type { InterfaceAction } from '@orrery/contract'
import { pagesOf } from '@orrery/engine/interface'
import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useEditor } from './editor-context.ts'

const simple = ['run', 'toast', 'go', 'open', 'copy', 'confirm', 'set', 'remove'] as const
type Simple = (typeof simple)[number]

/**
 * The steps that run on an event. Steps that write rows cannot be edited here: the templates for forms and tables
 * create them.
 */
export function EventForm({
  event,
  chain,
  onChange,
}: {
  event: string
  chain: InterfaceAction[]
  onChange: (chain: InterfaceAction[]) => void
}) {
  const t = useT('interface')
  return (
    <section
      className="flex flex-col gap-2 border-t border-line pt-2"
      aria-label={t(`event.${event}` as 'event.click', { defaultValue: event })}
    >
      <h3 className="font-medium">{t(`event.${event}` as 'event.click', { defaultValue: event })}</h3>
      <Steps chain={chain} onChange={onChange} add={t('action.add')} depth={0} />
    </section>
  )
}

interface StepsProps {
  chain: readonly InterfaceAction[]
  onChange: (chain: InterfaceAction[]) => void
  /** Label of the add button. */
  add: string
  depth: number
}
const MAX_DEPTH = 3

/** A list of steps. The steps after a step, for success and for failure, are lists again. */
function Steps({ chain, onChange, add, depth }: StepsProps) {
  const t = useT('interface')
  const { document } = useEditor()
  const [source = ''] = Object.keys(document.sources)
  const fresh = (type: Simple): InterfaceAction => {
    if (type === 'run') return { type, source }
    if (type === 'go') return { type, page: document.entry }
    if (type === 'open') return { type, url: 'https://' }
    if (type === 'set') return { type, name: Object.keys(document.variables)[0] ?? 'value', value: '' }
    if (type === 'remove') return { type, source, row: 'event.row.id' }
    return { type, text: '' }
  }
  const replace = (index: number, action: InterfaceAction) => onChange(chain.with(index, action))
  const branches = (action: InterfaceAction, index: number) =>
    (['done', 'failed'] as const).map((branch) => {
      const steps = action[branch] ?? []
      const put = (next: InterfaceAction[]) => {
        const { [branch]: _, ...rest } = action
        replace(index, (next.length > 0 ? { ...rest, [branch]: next } : rest) as InterfaceAction)
      }
      return (
        <div key={branch} role="group" aria-label={t(`action.${branch}`)} className="border-l-2 border-line pl-2">
          {steps.length > 0 && <p className="text-small text-mute">{t(`action.${branch}`)}</p>}
          <Steps chain={steps} onChange={put} add={t(`action.${branch}.add`)} depth={depth + 1} />
        </div>
      )
    })
  return (
    <div className="flex flex-col gap-2">
      {chain.map((action, index) => (
        <div key={index} className="flex flex-col gap-1 rounded-md border border-line p-2">
          <div className="flex items-center gap-1">
            {(simple as readonly string[]).includes(action.type) ? (
              <Select
                size="sm"
                label={t('action')}
                items={simple.map((type) => ({ value: type, label: t(`action.${type}`) }))}
                value={action.type as Simple}
                onChange={(type) => replace(index, fresh(type))}
              />
            ) : (
              <span className="flex-1">{t(`action.${action.type}`)}</span>
            )}
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('action.delete')}
              onClick={() => onChange(chain.toSpliced(index, 1))}
            />
          </div>
          <ActionFields action={action} onChange={(next) => replace(index, next)} />
          {depth < MAX_DEPTH && branches(action, index)}
        </div>
      ))}
      <Button
        size="sm"
        kind={depth > 0 ? 'quiet' : 'plain'}
        icon={Plus}
        onClick={() => onChange([...chain, fresh('toast')])}
      >
        {add}
      </Button>
    </div>
  )
}

function ActionFields({ action, onChange }: { action: InterfaceAction; onChange: (action: InterfaceAction) => void }) {
  const t = useT('interface')
  const { document } = useEditor()
  if (action.type === 'go')
    return (
      <Select
        size="sm"
        label={t('action.page')}
        items={pagesOf(document).map(({ id, title }) => ({ value: id, label: title }))}
        value={action.page}
        onChange={(page) => onChange({ ...action, page })}
      />
    )
  if ('source' in action)
    return (
      <Select
        size="sm"
        label={t('action.source')}
        items={Object.keys(document.sources).map((name) => ({ value: name, label: name }))}
        value={action.source || null}
        onChange={(source) => onChange({ ...action, source })}
      />
    )
  if (action.type === 'open')
    return (
      <Input
        size="sm"
        aria-label={t('action.url')}
        value={action.url}
        onChange={(event) => onChange({ ...action, url: event.target.value })}
      />
    )
  if (action.type === 'if')
    return (
      <Input
        size="sm"
        mono
        aria-label={t('action.test')}
        value={action.test}
        onChange={(event) => onChange({ ...action, test: event.target.value })}
      />
    )
  if (action.type === 'set')
    return (
      <>
        <Select
          size="sm"
          label={t('action.variable')}
          items={Object.keys(document.variables).map((name) => ({ value: name, label: name }))}
          value={action.name}
          onChange={(name) => onChange({ ...action, name })}
        />
        <Input
          size="sm"
          aria-label={t('action.value')}
          value={typeof action.value === 'string' ? action.value : JSON.stringify(action.value)}
          onChange={(event) => onChange({ ...action, value: event.target.value })}
        />
      </>
    )
  return (
    <Input
      size="sm"
      aria-label={t('action.text')}
      value={action.text}
      onChange={(event) => onChange({ ...action, text: event.target.value })}
    />
  )
}
