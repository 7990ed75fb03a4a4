import { BOT_LIMITS } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { botErrors } from './bot.errors.ts'
import { sameSpace } from './bot.view.ts'
import { tidy } from './draft.ts'
import type { DraftOps, DraftRoutesDeps } from './draft.routes.ts'

export function shortcutRoutes({ bots, view, newId }: DraftRoutesDeps): Pick<Handlers<DraftOps>, 'saveShortcut'> {
  return {
    saveShortcut: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const given = { ...input.shortcuts, object_id: input.object_id }
      const isNew = given.command_id === ''
      const shortcut = isNew ? { ...given, command_id: newId() } : given
      const saved = await bots
        .change(input.object_id, ctx.userId, input.version, (before) => {
          const { shortcuts } = before.config
          if (!isNew && !shortcuts.some((item) => item.command_id === shortcut.command_id))
            throw botErrors.noSuchShortcut()
          if (isNew && shortcuts.length >= BOT_LIMITS.shortcuts)
            throw botErrors.shortcutLimit({ max: BOT_LIMITS.shortcuts })
          if (shortcut.tool_type !== 0 && shortcut.plugin_id === '') throw botErrors.shortcutTool()
          const list = isNew
            ? [...shortcuts, shortcut]
            : shortcuts.map((item) => (item.command_id === shortcut.command_id ? shortcut : item))
          const sort = isNew ? [...before.config.shortcut_sort, shortcut.command_id] : before.config.shortcut_sort
          return { ...before, config: tidy({ ...before.config, shortcuts: list, shortcut_sort: sort }) }
        })
        .catch(view.orConflict(shortcut))
      return { shortcuts: view.shortcut(shortcut), version: saved.version }
    },
  }
}
