import { groupsOf, isFixed, type Point } from '../../document/canvas.ts'
import { indexOf } from '../../document/canvas-index.ts'
import { disconnect } from '../../document/edits/edge-edits.ts'
import { removeGroups } from '../../document/edits/group-edits.ts'
import { moveBy } from '../../document/edits/move-inside.ts'
import { removeNodes, setTitle } from '../../document/edits/node-edits.ts'
import { type CommandDeps, createCommandContext } from './command-context.ts'
import { createCommentCommands } from './comment-commands.ts'
import { createCopyCommands } from './copy-commands.ts'
import { createEdgeCommands } from './edge-commands.ts'
import { createGroupCommands } from './group-commands.ts'
import { createInsertCommands } from './insert-commands.ts'
import { createLevelCommands } from './level-commands.ts'

/** All commands of the canvas. Pointer, keyboard and menus use the same ones. */
export function createCommands(deps: CommandDeps) {
  const context = createCommandContext(deps)
  const { store, t, layoutOf, announce, refuse, canvas, selectedIds, describeNodes } = context

  function remove(ids: readonly string[] = selectedIds()): void {
    const index = indexOf(canvas())
    const nodes = ids.flatMap((id) => index.get(id)?.node ?? [])
    const free = nodes.filter((node) => !isFixed(node))
    if (free.length < nodes.length && free.length === 0 && ids.length === nodes.length) refuse(t('refused.fixed'))
    const gone = new Set(ids)
    const groups = groupsOf(canvas()).filter((group) => gone.has(group.id))
    const lines = ids.filter((id) => id.includes('>'))
    if (!free.length && !groups.length && !lines.length) return
    const label = free.length
      ? t('step.remove', { what: describeNodes(free) })
      : t(lines.length ? 'step.disconnect' : 'step.ungroup')
    store.apply(
      (now) =>
        removeGroups(
          removeNodes(
            disconnect(now, lines),
            free.map((node) => node.id),
          ),
          gone,
        ),
      { label },
    )
    announce(free.length ? t('said.removed', { what: describeNodes(free) }) : label)
  }

  return {
    ...createInsertCommands(context),
    ...createEdgeCommands(context),
    ...createCopyCommands(context),
    ...createGroupCommands(context),
    ...createCommentCommands(context),
    ...createLevelCommands(context),
    remove,
    selectAll: (): void => store.select(canvas().nodes.map((node) => node.id)),
    move(moves: ReadonlyMap<string, Point>, merge?: string): void {
      const label = t('step.move', { count: moves.size })
      store.apply((now) => moveBy(now, moves), { label, ...(merge ? { merge } : {}) })
    },
    rename(id: string, title: string): void {
      const name = title.trim()
      if (name) store.apply((now) => setTitle(now, id, name), { label: t('step.rename') })
    },
    async tidy(): Promise<void> {
      // Auto layout needs a large library; it is loaded on first use.
      const { autoLayout } = await import('../layout/auto-layout.ts')
      store.apply((now) => autoLayout(now, layoutOf), { label: t('step.tidy') })
      announce(t('said.tidied'))
    },
  }
}
export type Commands = ReturnType<typeof createCommands>
