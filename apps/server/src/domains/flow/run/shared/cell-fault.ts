import type { Variable } from '@orrery/engine'

export interface CellFault {
  en: string
  zh: string
}
const wholeNumber = { en: 'is not a whole number', zh: '不是整数' }
const number = { en: 'is not a number', zh: '不是数字' }
const truth = { en: 'must be true or false', zh: '不是 true 或 false' }
const list = { en: 'is not a JSON list', zh: '不是 JSON 列表' }
const object = { en: 'is not a JSON object', zh: '不是 JSON 对象' }

/** Checks a text value for an input of a workflow. Returns what is wrong with it. */
export function cellFault(cell: string, { type }: Pick<Variable, 'type'>): CellFault | undefined {
  switch (type.kind) {
    case 'integer':
      return /^\s*[+-]?\d+\s*$/.test(cell) ? undefined : wholeNumber
    case 'number':
      return cell.trim() && Number.isFinite(Number(cell)) ? undefined : number
    case 'boolean':
      return /^\s*(true|false|1|0)\s*$/i.test(cell) ? undefined : truth
    case 'list':
      return Array.isArray(json(cell)) ? undefined : list
    case 'object': {
      const value = json(cell)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : object
    }
    default:
      return undefined
  }
}
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
