import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { Editor } from '../draft/draft-context.ts'
import type { Shortcut } from './shortcut-rules.ts'

export const shortcutIconsQuery = queryOptions({
  queryKey: ['icons', 'shortcut'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.upload.shortcutIcons({}, { signal })).file_list,
})

/** Saves a shortcut. This creates a new version of the draft, therefore pending edits are saved first. */
export async function saveShortcut(editor: Editor, shortcut: Shortcut): Promise<void> {
  const { store, botId, spaceId, reload } = editor
  await store.flush()
  const { version } = store.current().info
  const components = shortcut.components_list.map((component) => ({
    ...component,
    name: component.name.trim(),
    options: component.options.map((option) => option.trim()).filter(Boolean),
  }))
  const shortcuts = { ...shortcut, object_id: botId, components_list: components }
  const input = { object_id: botId, space_id: spaceId, shortcuts, version }
  await api.bot.saveShortcut(input)
  await reload()
}
