import { ParameterType } from '@orrery/contract/shared/plugin-enums'
import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type ArgFault, type FormValues, callerParams, isGroup } from './debug-args.ts'
import type { ParamNode } from './param-tree.ts'

interface DebugFormProps {
  nodes: readonly ParamNode[]
  values: FormValues
  onChange: (values: FormValues) => void
  /** Errors, shown after the first attempt to run. */
  faults: ReadonlyMap<string, ArgFault>
  path?: string
}

/** One field for each parameter that a caller provides. */
export function DebugForm({ nodes, values, onChange, faults, path = '' }: DebugFormProps) {
  const t = useT('plugin')
  const given = callerParams(nodes)
  if (given.length === 0 && !path) return <p className="text-small text-mute">{t('debug.noParams')}</p>
  return (
    <div className={path ? 'grid grid-cols-2 gap-2' : 'flex flex-col gap-2'}>
      {given.map((node) => {
        const at = path ? `${path}.${node.name}` : node.name
        const value = values[node.name]
        const set = (next: string | FormValues) => onChange({ ...values, [node.name]: next })
        if (isGroup(node))
          return (
            <fieldset key={node.key} className={path ? 'col-span-2' : 'grid grid-cols-[6.5rem_1fr] gap-2'}>
              <legend className="sr-only">{at}</legend>
              <Name node={node} />
              <DebugForm
                nodes={node.children}
                values={typeof value === 'object' ? value : {}}
                onChange={set}
                faults={faults}
                path={at}
              />
            </fieldset>
          )
        return (
          <Line
            key={node.key}
            node={node}
            at={at}
            isInner={path !== ''}
            value={typeof value === 'string' ? value : ''}
            fault={faults.get(at)}
            onChange={set}
          />
        )
      })}
    </div>
  )
}

interface LineProps {
  node: ParamNode
  at: string
  isInner: boolean
  value: string
  fault: ArgFault | undefined
  onChange: (value: string) => void
}

function Line({ node, at, isInner, value, fault, onChange }: LineProps) {
  const t = useT('plugin')
  return (
    <div className={isInner ? 'min-w-0' : 'grid grid-cols-[6.5rem_1fr] gap-2'}>
      <Name node={node} />
      <div className="min-w-0">
        <Control node={node} at={at} value={value} isInvalid={fault !== undefined} onChange={onChange} />
        {fault && (
          <p id={`fault-${at}`} className="mt-0.5 text-small text-err">
            {t(`debug.fault.${fault}`)}
          </p>
        )}
      </div>
    </div>
  )
}

function Name({ node }: { node: ParamNode }) {
  const t = useT('plugin')
  return (
    <span className="truncate pt-1 font-mono text-code" title={node.desc || node.name}>
      {node.name}
      {node.isRequired && (
        <span role="img" aria-label={t('params.required')} className="text-err">
          *
        </span>
      )}
    </span>
  )
}

interface ControlProps {
  node: ParamNode
  at: string
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}

function Control({ node, at, value, isInvalid, onChange }: ControlProps) {
  const t = useT('plugin')
  const common = {
    'aria-label': at,
    'aria-invalid': isInvalid,
    'aria-describedby': isInvalid ? `fault-${at}` : undefined,
  }
  const own = node.rest.variable_ref || node.rest.global_default
  if (node.type === ParameterType.bool)
    return (
      <Select
        size="sm"
        label={at}
        items={[
          { value: 'none', label: own || t('debug.notGiven') },
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        value={value || 'none'}
        onChange={(next) => onChange(next === 'none' ? '' : next)}
      />
    )
  if (node.type === ParameterType.array || node.type === ParameterType.object)
    return (
      <Textarea
        {...common}
        mono
        rows={1}
        maxRows={6}
        value={value}
        placeholder={own || (node.type === ParameterType.array ? '[]' : '{}')}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const isNumber = node.type === ParameterType.integer || node.type === ParameterType.number
  return (
    <Input
      {...common}
      size="sm"
      mono={isNumber}
      inputMode={isNumber ? 'decimal' : undefined}
      value={value}
      placeholder={own}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
