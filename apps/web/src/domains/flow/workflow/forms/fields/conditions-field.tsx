import {
  type BlockInput,
  comparesLength,
  type FieldOf,
  isUnary,
  literal,
  Operator,
  reference,
  typeOnly,
  type ValueType,
} from '@orrery/engine/describe'
import { ArrowDown, ArrowUp, Minus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import type { TextKey } from '#locales/namespaces.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { conditionPorts } from '../branch-edits.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { useBranches } from '../use-branches.ts'

interface Condition {
  operator: number
  left?: { input?: BlockInput }
  right?: { input?: BlockInput }
}
interface Branch {
  condition?: { logic?: number; conditions?: Condition[] }
}

const fresh = (): Condition => ({
  operator: Operator.equal,
  left: { input: reference('string', '', '') },
  right: { input: literal('string', '') },
})
const freshBranch = (): Branch => ({ condition: { logic: 2, conditions: [fresh()] } })

const { equal, notEqual, contains, notContains, empty, notEmpty, isTrue, isFalse } = Operator
const all: readonly number[] = Object.values(Operator)
const ofLength = all.filter(comparesLength)
const ofOrder = [Operator.greater, Operator.atLeast, Operator.less, Operator.atMost]

/** Operators that make sense for a value of this type. */
function operatorsFor(type: ValueType | undefined): readonly number[] {
  switch (type?.type) {
    case 'string':
      return [equal, notEqual, ...ofLength, contains, notContains, empty, notEmpty]
    case 'integer':
    case 'float':
      return [equal, notEqual, empty, notEmpty, ...ofOrder]
    case 'boolean':
      return [equal, notEqual, empty, notEmpty, isTrue, isFalse]
    case 'list':
      return [...ofLength, contains, notContains, empty, notEmpty]
    case 'object':
      return [contains, notContains, empty, notEmpty]
    default:
      return all
  }
}

/** The type of the right operand: a length, an element, a key, or the type of the left operand. */
function rightType(operator: number, left: ValueType | undefined): ValueType | undefined {
  if (comparesLength(operator)) return { type: 'integer' }
  if (!left || left.type === 'list') return undefined
  return left.type === 'object' ? { type: 'string' } : typeOnly(left)
}

/** If, else if, else: the first branch whose conditions are true is taken. */
export function ConditionsField({ field }: { field: FieldOf<'conditions'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const { list, replace, add, remove, move } = useBranches<Branch>(field.path, conditionPorts)
  return (
    <div className="flex flex-col gap-2">
      {list.map((branch, place) => (
        // A branch has no name that could be the key.
        <section key={place} className="rounded-lg border border-line p-2" aria-label={branchName(t, place)}>
          <header className="mb-1.5 flex h-6 items-center gap-1">
            <span className="flex-1 font-medium">{branchName(t, place)}</span>
            {!isReadOnly && (
              <>
                <IconButton
                  size="sm"
                  icon={ArrowUp}
                  label={t('conditions.up')}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <IconButton
                  size="sm"
                  icon={ArrowDown}
                  label={t('conditions.down')}
                  disabled={place === list.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={t('conditions.removeBranch')}
                  disabled={list.length === 1}
                  onClick={() => remove(place)}
                />
              </>
            )}
          </header>
          <BranchConditions branch={branch} onChange={(next, merge) => replace(place, next, merge)} />
        </section>
      ))}
      {list.length < field.most && (
        <AddRow label={t('conditions.addBranch')} disabled={isReadOnly} onAdd={() => add(freshBranch())} />
      )}
      <p className="text-small text-mute">
        <span className="font-medium text-ink">{t('conditions.else')}</span> · {t('conditions.elseText')}
      </p>
    </div>
  )
}

const branchName = (t: ReturnType<typeof useT<'workflow-node'>>, place: number): string =>
  place ? `${t('conditions.elseIf')} ${place}` : t('conditions.if')

function BranchConditions({ branch, onChange }: { branch: Branch; onChange: (next: Branch, merge?: string) => void }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const conditions = branch.condition?.conditions ?? []
  const set = (next: Condition[], merge?: string) =>
    onChange({ ...branch, condition: { logic: 2, ...branch.condition, conditions: next } }, merge)
  return (
    <div className="flex flex-col gap-1.5">
      {conditions.length > 1 && (
        <Segmented
          size="sm"
          label={t('conditions.logic')}
          disabled={isReadOnly}
          items={[
            { value: '2', label: t('conditions.all') },
            { value: '1', label: t('conditions.any') },
          ]}
          value={branch.condition?.logic === 1 ? '1' : '2'}
          onChange={(next) => onChange({ ...branch, condition: { ...branch.condition, logic: Number(next) } })}
          className="self-start"
        />
      )}
      {conditions.map((condition, place) => (
        // A condition has no name that could be the key.
        <div key={place} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ConditionRow
              one={condition}
              onChange={(next, merge) => set(conditions.with(place, next), merge && `${place}/${merge}`)}
            />
          </div>
          {!isReadOnly && conditions.length > 1 && (
            <IconButton
              icon={Minus}
              label={t('conditions.remove')}
              onClick={() => set(conditions.toSpliced(place, 1))}
            />
          )}
        </div>
      ))}
      <AddRow label={t('conditions.add')} disabled={isReadOnly} onAdd={() => set([...conditions, fresh()])} />
    </div>
  )
}

function ConditionRow({
  one: item,
  onChange,
}: {
  one: Condition
  onChange: (next: Condition, merge?: string) => void
}) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const left = item.left?.input
  const right = rightType(item.operator, left && typeOnly(left))
  const offered = operatorsFor(left?.value?.type === 'ref' && left.value.content.blockID ? typeOnly(left) : undefined)
  const choices = offered.includes(item.operator) ? offered : [item.operator, ...offered]
  const setLeft = (input: BlockInput) => {
    const fits = operatorsFor(typeOnly(input)).includes(item.operator)
    const operator = fits ? item.operator : (operatorsFor(typeOnly(input))[0] ?? equal)
    const wanted = rightType(operator, typeOnly(input))
    const before = item.right?.input
    const keeps = before && (!wanted || wanted.type === before.type || before.value?.type === 'ref')
    onChange(
      {
        ...item,
        operator,
        left: { ...item.left, input },
        right: { input: keeps ? before : literal(wanted ?? 'string', '') },
      },
      'left',
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ValueInput
        label={t('conditions.left')}
        name={t('conditions.left')}
        scope={scope}
        value={left}
        follows
        disabled={isReadOnly}
        onChange={setLeft}
      />
      <div className="flex min-w-0 items-start gap-1">
        <Select
          size="sm"
          label={t('conditions.operator')}
          disabled={isReadOnly}
          items={choices.map((value) => ({
            value: String(value),
            label: t(`word.operator.${value}` as TextKey<'workflow-node'>),
          }))}
          value={String(item.operator)}
          onChange={(next) => onChange({ ...item, operator: Number(next), ...nextRight(item, Number(next)) })}
          className="w-36 shrink-0"
        />
        {!isUnary(item.operator) && (
          <div className="min-w-0 flex-1">
            <ValueInput
              label={t('conditions.right')}
              name={t('conditions.right')}
              scope={scope}
              value={item.right?.input}
              type={right}
              follows={!right}
              disabled={isReadOnly}
              onChange={(input) => onChange({ ...item, right: { ...item.right, input } }, 'right')}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** Another operator may need another type on the right; a reference is kept, a literal is reset. */
function nextRight(condition: Condition, operator: number): Pick<Condition, 'right'> {
  const left = condition.left?.input
  const wanted = rightType(operator, left && typeOnly(left))
  const before = condition.right?.input
  if (before && (!wanted || before.value?.type === 'ref' || before.type === wanted.type))
    return { right: condition.right }
  return { right: { input: literal(wanted ?? 'string', '') } }
}
