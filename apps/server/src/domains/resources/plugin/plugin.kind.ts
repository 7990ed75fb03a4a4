import type { Egress } from '#kit/egress/egress.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { factsFrom } from '#domains/ground/resource/shared/resource-facts.ts'
import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import { createPluginContents } from './plugin-content.ts'
import { createPluginPorter } from './plugin.porter.ts'
import type { PluginRepo } from './plugin.repo.ts'
import type { PluginService } from './plugin.service.ts'
import type { Toolsets } from './toolset.service.ts'
import type { PluginVersions } from './version.service.ts'

/** Plugins as a kind of resource. A copy in the same space keeps the secrets, which exported content never contains. */
export const pluginKind = (deps: {
  repo: PluginRepo
  plugins: PluginService
  versions: Pick<PluginVersions, 'publish'>
  toolsets: Pick<Toolsets, 'forSpace'>
  resources: ResourceService
  secrets: Secrets
  egress: Pick<Egress, 'checkUrl'>
}) => ({
  porter: createPluginPorter({
    contents: createPluginContents(deps),
    publish: async (id, userId) =>
      void (await deps.versions.publish(id, userId, { name: '', description: '', privacy: null }, '')),
  }),
  remove: ({ id }: { id: string }, userId: string) => deps.plugins.remove(id, userId),
  forget: (id: string) => deps.plugins.forget(id),
  copy: deps.plugins.copy,
  move: deps.plugins.move,
  canChangeSpace: true,
  /** Official plugins are the same in every space. */
  isEverywhere: async (id: string, spaceId: string) =>
    (await deps.toolsets.forSpace(id, '', { spaceId, isDraft: true })) !== undefined,
  facts: factsFrom<{ id: string; version: string; hasEdits: boolean; tools: number }>(
    `SELECT plugin.id::text, plugin.version,
       version.created_at < (SELECT max(updated_at) FROM plugin_tool WHERE plugin_id = plugin.id) AS "hasEdits",
       (SELECT count(*) FROM plugin_tool WHERE plugin_id = plugin.id)::int AS tools
     FROM plugin LEFT JOIN plugin_version AS version ON version.id = plugin.version_id
     WHERE plugin.id = ANY($1::bigint[])`,
    ({ version, hasEdits, tools }) => ({ version, hasEdits, counts: { tools } }),
  ),
  searchTexts: searchTextsFrom<{ id: string; text: string }>(
    `SELECT plugin_id::text AS id, string_agg(name || ' ' || description, E'\\n') AS text FROM plugin_tool
     WHERE plugin_id = ANY($1::bigint[]) GROUP BY plugin_id`,
    (row) => joinTexts([row.text]),
  ),
})
