import { indexOf, takenIds } from '../../document/canvas-index.ts'
import { addGroup, removeGroups, renameGroup } from '../../document/edits/group-edits.ts'
import { newNodeId } from '../../document/new-id.ts'
import type { CommandContext } from './command-context.ts'

/** Frames around nodes. */
export function createGroupCommands({ store, t, announce, canvas, selectedNodes }: CommandContext) {
  return {
    group(): void {
      const nodeIds = selectedNodes()
        .filter((node) => !indexOf(canvas()).get(node.id)?.parent)
        .map((node) => node.id)
      if (!nodeIds.length) return
      const id = `group_${newNodeId(takenIds(canvas()))}`
      store.apply((now) => addGroup(now, { id, title: t('group.title'), nodeIds }), { label: t('step.group') })
      store.select([id])
      announce(t('said.grouped', { count: nodeIds.length }))
    },
    ungroup(id: string): void {
      store.apply((now) => removeGroups(now, new Set([id])), { label: t('step.ungroup') })
    },
    renameGroup(id: string, title: string): void {
      const name = title.trim()
      if (name) store.apply((now) => renameGroup(now, id, name), { label: t('step.rename') })
    },
  }
}
