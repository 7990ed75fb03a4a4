import { type Canvas, type CanvasGroup, groupsOf } from '../canvas.ts'

/** Adds a group and removes its nodes from other groups: a node is in at most one group. */
export function addGroup(canvas: Canvas, group: CanvasGroup): Canvas {
  const taken = new Set(group.nodeIds)
  const others = groupsOf(canvas)
    .map((group) => ({ ...group, nodeIds: group.nodeIds.filter((id) => !taken.has(id)) }))
    .filter((item) => item.nodeIds.length > 0)
  return { ...canvas, groups: [...others, group] }
}

/** Removes the frames; their nodes remain. */
export const removeGroups = (canvas: Canvas, ids: ReadonlySet<string>): Canvas =>
  groupsOf(canvas).some((group) => ids.has(group.id))
    ? { ...canvas, groups: groupsOf(canvas).filter((group) => !ids.has(group.id)) }
    : canvas

export const renameGroup = (canvas: Canvas, id: string, title: string): Canvas => ({
  ...canvas,
  groups: groupsOf(canvas).map((group) => (group.id === id ? { ...group, title } : group)),
})
