import type { contract } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PluginService } from './plugin.service.ts'
import type { PluginView } from './plugin.view.ts'
import type { PrivateLinks } from './private-link.service.ts'
import type { PluginVersions } from './version.service.ts'

type Plugin = Handlers<typeof contract.plugin>
type VersionCalls =
  | 'publish'
  | 'nextVersion'
  | 'history'
  | 'changelog'
  | 'updatedApis'
  | 'muteUpdates'
  | 'lock'
  | 'unlock'
type LinkCalls = 'links' | 'link' | 'saveLink' | 'operateLink'

/** Versions, changes since the last version, and the edit lock. */
export function pluginVersionRoutes(deps: {
  plugins: PluginService
  versions: PluginVersions
  view: PluginView
}): Pick<Plugin, VersionCalls> {
  const { plugins, versions, view } = deps
  return {
    publish: async (input, ctx) => ({
      version_ts: await versions.publish(
        input.plugin_id,
        ctx.userId,
        {
          name: input.version_name,
          description: input.version_desc,
          privacy: input.privacy_status ? input.privacy_info : null,
        },
        ctx.address,
      ),
    }),
    nextVersion: async (input) => ({ next_version_name: await versions.next(input.plugin_id) }),
    history: async (input, ctx) => {
      const { rows, total } = await versions.history(input.plugin_id, input.page, input.size)
      const publisher = await view.creators(
        rows.map((row) => row.createdBy),
        ctx.userId,
      )
      return {
        plugin_publish_info_list: rows.map((row) => ({
          publisher_id: row.createdBy,
          version_ts: row.id,
          version_name: row.name,
          version_desc: row.description,
          create_time: secondsText(row.createdAt),
          publisher: publisher(row.createdBy),
        })),
        total,
      }
    },
    changelog: async (input, ctx) => {
      const { rows, total } = await versions.changelog(input.plugin_id, input.page, input.size)
      const creator = await view.creators(
        rows.map((row) => row.userId),
        ctx.userId,
      )
      return {
        total,
        change_log_list: rows.map((row) => ({
          changelog_id: row.id,
          create_time: secondsText(row.at),
          creator: creator(row.userId),
          operation: row.operation,
        })),
      }
    },
    updatedApis: async (input, ctx) => {
      const { created, deleted, updated } = await versions.changes(input.plugin_id, ctx.userId)
      return { created_api_names: created, deleted_api_names: deleted, updated_api_names: updated }
    },
    muteUpdates: async (input, ctx) => {
      await versions.mute(input.plugin_id, ctx.userId)
      return {}
    },
    lock: async (input, ctx) => {
      await plugins.get(input.plugin_id)
      const { holder, isTaken } = await versions.lock(input.plugin_id, ctx.userId, input.force)
      const creator = await view.creators([holder], ctx.userId)
      return { Occupied: !isTaken, user: creator(holder), Seized: isTaken }
    },
    unlock: async (input, ctx) => ({ released: await versions.unlock(input.plugin_id, ctx.userId) }),
  }
}

/** Private links: everybody may choose one, only the instance owner creates them. */
export function linkRoutes(links: PrivateLinks): Pick<Plugin, LinkCalls> {
  const shownLink = (row: Awaited<ReturnType<PrivateLinks['get']>>, ctx: Ctx) => ({
    id: row.id,
    name: row.name,
    endpoint_service_id: row.endpointServiceId,
    domain: row.domain,
    // The real address is shown only to the instance owner.
    plugin_access_url: ctx.actor?.isInstanceOwner ? row.accessUrl : '',
    enterprise_id: row.enterpriseId,
    status: row.status,
  })
  return {
    links: async (_, ctx) => ({ private_links: (await links.list()).map((row) => shownLink(row, ctx)) }),
    link: async (input, ctx) => ({ private_link: shownLink(await links.get(input.private_link_id), ctx) }),
    saveLink: async ({ private_link: item }, ctx) => ({
      private_link_id: await links.save(
        {
          id: item.id,
          name: item.name,
          endpointServiceId: item.endpoint_service_id,
          domain: item.domain,
          accessUrl: item.plugin_access_url,
          enterpriseId: item.enterprise_id,
        },
        ctx.userId,
        ctx.address,
      ),
    }),
    operateLink: async (input, ctx) => {
      await links.remove(input.private_link_id, ctx.userId, ctx.address)
      return {}
    },
  }
}
