import { type BuilderPageData, contract } from '@orrery/contract'
import { components } from '@orrery/engine/interface'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { inputError } from '#kit/validation-message.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { sandboxErrors } from './builder-sandbox.errors.ts'
import { interfaceErrors } from './interface.errors.ts'
import type { InterfaceService } from './interface.service.ts'
import type { InterfaceRow, SandboxRow } from './interface.table.ts'
import { toApp, toSandbox } from './interface.view.ts'
import { type Pages, pageText } from './page.service.ts'
import type { Snapshots } from './snapshot.service.ts'
import { SnapshotKind, type SnapshotRow } from './snapshot.table.ts'

export interface BuilderSandboxDeps {
  interfaces: InterfaceService
  pages: Pages
  snapshots: Snapshots
  projects: Pick<ProjectService, 'get'>
}
type Routes = Handlers<typeof contract.builderSandbox>

const toPage = (row: SandboxRow, { createdBy }: InterfaceRow, page: string): BuilderPageData => ({
  pageId: page,
  sandboxId: row.id,
  appId: row.interfaceId,
  data: pageText(row.document, page),
  crdtHistory: JSON.stringify({ seq: row.seq }),
  updater: row.updatedBy,
  creator: createdBy,
  updatedAt: secondsText(row.updatedAt),
  createdAt: secondsText(row.createdAt),
})
const snapshotText = (row: SnapshotRow) =>
  JSON.stringify({
    snapshotId: row.id,
    sandboxId: row.sandboxId,
    version: String(row.version),
    previousSnapshotId: row.previousId ?? '',
    desc: row.description,
    pages: Object.keys(row.document.pages),
    document: row.document,
    creator: row.createdBy,
    createdAt: secondsText(row.createdAt),
  })
const componentSets = JSON.stringify(
  [...Map.groupBy(components, ({ group }) => group)].map(([name, list]) => ({ name, components: list })),
)

export function builderSandboxRoutes({ interfaces, pages, snapshots, projects }: BuilderSandboxDeps): Routes {
  /** Throws "not found" unless the space named in the input is the one of the interface. */
  function requireSpace(ctx: Ctx, named: string | undefined) {
    if (named && named !== ctx.located?.spaceId) throw errors.notFound({ what: 'interface' })
  }
  async function open(id: string, ctx: Ctx, named: string | undefined) {
    requireSpace(ctx, named)
    const row = await interfaces.sandbox(id)
    const head = await interfaces.byId(row.interfaceId)
    if (!head) throw interfaceErrors.none()
    return { row, head }
  }
  async function snapshotOf(
    {
      snapshot_id,
      sandbox_id,
      version,
    }: { snapshot_id?: string | undefined; sandbox_id?: string | undefined; version: string },
    ctx: Ctx,
  ): Promise<SnapshotRow> {
    const number = /^\d{1,9}$/.test(version) ? Number(version) : 0
    const found = snapshot_id
      ? await snapshots.find(snapshot_id)
      : sandbox_id && number
        ? await snapshots.numbered(sandbox_id, number)
        : undefined
    const isMeant = found !== undefined && (!sandbox_id || found.sandboxId === sandbox_id)
    // The same error as for a missing snapshot if the caller may not see its interface.
    if (!isMeant || !(await ctx.access.can(ctx.actor!, 'interfaceSandbox', found.sandboxId, 'view')))
      throw sandboxErrors.noSnapshot()
    return found
  }
  const routes: Routes = {
    sandbox: async (input, ctx) => {
      const { row, head } = await open(input.sandbox_id, ctx, input.space_id)
      const project = input.with_app ? await projects.get(head.projectId) : undefined
      return { Sandbox: toSandbox(row, head), ...(project && { App: toApp(row, head, project) }) }
    },
    update: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { seq, ...lacking } = await interfaces.edit(input.sandbox_id, ctx.userId, input.crdt_history, input.action)
      return { actionId: String(seq), sandbox: JSON.stringify({ seq, ...lacking }) }
    },
    preview: async (input, ctx) => {
      const { row, head } = await open(input.sandbox_id, ctx, input.space_id)
      const page = input.page_id || pages.first(row.document)
      pages.requirePage(row.document, page)
      return { Sandbox: toSandbox(row, head), Page: toPage(row, head, page) }
    },
    createPage: async (input, ctx) => {
      const { head } = await open(input.sandbox_id, ctx, input.space_id)
      const { id, row } = await pages.create(input.sandbox_id, ctx.userId, input.page_id, input.data)
      return { Data: toPage(row, head, id) }
    },
    page: async (input, ctx) => {
      const { row, head } = await open(input.sandbox_id, ctx, input.space_id)
      pages.requirePage(row.document, input.page_id)
      return { Data: toPage(row, head, input.page_id) }
    },
    updatePage: async (input, ctx) => {
      const { row } = await open(input.sandbox_id, ctx, input.space_id)
      const { page_id: page, crdt_history: sent, action } = input
      const { seq, ...lacking } = await pages.edit(row, ctx.userId, page, sent, action)
      return { actionId: String(seq), page: JSON.stringify({ seq, ...lacking }) }
    },
    deletePage: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      return { deletedCount: await pages.remove(input.sandbox_id, ctx.userId, input.page_id) }
    },
    clonePage: async (input, ctx) => {
      const { head } = await open(input.sandbox_id, ctx, input.space_id)
      const { id, row } = await pages.clone(input.sandbox_id, ctx.userId, input.page_id, ctx.locale)
      return { Data: [toPage(row, head, id)] }
    },
    createSnapshot: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const row = await snapshots.create({
        sandboxId: input.sandbox_id,
        userId: ctx.userId,
        kind: SnapshotKind.byHand,
        description: input.desc,
        pages: input.page_ids,
        previous: input.previous_snapshot_id,
      })
      return { snapshotId: row.id, version: String(row.version) }
    },
    snapshot: async (input, ctx) => ({ Data: snapshotText(await snapshotOf(input, ctx)) }),
    newestSnapshot: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const row = await snapshots.newest(input.sandbox_id)
      if (!row) throw sandboxErrors.noSnapshot()
      return { Data: snapshotText(row) }
    },
    restore: async (input, ctx) => {
      const { head } = await open(input.sandbox_id, ctx, input.space_id)
      const found = await snapshotOf(input, ctx)
      const row = await snapshots.restore(found, ctx.userId, input.action.replace(/^page:/, ''))
      const sandbox = toSandbox(row, head)
      return { sandbox, pages: sandbox.pages }
    },
    components: () => componentSets,
    proxy: async (input, ctx) => {
      const { proxy: _, ...others } = contract.builderSandbox
      const [name, found] =
        Object.entries(others).find(
          ([
            ,
            {
              routes: [route],
            },
          ]) => route!.path === input.path && route!.method === input.method,
        ) ?? []
      if (!name || !found) throw sandboxErrors.notHere({ path: input.path.slice(0, 100), method: input.method })
      const given = { ...input.payload, ...(input.space_id && { space_id: input.space_id }) }
      const named = input.payload['space_id']
      if (input.space_id && named !== undefined && String(named) !== input.space_id)
        throw errors.notFound({ what: 'space' })
      const read = found.input.safeParse(given)
      // In the same order as for a direct call: access before validation.
      const located = await ctx.access.check(ctx.actor!, found.access, read.success ? read.data : given)
      if (!read.success) throw inputError(read.error, given)
      const handle = routes[name as keyof typeof others] as (input: unknown, ctx: Ctx) => unknown
      return JSON.stringify(await handle(read.data, { ...ctx, ...(located && { located }) }))
    },
  }
  return routes
}
