import { DefaultSource } from '@orrery/contract/shared/plugin-enums'
import { Variable, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { Button } from '#ui/button.tsx'
import type { ParamNode } from './param-tree.ts'
import { cellStyle } from './cell-style.ts'

interface DefaultCellProps {
  node: ParamNode
  isReadOnly: boolean
  onChange: (rest: Partial<ParamNode['rest']>) => void
}

/** The default value: a text, or a variable of the calling bot. */
export function DefaultCell({ node, isReadOnly, onChange }: DefaultCellProps) {
  const t = useT('plugin')
  const { variable_ref: variable, global_default: text } = node.rest
  const name = node.name || t('params.unnamed')
  if (variable)
    return (
      <span className="inline-flex max-w-full items-center gap-1 rounded-xs bg-brand-soft px-1 font-mono text-code text-brand">
        <span className="truncate">{variable}</span>
        {!isReadOnly && (
          <IconButton
            size="sm"
            icon={X}
            label={t('params.variable.remove', { name })}
            onClick={() => onChange({ variable_ref: '', default_param_source: DefaultSource.input })}
          />
        )}
      </span>
    )
  return (
    <span className="group/default flex items-center">
      <input
        value={text}
        readOnly={isReadOnly}
        aria-label={t('params.defaultOf', { name })}
        spellCheck={false}
        onChange={(event) => onChange({ global_default: event.target.value })}
        className={cellStyle('font-mono text-code')}
      />
      {!isReadOnly && (
        <VariableButton
          name={name}
          onPick={(variable_ref) => onChange({ variable_ref, default_param_source: DefaultSource.variable })}
        />
      )}
    </span>
  )
}

interface VariableButtonProps {
  name: string
  onPick: (variable: string) => void
}

function VariableButton({ name, onPick }: VariableButtonProps) {
  const t = useT('plugin')
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const pick = (variable: string) => {
    if (!variable.trim()) return
    onPick(variable.trim())
    setOpen(false)
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      title={t('params.variable.title')}
      align="end"
      trigger={
        <IconButton
          size="sm"
          icon={Variable}
          label={t('params.variable', { name })}
          className="opacity-0 group-hover/default:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        />
      }
    >
      <div className="flex flex-col gap-2">
        <p className="text-small text-mute">{t('params.variable.text')}</p>
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            pick(typed)
          }}
        >
          <Input
            mono
            size="sm"
            aria-label={t('params.variable.name')}
            placeholder="variable_name"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" size="sm" disabled={typed.trim() === ''}>
            {t('params.variable.use')}
          </Button>
        </form>
      </div>
    </Popover>
  )
}
