import { type contract, type OwnComponent, type PackageVersionData } from '@orrery/contract'
import { ownComponent } from '@orrery/contract/shared/interface-document'
import { z } from 'zod'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { packageErrors } from './component-package.errors.ts'
import { newestFirst, type PackageService } from './component-package.service.ts'
import type { PackageRow } from './component-package.table.ts'

export interface PackageVersionDeps {
  packages: PackageService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  /** The text of an uploaded file of this person, or undefined. */
  readFile(key: string, userId: string): Promise<string | undefined>
}
const WEB = 1
const contents = z.strictObject({
  components: z.array(ownComponent).min(1).max(30),
  files: z.record(z.string().max(200), z.string()).optional(),
  source_uri: z.string().min(1).max(300).optional(),
})
const sources = z.record(z.string().max(200), z.string())

/** The calls with which programs publish versions. The packages are those that the editor imports. */
export function packageVersionRoutes(deps: PackageVersionDeps): Handlers<typeof contract.agentAppPackage> {
  const { packages } = deps
  const mayChange = (ctx: Ctx) => async (row: PackageRow) =>
    row.createdBy === ctx.userId || ctx.access.can(ctx.actor!, 'space', row.spaceId, 'removeMember')

  async function readContents(text: string, userId: string) {
    const read = contents.safeParse(json(text))
    if (!read.success) throw badContents(read.error)
    const { components, source_uri: key } = read.data
    const file = key ? await deps.readFile(key, userId) : undefined
    if (key && file === undefined) throw packageErrors.badContents({ reason: 'source_uri: no such file' })
    const files = sources.safeParse(file === undefined ? read.data.files : json(file))
    if (!files.success) throw packageErrors.badContents({ reason: 'files: write the sources by path' })
    return { components, files: files.data }
  }
  async function shown(rows: PackageRow[], all: readonly PackageRow[]): Promise<PackageVersionData[]> {
    const people = new Map((await deps.people.getMany(rows.map((row) => row.createdBy))).map((user) => [user.id, user]))
    const latest = new Map(
      all
        .toSorted(newestFirst)
        .toReversed()
        .map((row) => [row.name, row.id]),
    )
    return rows.map((row) => {
      const user = people.get(row.createdBy)
      return {
        id: row.id,
        space_id: row.spaceId,
        package_name: row.name,
        version_name: row.version,
        version_code: row.id,
        is_latest_version: latest.get(row.name) === row.id ? 1 : 0,
        meta_title: row.title,
        meta_desc: row.description,
        meta_contains: JSON.stringify({ components: row.components }),
        creator: {
          user_id: row.createdBy,
          user_type: 0,
          user_name: user?.name ?? '',
          user_avatar: deps.links.make(user?.avatarKey),
        },
        created_at: seconds(row.createdAt),
        updated_at: seconds(row.createdAt),
      }
    })
  }
  /** All versions of a package, newest first. */
  const versionsOf = (spaceId: string, name: string) => packages.versions({ spaceId, names: [name] })
  const pick = (rows: readonly PackageRow[], version: string | undefined) =>
    version === undefined ? rows[0] : rows.find((row) => row.version === version.replace(/^v/, ''))

  return {
    create: async (input, ctx) => {
      const { space_id: spaceId, package_name: name, version_name: version } = input
      if (pick(await versionsOf(spaceId, name), version)) throw packageErrors.exists({ name, version })
      const given = {
        spaceId,
        userId: ctx.userId,
        name,
        version,
        channel: WEB,
        title: input.meta_title ?? name,
        description: input.meta_desc,
        ...(await readContents(input.meta_contains, ctx.userId)),
      }
      return { package_id: (await packages.upload(given, mayChange(ctx))).id }
    },
    update: async (input, ctx) => {
      const { space_id: spaceId, package_name: name, version_name: version } = input
      const before = pick(await versionsOf(spaceId, name), version)
      if (!before || (input.package_id && input.package_id !== before.id)) throw packageErrors.none({ name, version })
      const kept: { components: OwnComponent[]; files: Record<string, string> } =
        input.meta_contains === undefined
          ? { components: before.components, files: await packages.filesOf(before.id) }
          : await readContents(input.meta_contains, ctx.userId)
      const given = {
        spaceId,
        userId: ctx.userId,
        name,
        version,
        channel: before.channel,
        title: input.meta_title ?? before.title,
        description: input.meta_desc ?? before.description,
        ...kept,
      }
      return { package_id: (await packages.upload(given, mayChange(ctx))).id }
    },
    remove: async (input, ctx) => {
      await packages.drop(input.space_id, input.package_name, input.version_name, mayChange(ctx))
      return {}
    },
    get: async ({ space_id, package_name: name, version_name }) => {
      const rows = await versionsOf(space_id, name)
      const found = pick(rows, version_name)
      if (!found) throw packageErrors.none({ name, version: version_name ?? '' })
      return (await shown([found], rows))[0]!
    },
    list: async (input) => {
      const all = await packages.versions({ spaceId: input.space_id, search: input.package_name })
      const byName = [...Map.groupBy(all, ({ name }) => name).values()]
      const rows = byName.flatMap((versions) => pick(versions, input.version_name) ?? [])
      const page = rows.slice((input.page - 1) * input.size, input.page * input.size)
      return { package_list: await shown(page, all), total: String(rows.length) }
    },
    batchGet: async (input) => {
      const names = [...new Set(input.query.map((one) => one.package_name))]
      const all = names.length ? await packages.versions({ spaceId: input.space_id, names }) : []
      const rows = input.query.flatMap(
        ({ package_name: name, version_name: version }) =>
          pick(
            all.filter((row) => row.name === name),
            version,
          ) ?? [],
      )
      return { package_list: await shown(rows, all), total: String(rows.length) }
    },
    versions: async (input) => {
      const rows = await versionsOf(input.space_id, input.package_name)
      const page = rows.slice((input.page - 1) * input.size, input.page * input.size)
      return { version_list: page.map(({ version }) => version), total: String(rows.length) }
    },
  }
}
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw packageErrors.badContents({ reason: 'it is not JSON' })
  }
}
function badContents(error: z.ZodError) {
  const [issue] = error.issues
  return packageErrors.badContents({ reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() })
}
