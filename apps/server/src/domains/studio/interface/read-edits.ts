import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { interfaceEdit, schemaAt } from '@orrery/contract/shared/interface-document'
import { CODE_LIMITS, INTERFACE_LIMITS } from '@orrery/contract/shared/interface-limits'
import { interfaceErrors } from './interface.errors.ts'

function parsed(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw interfaceErrors.badEdit({ path: field, reason: 'is not JSON' })
  }
}
/** Reads edits sent by an editor. One invalid edit refuses all of them. */
export function readEdits(text: string): InterfaceEdit[] {
  if (!text.trim()) return []
  const list = parsed(text, 'the list')
  if (!Array.isArray(list)) throw interfaceErrors.badEdit({ path: 'the list', reason: 'is not a list' })
  if (list.length > INTERFACE_LIMITS.edits) throw interfaceErrors.tooMany({ max: INTERFACE_LIMITS.edits })
  return list.map((item, index) => readEdit(item, index))
}
function readEdit(item: unknown, index: number): InterfaceEdit {
  const read = interfaceEdit.safeParse(item)
  if (!read.success) throw interfaceErrors.badEdit({ path: `[${index}]`, reason: 'is not an edit' })
  const { path, value, remove } = read.data
  const shown = path.join('.').slice(0, 200)
  const schema = schemaAt(path)
  if (!schema) throw interfaceErrors.badEdit({ path: shown, reason: 'is not part of an interface' })
  if (remove) {
    // Only whole entries can be removed, not the fixed parts of a page or component.
    const isEntry = path.length === 2 ? path[0] !== 'theme' : path.length === 4
    if (!isEntry) throw interfaceErrors.badEdit({ path: shown, reason: 'cannot be removed' })
    return { path, remove }
  }
  const fits = schema.safeParse(value)
  if (!fits.success) {
    const [issue] = fits.error.issues
    throw interfaceErrors.badEdit({
      path: [shown, ...(issue?.path ?? [])].join('.').slice(0, 300),
      reason: issue?.message ?? 'does not fit',
    })
  }
  return { path, value: fits.data }
}
/** The last save that the editor knows, and the name of this save. */
export function readAction(text: string): { batch: string; since: number | undefined } {
  const given = text.trim() ? (parsed(text, 'action') as Record<string, unknown> | null) : {}
  const { batch, since } = given ?? {}
  return {
    batch: typeof batch === 'string' ? batch.slice(0, 64) : '',
    since:
      typeof since === 'number' && Number.isSafeInteger(since) && since >= 0
        ? Math.min(since, 2_000_000_000)
        : undefined,
  }
}

export function checkCounts(document: InterfaceDocument): void {
  const counts: [object, number, string, string][] = [
    [document.pages, INTERFACE_LIMITS.pages, 'pages', '页面'],
    [document.nodes, INTERFACE_LIMITS.nodes, 'components', '组件'],
    [document.sources, INTERFACE_LIMITS.sources, 'sources', '数据源'],
    [document.variables, INTERFACE_LIMITS.variables, 'variables', '变量'],
  ]
  for (const [list, max, what, whatZh] of counts)
    if (Object.keys(list).length > max) throw interfaceErrors.tooLarge({ max, what, whatZh })
  const files = Object.values(document.pages).map((page) => Object.keys(page.files ?? {}).length)
  if (Math.max(0, ...files) > CODE_LIMITS.files)
    throw interfaceErrors.tooLarge({ max: CODE_LIMITS.files, what: 'files in a page', whatZh: '页面文件' })
}
/**
 * An upper bound of the size. The document is serialised only if it may be too large, since that is slow for large
 * ones.
 */
export function checkSize(document: InterfaceDocument, atMost = Infinity): number {
  if (atMost <= INTERFACE_LIMITS.bytes) return atMost
  const size = JSON.stringify(document).length
  if (size > INTERFACE_LIMITS.bytes)
    throw interfaceErrors.tooLarge({ max: INTERFACE_LIMITS.bytes, what: 'characters', whatZh: '字符' })
  return size
}
