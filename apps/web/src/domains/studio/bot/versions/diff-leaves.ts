import type { DiffNode, DiffNode3 } from './version.queries.ts'

/** The leaves of a tree, without its parts and groups. */
export const leavesOf = <Node extends { sub_nodes?: Node[] | undefined }>(nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => (node.sub_nodes ? leavesOf(node.sub_nodes) : [node]))

/** Extracts the text of a value that is encoded as JSON within JSON. */
export function originText(origin: string): string {
  if (!origin) return ''
  try {
    const value = JSON.parse((JSON.parse(origin) as { OriginStr: string }).OriginStr) as unknown
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  } catch {
    return ''
  }
}
export const shownText = (text: string): string => text.replaceAll('template_NewLine', '\n')
export const countOf = (nodes: readonly DiffNode[]): number => leavesOf([...nodes]).length
export const conflictsOf = (nodes: readonly DiffNode3[]): DiffNode3[] =>
  leavesOf([...nodes]).filter((node) => node.is_conflict)
export const pathOf = (node: DiffNode3): string =>
  node.diff_res_current?.json_path ?? node.diff_res_target?.json_path ?? ''
