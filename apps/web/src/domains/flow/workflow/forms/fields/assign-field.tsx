import { type BlockInput, type FieldOf, literal, type RefContent, reference, typeOnly } from '@orrery/engine/describe'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { ScopeGroup } from '../../scope/scope-tree.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { useParentNode } from '../../document/document-context.tsx'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { useList } from '../use-path.ts'

interface Assignment {
  name?: string
  left?: BlockInput
  right?: BlockInput
  input?: BlockInput
}

/** Values that can be assigned to: variables of the enclosing loop, and writable persistent variables. */
function writable(scope: readonly ScopeGroup[], to: 'loop' | 'global', variables: ReadonlySet<string>): ScopeGroup[] {
  return scope.flatMap((group) => {
    if (to === 'global')
      return group.as === 'app' || group.as === 'user'
        ? [{ ...group, values: group.values.map((value) => ({ ...value, children: [] })) }]
        : []
    if (group.as !== 'round') return []
    return [
      {
        ...group,
        values: group.values.filter((value) => variables.has(value.name)).map((value) => ({ ...value, children: [] })),
      },
    ]
  })
}

/** New values for variables. */
export function AssignField({ field }: { field: FieldOf<'assign'> }) {
  const t = useT('workflow-node')
  const { node, scope, isReadOnly } = useNodeForm()
  const parent = useParentNode(node.id)
  const { list, replace, add, remove } = useList<Assignment>(field.path)
  const variables = new Set(
    ((parent?.data.inputs?.['variableParameters'] ?? []) as { name?: string }[]).map((input) => input.name ?? ''),
  )
  const targets = writable(scope, field.to, variables)
  const isLoop = field.to === 'loop'
  const valueKey = isLoop ? 'right' : 'input'
  const fresh: Assignment = isLoop
    ? { left: reference('string', '', ''), right: literal('string', '') }
    : { name: '', left: { type: 'string', value: { type: 'ref', content: emptyGlobal } }, input: literal('string', '') }
  const setLeft = (place: number, assignment: Assignment, left: BlockInput) => {
    const value = assignment[valueKey]
    const keeps = value?.value?.type === 'ref' || value?.type === left.type
    const name = left.value.type === 'ref' ? (left.value.content.path?.[0] ?? '') : ''
    replace(place, {
      ...assignment,
      ...(isLoop ? {} : { name }),
      left,
      [valueKey]: keeps ? value : literal(typeOnly(left), ''),
    })
  }
  if (isLoop && !variables.size) return <p className="text-small text-mute">{t('assign.noLoop')}</p>
  return (
    <div className="flex flex-col gap-2">
      {list.map((item, place) => (
        // An assignment has no name that could be the key.
        <div key={place} className="flex items-start gap-1">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <ValueInput
              label={t('assign.left')}
              name={t('assign.left')}
              scope={targets}
              value={item.left}
              follows
              onlyReference
              nameGlobals={!isLoop}
              disabled={isReadOnly}
              onChange={(left) => setLeft(place, item, left)}
            />
            <div className="flex items-start gap-1">
              <span aria-hidden className="flex h-7 w-5 shrink-0 items-center justify-center text-mute">
                =
              </span>
              <div className="min-w-0 flex-1">
                <ValueInput
                  label={t('assign.right')}
                  name={t('assign.right')}
                  scope={scope}
                  value={item[valueKey]}
                  type={item.left && typeOnly(item.left)}
                  disabled={isReadOnly}
                  onChange={(value) => replace(place, { ...item, [valueKey]: value }, 'value')}
                />
              </div>
            </div>
          </div>
          {!isReadOnly && <IconButton icon={Minus} label={t('assign.remove')} onClick={() => remove(place)} />}
        </div>
      ))}
      {!list.length && <p className="text-small text-mute">{t('assign.none')}</p>}
      <AddRow label={t('assign.add')} disabled={isReadOnly} onAdd={() => add(fresh)} />
    </div>
  )
}

const emptyGlobal: RefContent = { source: 'global_variable_user', blockID: '', name: '', path: [] }
