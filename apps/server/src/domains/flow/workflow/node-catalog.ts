import { descriptions, type NodeDescription } from '@orrery/engine/describe'
import { keyOf } from '@orrery/engine/node-type'
import { nodeWords as en } from '@orrery/engine/words/en'
import { nodeWords as zh } from '@orrery/engine/words/zh-CN'

const colors: Partial<Record<NodeDescription['category'], string>> = {
  logic: '#00B2B2',
  database: '#FF811A',
  data: '#FF811A',
  image: '#FF4DC3',
  utilities: '#3071F2',
  conversation_management: '#3071F2',
  conversation_history: '#3071F2',
  message: '#3071F2',
}
const hasBatch = ({ sections }: NodeDescription) =>
  sections.some((section) => section.fields.some((field) => field.kind === 'batch'))

/** Every node type that a canvas may contain, as the API lists them in the node panel. */
export const nodeTypes = descriptions
  .map((description) => {
    const { type, category, hidden = false } = description
    const key = keyOf(type)
    return {
      type: type as string,
      key,
      category,
      en: en[key].name,
      zh: zh[key].name,
      descEn: en[key].about,
      descZh: zh[key].about,
      batch: hasBatch(description),
      hidden,
      color: colors[category] ?? '#5C62FF',
    }
  })
  .toSorted((left, right) => Number(left.type) - Number(right.type))
export const nodeTypeOf = new Map(nodeTypes.map((nodeType) => [nodeType.type, nodeType]))
