import { isDeepStrictEqual } from 'node:util'
import type { ImportedPackage, InterfaceDocument, OwnComponent } from '@orrery/contract'
import { INTERFACE_LIMITS, PACKAGE_LIMITS } from '@orrery/contract/shared/interface-limits'
import { breaksOf, packageUses, set } from '@orrery/engine/interface'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Builder } from '#kit/sandbox/builder.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import { checkComponents, checkFiles } from './check-source.ts'
import { createTrial } from './try-out.ts'
import { packageErrors } from './component-package.errors.ts'
import type { PackageFilter, PackageRepo } from './component-package.repo.ts'
import type { NewPackage, PackageRow } from './component-package.table.ts'
import type { PackedPackage } from './shared/packed-package.ts'

export interface PackageDeps {
  repo: PackageRepo
  builder: Pick<Builder, 'build' | 'shelf'>
  /** For the trial render of built components. */
  sandbox: Pick<Sandbox, 'run'>
  interfaces: Pick<InterfaceService, 'change' | 'find' | 'get'>
  newId: NewId
  clock: Clock
}
export interface NewVersion {
  spaceId: string
  userId: string
  name: string
  version: string
  channel: number
  title: string
  description: string
  components: OwnComponent[]
  files: Record<string, string>
}
/** Whether the caller may replace or delete a version. */
type MayChange = (row: PackageRow) => Promise<boolean>

const numbers = (version: string) => version.split('.').map(Number)
export function newestFirst(one: PackageRow, other: PackageRow): number {
  const [a, b] = [numbers(one.version), numbers(other.version)]
  const at = a.findIndex((part, place) => part !== b[place])
  return at < 0 ? 0 : b[at]! - a[at]!
}
const withoutPrefix = (version: string) => version.replace(/^v/, '')

/**
 * Component packages: uploaded to a space, built there, and imported into interfaces of its projects in a fixed
 * version.
 */
export function createPackageService({ repo, builder, sandbox, interfaces, newId, clock }: PackageDeps) {
  const tryOut = createTrial({ builder, sandbox })
  async function require(spaceId: string, name: string, version: string, tx?: Parameters<PackageRepo['find']>[3]) {
    const row = await repo.find(spaceId, name, withoutPrefix(version), tx)
    if (!row) throw packageErrors.none({ name, version })
    return row
  }
  const versionsOf = async (spaceId: string, name: string) =>
    (await repo.list({ spaceId, names: [name] })).toSorted(newestFirst)

  /** The version number if the space does not have it yet, otherwise the next free patch. */
  async function freeVersion(spaceId: string, { name, version }: PackedPackage): Promise<string> {
    const taken = new Set((await repo.list({ spaceId, names: [name] })).map((row) => row.version))
    const [major = 0, minor = 0, patch = 0] = numbers(version)
    for (let next = patch; ; next += 1) {
      const wanted = `${major}.${minor}.${next}`
      if (!taken.has(wanted)) return wanted
    }
  }
  async function upload(given: NewVersion, mayChange: MayChange): Promise<PackageRow> {
    const { spaceId, userId, name, components, files } = given
    const version = withoutPrefix(given.version)
    checkComponents(components)
    const entry = checkFiles(files)
    const built = await builder.build(files, entry, spaceId)
    if (built.fault) throw packageErrors.buildFailed({ ...built.fault })
    const missing = components.find((component) => !built.exports.includes(component.name))
    if (missing) throw packageErrors.notExported({ file: entry, name: missing.name })
    const broken = await tryOut(given, built.code)
    if (broken) throw packageErrors.drawFailed({ file: entry, name: broken.name, message: broken.message })
    return repo.transaction(async (tx) => {
      await repo.lock(spaceId, name, tx)
      const before = await repo.find(spaceId, name, version, tx)
      if (before) await removeUnused(before, mayChange, tx)
      else if ((await repo.count(spaceId, tx)) >= PACKAGE_LIMITS.versions)
        throw packageErrors.tooMany({ max: PACKAGE_LIMITS.versions, what: 'versions', whatZh: '版本' })
      const { channel, title, description } = given
      const row = {
        id: newId(),
        spaceId,
        name,
        version,
        channel,
        title,
        description,
        components,
        createdBy: userId,
        createdAt: clock.now(),
      }
      await repo.insert({ ...row, files, code: built.code }, tx)
      return row
    })
  }
  return {
    /** Packages of a space with their sources, for export. */
    async pack(spaceId: string, ids: string[]): Promise<PackedPackage[]> {
      const rows = await repo.whole(spaceId, ids)
      return rows.map(({ id, name, version, channel, title, description, components, files }) => {
        return { id, name, version, channel, title, description, components, files }
      })
    },
    /**
     * Imports packages that came with an interface, and returns them by their old ids. An identical package of the
     * space is reused. Others are built here; if their version number is taken, they get the next free one. A package
     * that cannot be built is left out, and the interface reports it as missing.
     */
    async adopt(
      spaceId: string,
      userId: string,
      list: readonly PackedPackage[],
    ): Promise<Map<string, ImportedPackage>> {
      const found = new Map<string, ImportedPackage>()
      for (const one of list) {
        const [there] = await repo.whole(spaceId, [one.id])
        const named = there ?? (await fullRowOf(spaceId, one))
        if (named && isSameSource(named, one)) {
          found.set(one.id, asImported(named))
          continue
        }
        const version = await freeVersion(spaceId, one)
        const made = await upload({ ...one, version, spaceId, userId }, () => Promise.resolve(false)).catch(
          (cause: unknown) => {
            if (cause instanceof AppError) return undefined
            throw cause
          },
        )
        if (made) found.set(one.id, asImported(made))
      }
      return found
    },
    ids: repo.ids,
    /** The script of a version, with the libraries that it needs. */
    async codeOf(id: string): Promise<string | undefined> {
      const code = await repo.codeOf(id)
      return code && `${await builder.shelf('shown', code)}\n${code}`
    },
    filesOf: repo.filesOf,
    /** All versions, grouped by package, newest first. */
    versions: async (filter: PackageFilter): Promise<PackageRow[]> =>
      (await repo.list(filter)).toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : newestFirst(a, b))),
    /** The newest version of each package. */
    async newest(filter: PackageFilter): Promise<PackageRow[]> {
      const rows = (await repo.list(filter)).toSorted(newestFirst)
      return [...new Map(rows.toReversed().map((row) => [row.name, row])).values()].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      )
    },
    /** The packages that a channel of an interface has imported and that the space still has. */
    async imported(spaceId: string, projectId: string, channel: number): Promise<PackageRow[]> {
      const found = await interfaces.find(projectId)
      const document = found?.sandboxes.find((sandbox) => sandbox.channel === channel)?.document
      const ids = new Set(Object.values(document?.packages ?? {}).map(({ id }) => id))
      return ids.size === 0 ? [] : (await repo.list({ spaceId })).filter(({ id }) => ids.has(id))
    },
    /**
     * Builds and stores a version. A version that cannot be built is not stored. An existing version is replaced if
     * nothing uses it.
     */
    upload,
    async drop(spaceId: string, name: string, version: string, mayChange: MayChange): Promise<void> {
      await repo.transaction(async (tx) => {
        await repo.lock(spaceId, name, tx)
        await removeUnused(await require(spaceId, name, version, tx), mayChange, tx)
      })
    },
    async import(spaceId: string, projectId: string, channel: number, userId: string, name: string, version: string) {
      await interfaces.change(projectId, channel, userId, async (document, tx) => {
        await repo.lock(spaceId, name, tx)
        const row = await require(spaceId, name, version, tx)
        if (row.channel !== channel) throw packageErrors.otherChannel()
        const packages = { ...document.packages, [name]: asImported(row) }
        if (Object.keys(packages).length > INTERFACE_LIMITS.packages)
          throw packageErrors.tooMany({ max: INTERFACE_LIMITS.packages, what: 'packages', whatZh: '组件包' })
        return [set(packages, 'packages')]
      })
    },
    /** Removes an import from every channel of the project. */
    async remove(projectId: string, userId: string, name: string): Promise<void> {
      const { sandboxes } = await interfaces.get(projectId)
      const where = sandboxes.flatMap(({ document }) => pagesWith(document, name))
      if (where.length > 0) throw packageErrors.usedOnPages({ name, where: [...new Set(where)].join(', ') })
      for (const { channel, document } of sandboxes)
        if (document.packages && Object.hasOwn(document.packages, name))
          await interfaces.change(projectId, channel, userId, async (now) => {
            const used = pagesWith(now, name)
            if (used.length > 0) throw packageErrors.usedOnPages({ name, where: used.join(', ') })
            const { [name]: _, ...others } = now.packages ?? {}
            return [set(others, 'packages')]
          })
    },
    async compare(spaceId: string, projectId: string, name: string, from: string, to: string) {
      const old = await require(spaceId, name, from)
      const next = to ? await require(spaceId, name, to) : (await versionsOf(spaceId, name))[0]!
      const found = await interfaces.find(projectId)
      const [before, after] = [old, next].map(({ components }) => new Map(components.map((one) => [one.name, one])))
      return {
        old,
        next,
        added: next.components.filter((one) => !before!.has(one.name)),
        deleted: old.components.filter((one) => !after!.has(one.name)),
        modified: next.components.filter((one) => before!.has(one.name) && !isSame(before!.get(one.name)!, one)),
        breaks: (found?.sandboxes ?? []).flatMap(({ document }) => breaksOf(document, name, next.components)),
      }
    },
  }

  async function fullRowOf(spaceId: string, { name, version }: PackedPackage): Promise<NewPackage | undefined> {
    const row = await repo.find(spaceId, name, version)
    return row && (await repo.whole(spaceId, [row.id]))[0]
  }
  /** Deletes a version, unless something uses it or the caller may not delete it. */
  async function removeUnused(row: PackageRow, mayChange: MayChange, tx: Parameters<PackageRepo['remove']>[1]) {
    if (!(await mayChange(row))) throw packageErrors.notYours()
    await repo.hold(row.id, tx)
    const projects = await repo.projectsUsing(row.id, tx)
    if (projects.length > 0) throw packageErrors.inUse({ version: row.version, where: projects.join(', ') })
    await repo.remove(row.id, tx)
  }
}
export type PackageService = ReturnType<typeof createPackageService>

const asImported = ({ id, version, title, components }: PackageRow): ImportedPackage => ({
  id,
  version,
  title,
  components,
})
const isSameSource = (one: NewPackage, other: PackedPackage) =>
  isDeepStrictEqual([one.files, one.components, one.channel], [other.files, other.components, other.channel])
const isSame = (one: OwnComponent, other: OwnComponent) =>
  isDeepStrictEqual([one.props, one.events], [other.props, other.events])
const pagesWith = (document: InterfaceDocument, name: string) =>
  packageUses(document, name).map(({ page }) => document.pages[page]?.title ?? page)
