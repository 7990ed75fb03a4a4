import { elementOf, fieldsOf, type Param, paramsOf, typeOnly, typeText, type ValueType } from '@orrery/engine/describe'
import { useMemo } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { freeName } from '../free-name.ts'
import { useNodeForm } from '../form-context.tsx'
import { writePath } from '@orrery/engine/describe'
import { groupTitle } from '../../scope/group-title.ts'
import type { ScopeGroup, ScopeValue } from '../../scope/scope-tree.ts'
import type { Mention } from './mentions.ts'

const inputPath = 'inputs.inputParameters'
type TypeName = ReturnType<typeof useDataTypeName>

/** Suggestions in a prompt: inputs of the node, and values of earlier nodes, which become inputs when selected. */
export function usePromptMentions(): { mentions: readonly Mention[]; isKnown: (inner: string) => boolean } {
  const t = useT('workflow-node')
  const typeName = useDataTypeName()
  const { data, scope, change } = useNodeForm()
  const inputs = paramsOf(data, inputPath) as Param[]
  const items = paramsOf(data, 'inputs.batch.inputLists') as Param[]
  const isBatch = (data.inputs?.['batch'] as { batchEnable?: boolean } | undefined)?.batchEnable === true
  return useMemo(() => {
    const own = inputs.flatMap((input) =>
      input?.name ? inputMentions(input.name, typeOnly(input.input ?? {}), t('prompt.inputs'), typeName) : [],
    )
    const taken = new Set(inputs.map((input) => refKey(input)))
    const before = scope
      .filter((group) => group.node)
      .flatMap((group) => scopeMentions(group, groupTitle(group, t), typeName))
      .filter((item) => !taken.has(`${item.value.ref.blockID}/${item.value.ref.name}`))
      .map(({ value, mention }): Mention => {
        const name = freeName(inputs, value.name)
        const input = { ...typeOnly(value.type), value: { type: 'ref' as const, content: value.ref } }
        return {
          ...mention,
          insert: name,
          onPick: () => change((now) => writePath(now, inputPath, [...paramsOf(now, inputPath), { name, input }])),
        }
      })
    const names = new Set([...inputs.map((input) => input?.name), ...(isBatch ? items.map((item) => item?.name) : [])])
    return {
      mentions: [...own, ...before],
      isKnown: (inner: string) => names.has(/^[^.[\]]+/.exec(inner)?.[0] ?? ''),
    }
  }, [inputs, items, isBatch, scope, change, t, typeName])
}

const refKey = (param: Param): string => {
  const value = param?.input?.value
  return value?.type === 'ref' ? `${value.content.blockID}/${value.content.name}` : ''
}

/** An input and its nested fields, as far as they are declared. */
export function inputMentions(
  name: string,
  type: ValueType,
  section: string,
  typeName: TypeName,
  depth = 0,
): Mention[] {
  const element = elementOf(type)
  const inner = fieldsOf(element ?? type)
  const below =
    depth > 3
      ? []
      : inner.flatMap((item) =>
          inputMentions(`${name}${element ? '[0]' : ''}.${item.name}`, typeOnly(item), section, typeName, depth + 1),
        )
  return [{ label: name, detail: typeName(typeText(type)), section, insert: name }, ...below]
}

/** Values of earlier nodes as a flat list with their paths. */
function scopeMentions(
  group: ScopeGroup,
  section: string,
  typeName: TypeName,
): { value: ScopeValue; mention: Mention }[] {
  const flat = (values: readonly ScopeValue[], above: string): { value: ScopeValue; mention: Mention }[] =>
    values.flatMap((value) => {
      const label = above + value.name
      const mention = { label, detail: typeName(typeText(value.type)), section, insert: label }
      return [{ value, mention }, ...flat(value.children, `${label}.`)]
    })
  return flat(group.values, '')
}

/** Suggestions in a URL or body: values of earlier nodes, inserted directly. */
export function useEmbeddedMentions(): {
  mentions: readonly Mention[]
  read: (inner: string) => { name: string; isKnown: boolean } | null
} {
  const t = useT('workflow-node')
  const typeName = useDataTypeName()
  const { scope } = useNodeForm()
  return useMemo(() => {
    const all = scope.flatMap((group) =>
      scopeMentions(group, groupTitle(group, t), typeName).map((scopeMention) => ({ ...scopeMention, group })),
    )
    const mentions = all.map(({ value, mention, group }): Mention => ({
      ...mention,
      insert: group.node
        ? `block_output_${group.node.id}.${value.ref.name}`
        : `global_variable_${group.as}["${value.ref.path?.[0]}"]${(value.ref.path ?? [])
            .slice(1)
            .map((item) => `.${item}`)
            .join('')}`,
    }))
    const byInsert = new Map(mentions.map((mention) => [mention.insert, mention]))
    return {
      mentions,
      read: (inner) => {
        const known = byInsert.get(inner)
        if (known) return { name: `${known.section} · ${known.label}`, isKnown: true }
        const global = /^global_variable_(?:app|user|system)\s*\["([^"]*)"\]/.exec(inner)
        if (global) return { name: global[1]!, isKnown: true }
        const output = /^block_output_[^.[\]]+\.(.+)$/.exec(inner)
        return output ? { name: output[1]!, isKnown: false } : null
      },
    }
  }, [scope, t, typeName])
}
