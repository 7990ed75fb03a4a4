import type { GivenLabelValue } from '@orrery/contract'
import { LABEL_LIMITS, LabelChange, LabelOperation, LabelStatus } from '@orrery/contract/shared/label-enums'
import { badInput } from '#kit/errors.ts'
import type { Choices } from './shared/choices.ts'
import type { LabelChangeLog, LabelValue } from './label.table.ts'

const FORMER_NAMES = 20

/** All values of a tree in pre-order. */
export const flat = (values: LabelValue[]): LabelValue[] => values.flatMap((value) => [value, ...flat(value.children)])

/** Reads the tree of a request. A value with a known id keeps its identity when renamed or moved. */
export function readTree(given: GivenLabelValue[], present: LabelValue[], newId: () => string): LabelValue[] {
  const known = new Map(flat(present).map((value) => [value.id, value]))
  const read = (value: GivenLabelValue, at: string): LabelValue => {
    const before = value.tagValueID === undefined ? undefined : known.get(value.tagValueID)
    if (value.tagValueID !== undefined && !before)
      throw badInput(
        `${at}.tagValueID`,
        'the tag has no such value. Omit it for a new one',
        '标签中没有该取值，新增取值请不要填写',
      )
    const renamedFrom = before && before.name !== value.tagValueName ? [before.name] : []
    return {
      id: before?.id ?? newId(),
      name: value.tagValueName,
      description: value.description,
      status: value.status ?? before?.status ?? LabelStatus.active,
      formerNames: [...new Set([...renamedFrom, ...(before?.formerNames ?? [])])].slice(0, FORMER_NAMES),
      children: value.children.map((child, n) => read(child, `${at}.children[${n}]`)),
    }
  }
  const tree = given.map((value, n) => read(value, `tagValues[${n}]`))
  requireSound(tree)
  return tree
}

function requireSound(tree: LabelValue[]) {
  const all = flat(tree)
  const { total } = LABEL_LIMITS
  if (all.length > total) throw badInput('tagValues', `at most ${total} values`, `最多 ${total} 个取值`)
  const ids = new Set<string>()
  const names = new Set<string>()
  for (const { id, name } of all) {
    if (ids.has(id)) throw badInput('tagValues', `the value ${id} is there twice`, `取值 ${id} 重复`)
    // Names must be unique, because rows store only the name of a value.
    if (names.has(name)) throw badInput('tagValues', `two values are named ${name}`, `有两个取值都叫 ${name}`)
    ids.add(id)
    names.add(name)
  }
}

/** Appends removed values that rows still use as inactive values, which are no longer offered. */
export function withRetired(tree: LabelValue[], removed: LabelValue[]): LabelValue[] {
  const names = new Set(flat(tree).map(({ name }) => name))
  const kept = removed
    .filter(({ name }) => !names.has(name))
    .map((value) => ({ ...value, status: LabelStatus.inactive as number, children: [] }))
  return [...tree, ...kept]
}

/** Differences between two trees. */
export function treeChanges(before: LabelValue[], after: LabelValue[]): LabelChangeLog[] {
  const old = new Map(flat(before).map((value) => [value.id, value]))
  const changes: LabelChangeLog[] = []
  const { create, update, remove } = LabelOperation
  for (const { id, name, status } of flat(after)) {
    const was = old.get(id)
    old.delete(id)
    if (!was) changes.push({ target: LabelChange.valueName, operation: create, before: '', after: name, value: name })
    else {
      if (was.name !== name)
        changes.push({ target: LabelChange.valueName, operation: update, before: was.name, after: name, value: name })
      if (was.status !== status)
        changes.push({
          target: LabelChange.valueStatus,
          operation: update,
          before: String(was.status),
          after: String(status),
          value: name,
        })
    }
  }
  for (const { name } of old.values())
    changes.push({ target: LabelChange.valueName, operation: remove, before: name, after: '', value: name })
  return changes
}

export function choicesOf(tree: LabelValue[]): Choices {
  const all = flat(tree)
  const active = all.filter(({ status }) => status === LabelStatus.active)
  const former = active.flatMap(({ name, formerNames }) => formerNames.map((old): [string, string] => [old, name]))
  const offered = new Map([...former, ...active.map(({ name }): [string, string] => [name, name])])
  return { offered, retired: new Set(all.map(({ name }) => name).filter((name) => !offered.has(name))) }
}
