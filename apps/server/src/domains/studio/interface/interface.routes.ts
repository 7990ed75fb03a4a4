import { ConnectorId, type contract, type InterfaceDocument, PublishRecordStatus } from '@orrery/contract'
import type { CodeFault, InterfaceFacts } from '@orrery/engine/interface'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { AppVersions } from '#domains/studio/project/app-version.service.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { interfaceErrors } from './interface.errors.ts'
import type { FoundInterface, InterfaceService } from './interface.service.ts'
import { addressesIn, toApp, toData, toDsl, toSandbox } from './interface.view.ts'
import type { SourceService, UsePlace } from './source.service.ts'

export interface InterfaceRoutesDeps {
  interfaces: InterfaceService
  sources: SourceService
  projects: Pick<ProjectService, 'get'>
  versions: Pick<AppVersions, 'find' | 'named'>
  facts(projectId: string): Promise<InterfaceFacts>
  isInside(projectId: string, id: string): Promise<boolean>
  runs: Pick<RunService, 'draft'>
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
  /** The address at which a page of code runs, or its fault. */
  buildCode(
    document: InterfaceDocument,
    pageId: string,
    projectId: string,
  ): Promise<{ address: string; fault: CodeFault | null }>
  /** The time of the last publication of a project. */
  publishedAt(projectId: string): Promise<number>
}
const IMAGE = 1
const THUMBNAIL = 4
interface Wanted {
  project_id: string
  version_code: string
  channel: 1 | 2
  with_ext_pages: boolean
  connector_id: string
}

export function interfaceRoutes(deps: InterfaceRoutesDeps): Handlers<typeof contract.projectInterface> {
  const { interfaces, projects, versions, sources } = deps
  async function shown(found: FoundInterface, spaceId: string | undefined) {
    const { row, sandboxes } = found
    const head = await projects.get(row.projectId)
    if (spaceId && spaceId !== head.spaceId) throw errors.notFound({ what: 'project' })
    const at = await deps.publishedAt(row.projectId)
    const isNewer = sandboxes.some(({ updatedAt }) => updatedAt > at)
    return toData(found, head.spaceId, at === 0 ? 0 : isNewer ? 2 : 1)
  }
  async function rowOf(sandboxId: string) {
    const sandbox = await interfaces.sandbox(sandboxId)
    const row = await interfaces.byId(sandbox.interfaceId)
    if (!row) throw interfaceErrors.none()
    return { sandbox, row }
  }
  async function publishedDsl(input: Wanted) {
    const named = input.version_code ? await versions.named(input.project_id, input.version_code) : undefined
    if (input.version_code && named?.status !== PublishRecordStatus.publishDone) throw interfaceErrors.notPublished()
    const id = named?.id ?? (await versions.find(input.project_id, input.connector_id || ConnectorId.page))?.id
    const part = id ? (await interfaces.released(id)).find(({ channel }) => channel === input.channel) : undefined
    if (!part) throw interfaceErrors.notPublished()
    return { data: toDsl(part.document, input.with_ext_pages), url_collection: { urls: addressesIn(part.document) } }
  }
  async function draftPlace(projectId: string, channel: number, ctx: Ctx): Promise<UsePlace> {
    const { sandboxes } = await interfaces.get(projectId)
    const sandbox = sandboxes.find((one) => one.channel === channel)
    if (!sandbox) throw interfaceErrors.none()
    return {
      document: sandbox.document,
      spaceId: ctx.located!.spaceId,
      projectId,
      userId: ctx.userId,
      endUser: '',
      connectorId: '',
      isDraft: true,
      logId: ctx.logId,
      locale: ctx.locale,
      signal: ctx.signal,
      load: async (id) => ((await deps.isInside(projectId, id)) ? deps.runs.draft(id) : undefined),
      mayFollow: () => ctx.access.can(ctx.actor!, 'space', ctx.located!.spaceId, 'observe'),
    }
  }
  return {
    create: async (input, ctx) => {
      const head = await projects.get(input.project_id)
      if (input.space_id && input.space_id !== head.spaceId) throw errors.notFound({ what: 'project' })
      return shown(await interfaces.create(head.id, ctx.userId, input.ui_name ?? head.name, input.channel), undefined)
    },
    get: async (input, ctx) => {
      const uiId = input.ui_id ?? input.starry_app_id
      const projectId = input.project_id ?? (uiId && (await interfaces.byId(uiId))?.projectId)
      if (!projectId) throw errors.notFound({ what: 'interface' })
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', projectId, 'view')
      // An interface that the caller may not see gets the same answer as a missing one.
      else if (!(await ctx.access.can(ctx.actor!, 'project', projectId, 'view')))
        throw errors.notFound({ what: 'interface' })
      const found = await interfaces.get(projectId)
      if (uiId && found.row.id !== uiId) throw errors.notFound({ what: 'interface' })
      return shown(found, input.space_id)
    },
    sandbox: async (input) => {
      const { sandbox, row } = await rowOf(input.sandbox_id)
      const head = input.with_app ? await projects.get(row.projectId) : undefined
      return { Sandbox: toSandbox(sandbox, row), ...(head && { App: toApp(sandbox, row, head) }) }
    },
    refresh: async (input) => {
      const { sandbox, row } = await rowOf(input.sandbox_id)
      const document = JSON.parse(deps.links.renew(JSON.stringify(sandbox.document))) as InterfaceDocument
      return { Sandbox: toSandbox({ ...sandbox, document }, row) }
    },
    update: async (input, ctx) => {
      const { seq, ...lacking } = await interfaces.edit(input.sandbox_id, ctx.userId, input.crdt_history, input.action)
      return { actionId: String(seq), sandbox: JSON.stringify({ seq, ...lacking }) }
    },
    live: async ({ sandbox_id }, ctx) => {
      const seq = await interfaces.seqOf(sandbox_id)
      return async (sse) => {
        const stop = interfaces.follow(sandbox_id, seq, (saved) => sse.send({ event: 'saved', data: saved }))
        // First report the saves from before this listener.
        const now = await interfaces.seqOf(sandbox_id)
        sse.send({ event: 'saved', data: { seq: now, from: now } })
        await new Promise<void>((resolve) => {
          if (ctx.signal.aborted) resolve()
          ctx.signal.addEventListener('abort', () => resolve(), { once: true })
        })
        stop()
      }
    },
    upload: async (input, ctx) => {
      const row = await deps.uploads.store({
        userId: ctx.userId,
        spaceId: ctx.located!.spaceId,
        scene: input.scene === IMAGE || input.scene === THUMBNAIL ? 'image' : 'file',
        name: input.FileName,
        bytes: Buffer.from(await input.data.arrayBuffer()),
      })
      return { upload_url: deps.links.make(row.key), upload_uri: row.key }
    },
    published: (input) => publishedDsl(input),
    publishedInternal: (input) => publishedDsl(input),
    refreshDsl: async (input) => {
      const lifetime = input.expire_time === undefined ? undefined : input.expire_time * 1000
      const content = input.dsl_content.replaceAll(/\/api\/file\/[^\s"'()<>\\]+/g, (link) => {
        const key = deps.links.keyIn(link)
        return key ? deps.links.make(key, lifetime) : link
      })
      return {
        dsl_content: content,
        ui_relation: { plugin_ids: [], workflow_ids: [] },
        ext_pages: '[]',
        entry_page_path: '',
        tab_bar: '',
      }
    },
    targets: (input) => deps.facts(input.project_id),
    code: async ({ project_id, channel, page_id }) => {
      const { sandboxes } = await interfaces.get(project_id)
      const holder = sandboxes.find((one) => one.channel === channel) ?? sandboxes[0]
      if (!holder) throw interfaceErrors.none()
      return deps.buildCode(holder.document, page_id, project_id)
    },
    run: async (input, ctx) =>
      sources.run(await draftPlace(input.project_id, input.channel, ctx), input.source, input.inputs, input.used),
    rows: async (input, ctx) =>
      sources.rows(await draftPlace(input.project_id, input.channel, ctx), input.source, input.request),
  }
}
