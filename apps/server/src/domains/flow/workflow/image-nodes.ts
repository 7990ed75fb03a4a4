import { imagePalette } from '@orrery/engine/describe'
import { nodeTypeOf } from './node-catalog.ts'

/** Value of `BasicNodeType` for a node of the canvas; tools of plugins have another one. */
const NODE = 2

/** The nodes of image flows by category: image nodes only, or all nodes that an image flow may contain. */
export function imageNodeGroups(isAll: boolean, isChinese: boolean) {
  const groups = new Map<string, ReturnType<typeof shown>[]>()
  for (const { type, category, group, hidden } of imagePalette) {
    if (hidden || (!isAll && group !== 'image')) continue
    groups.set(category, [...(groups.get(category) ?? []), shown(type, isChinese)])
  }
  return [...groups].map(([category, nodes]) => ({ category_i18n_key: category, nodes }))
}

function shown(type: string, isChinese: boolean) {
  const node = nodeTypeOf.get(type)!
  return {
    node_type: NODE,
    node_template: {
      id: node.type,
      type: Number(node.type),
      name: isChinese ? node.zh : node.en,
      desc: isChinese ? node.descZh : node.descEn,
      icon_url: '',
      support_batch: node.batch ? 2 : 1,
      node_type: node.type,
      color: node.color,
    },
  }
}
