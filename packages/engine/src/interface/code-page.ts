import type { InterfaceDocument } from '@orrery/contract'
import { CODE_ENTRY } from '@orrery/contract/shared/interface-limits'

export type CodeWrite = 'insert' | 'update' | 'remove'
/** A source that the code of a page declares to use. */
interface CodeBinding {
  name: string
  writes: CodeWrite[]
  file: string
  line: number
}
export interface CodeFault {
  file: string
  line: number
  message: string
}
const writes: readonly CodeWrite[] = ['insert', 'update', 'remove']
const USE = /\buseBinding\s*(?:<[^>()]*>\s*)?\(\s*(?:(['"])([^'"\\\n]*)\1\s*(?:,\s*\[([^\]]*)\]\s*)?,?\s*\))?/g

export const codePagesOf = ({ pages }: InterfaceDocument): { id: string; files: Record<string, string> }[] =>
  Object.entries(pages).flatMap(([id, { files }]) => (files ? [{ id, files }] : []))

/**
 * Finds the sources that a page of code may use: `useBinding('orders')` reads or runs a source,
 * `useBinding('orders', ['insert'])` also adds rows. The names are parsed from the text, so they must be literals.
 */
function readBindings(files: Record<string, string>): { bindings: CodeBinding[]; faults: CodeFault[] } {
  const bindings: CodeBinding[] = []
  const faults: CodeFault[] = []
  for (const [file, text] of Object.entries(files))
    for (const { 2: name, 3: list, index } of text.matchAll(USE)) {
      const line = text.slice(0, index).split('\n').length
      if (name === undefined) {
        faults.push({ file, line, message: 'useBinding takes the name of a source, written as a text' })
        continue
      }
      const asked = (list ?? '')
        .split(',')
        .map((item) => item.trim().replaceAll(/^['"]|['"]$/g, ''))
        .filter(Boolean)
      const unknown = asked.find((item) => !writes.includes(item as CodeWrite))
      if (unknown !== undefined)
        faults.push({ file, line, message: `useBinding: “${unknown}” is none of insert, update, remove` })
      else bindings.push({ name, writes: asked as CodeWrite[], file, line })
    }
  return { bindings, faults }
}
/** The sources that the code of one page names, each with the ways in which it may change rows. */
export function usesOf(files: Record<string, string>): Map<string, ReadonlySet<CodeWrite>> {
  const found = new Map<string, Set<CodeWrite>>()
  for (const { name, writes: asked } of readBindings(files).bindings)
    found.set(name, new Set([...(found.get(name) ?? []), ...asked]))
  return found
}
/** Reduces the files of a page to its declarations: enough to enforce them, without the rest of the code. */
export function onlyUses(files: Record<string, string>): Record<string, string> {
  const lines = [...usesOf(files)].map(
    ([name, asked]) => `useBinding('${name}', [${[...asked].map((one) => `'${one}'`)}])`,
  )
  return { [CODE_ENTRY]: lines.join('\n') }
}
/** The first fault in the text of a page of code that keeps it from running. */
export function codeFault(document: InterfaceDocument, files: Record<string, string>): CodeFault | undefined {
  if (!Object.hasOwn(files, CODE_ENTRY))
    return { file: CODE_ENTRY, line: 0, message: 'this file is missing; its default export is the page' }
  const { bindings, faults } = readBindings(files)
  const problems = bindings.flatMap(({ name, writes: asked, file, line }): CodeFault[] => {
    const source = Object.hasOwn(document.sources, name) ? document.sources[name] : undefined
    if (!source) return [{ file, line, message: `there is no source “${name}”` }]
    return asked.length > 0 && source.kind !== 'table'
      ? [{ file, line, message: `“${name}” is a workflow: it has no rows to change` }]
      : []
  })
  return faults[0] ?? problems[0]
}
/** The sources that all pages of code use, and those whose rows they change. */
export function codeUses(document: InterfaceDocument): { names: Set<string>; writes: Record<CodeWrite, string[]> } {
  const bindings = codePagesOf(document).flatMap(({ files }) => readBindings(files).bindings)
  const by = (write: CodeWrite) => bindings.flatMap((one) => (one.writes.includes(write) ? [one.name] : []))
  return {
    names: new Set(bindings.map(({ name }) => name)),
    writes: { insert: by('insert'), update: by('update'), remove: by('remove') },
  }
}
