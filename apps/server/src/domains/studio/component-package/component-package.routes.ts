import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { newestFirst, type PackageService } from './component-package.service.ts'
import type { PackageRow } from './component-package.table.ts'
import { toInfo, toMeta } from './component-package.view.ts'
import type { FrameLinks } from './component-frame.ts'

export interface PackageRoutesDeps {
  packages: PackageService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  frames: FrameLinks
}
interface Paging {
  page: number
  size: number
}

export function componentPackageRoutes(deps: PackageRoutesDeps): Handlers<typeof contract.componentPackage> {
  const { packages, frames } = deps
  /** The space of the project. Throws "not found" if the caller names another one. */
  function spaceOf(ctx: Ctx, named: string | undefined): string {
    const { spaceId } = ctx.located!
    if (named && named !== spaceId) throw errors.notFound({ what: 'project' })
    return spaceId
  }
  /** A version can be replaced and deleted by the person who uploaded it, and by administrators of the space. */
  const mayChange = (ctx: Ctx) => async (row: PackageRow) =>
    row.createdBy === ctx.userId || ctx.access.can(ctx.actor!, 'space', row.spaceId, 'removeMember')
  const latestOf = (rows: readonly PackageRow[]) => {
    const first = new Map<string, string>()
    for (const { name, id } of rows.toSorted(newestFirst)) if (!first.has(name)) first.set(name, id)
    return (row: PackageRow) => first.get(row.name) === row.id
  }
  async function listed(rows: PackageRow[], all: readonly PackageRow[], { page, size }: Paging, imported: Set<string>) {
    const shown = rows.slice((page - 1) * size, page * size)
    const people = new Map(
      (await deps.people.getMany(shown.map((row) => row.createdBy))).map((user) => [user.id, user]),
    )
    const isLatest = latestOf(all)
    return {
      total: String(rows.length),
      list: shown.map((row) => {
        const user = people.get(row.createdBy)
        return {
          component_info: toInfo(row, isLatest(row), frames.make(row.id)),
          user_info: {
            user_id: row.createdBy,
            user_name: user?.name ?? '',
            user_avatar: deps.links.make(user?.avatarKey),
            user_unique_name: user?.uniqueName ?? '',
            create_time: Math.floor(row.createdAt / 1000),
          },
          is_import: imported.has(row.name),
        }
      }),
    }
  }
  return {
    list: async (input, ctx) => {
      const spaceId = spaceOf(ctx, input.space_id)
      const { channel_id: channel, search } = input
      const rows = await packages.newest({
        spaceId,
        channel,
        search,
        ...(input.created_by === 2 && { createdBy: ctx.userId }),
      })
      const imported = await packages.imported(spaceId, input.project_id, channel)
      return listed(rows, rows, input, new Set(imported.map(({ name }) => name)))
    },
    imported: async (input, ctx) => {
      const spaceId = spaceOf(ctx, input.space_id)
      const rows = await packages.imported(spaceId, input.project_id, input.channel_id)
      const all = await packages.versions({ spaceId, names: rows.map(({ name }) => name) })
      return listed(rows, all, input, new Set(rows.map(({ name }) => name)))
    },
    import: async (input, ctx) => {
      const spaceId = spaceOf(ctx, input.space_id)
      const { project_id, channel_id, component_name, version_name } = input
      await packages.import(spaceId, project_id, channel_id, ctx.userId, component_name, version_name)
      return {}
    },
    remove: async (input, ctx) => {
      await packages.remove(input.project_id, ctx.userId, input.component_name)
      return {}
    },
    compare: async (input, ctx) => {
      const spaceId = spaceOf(ctx, input.space_id)
      const { project_id, component_name, old_version_name, new_version_name } = input
      const found = await packages.compare(spaceId, project_id, component_name, old_version_name, new_version_name)
      const all = await packages.versions({ spaceId, names: [component_name] })
      const isLatest = latestOf(all)
      const info = (row: PackageRow) => toInfo(row, isLatest(row), frames.make(row.id))
      return {
        added: found.added.map((one) => toMeta(found.next, one)),
        deleted: found.deleted.map((one) => toMeta(found.old, one)),
        modified: found.modified.map((one) => toMeta(found.next, one)),
        latest_package: info(found.next),
        old_package: info(found.old),
        breaks: found.breaks,
      }
    },
    upload: async (input, ctx) => {
      const { space_id: spaceId, version_name: version, channel_id: channel, ...rest } = input
      const row = await packages.upload({ spaceId, version, channel, ...rest, userId: ctx.userId }, mayChange(ctx))
      const all = await packages.versions({ spaceId, names: [row.name] })
      return { component_info: toInfo(row, latestOf(all)(row), frames.make(row.id)) }
    },
    ofSpace: async (input) => {
      const rows = await packages.versions({ spaceId: input.space_id, search: input.search })
      return listed(rows, rows, input, new Set())
    },
    drop: async (input, ctx) => {
      await packages.drop(input.space_id, input.name, input.version_name, mayChange(ctx))
      return {}
    },
  }
}
