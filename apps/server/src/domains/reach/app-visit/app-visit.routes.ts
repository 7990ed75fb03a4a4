import { ConnectorId, type contract, type InterfaceDocument } from '@orrery/contract'
import { forVisitors, nodesOf } from '@orrery/engine/interface'
import { errors } from '#kit/errors.ts'
import type { Actor, Ctx, Handlers } from '#kit/http/context.ts'
import { isOwnOrigin } from '#kit/http/cross-site.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { VisitorFiles } from '#domains/reach/share/visitor-file.service.ts'
import type { Visit, VisitService } from '#domains/reach/share/visit.service.ts'
import { interfaceErrors } from '#domains/studio/interface/interface.errors.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { SourceService, UsePlace } from '#domains/studio/interface/source.service.ts'
import type { AppVersions } from '#domains/studio/project/app-version.service.ts'

export interface AppVisitDeps {
  visits: Pick<VisitService, 'requireOpen'>
  interfaces: Pick<InterfaceService, 'released'>
  versions: Pick<AppVersions, 'find'>
  sources: SourceService
  files: Pick<VisitorFiles, 'upload'>
  runs: Pick<RunService, 'kept'>
  /** Throws if a limit is reached. Call the result when the run has started, so that it is counted. */
  admit(use: VisitorUse): Promise<(used?: object) => void>
  /** Addresses of the frames for components of packages; only versions installed in the space. */
  framesOf(document: InterfaceDocument, spaceId: string): Promise<Record<string, string>>
  /** The signed-in person behind a visit: members of the space open their own pages too. */
  signedIn(request: Request): Promise<Actor | undefined>
  publicUrl: string
}
interface VisitorUse {
  kind: 'workflow'
  resourceId: string
  spaceId: string
  userId: string
  tokenId: string
  connectorId: string
}
interface Input {
  key: string
  channel: number
}

/** Calls of visitors on the interface of a project. They can use only the served version and rows of their own. */
export function appVisitRoutes(deps: AppVisitDeps): Handlers<typeof contract.appVisit> {
  const { sources, versions } = deps
  async function placeOf(
    { key, channel }: Input,
    ctx: Ctx,
  ): Promise<UsePlace & { name: string; visit: Omit<Visit, 'speaker'> }> {
    const origin = ctx.header('origin')
    const isForeign = origin !== undefined && !isOwnOrigin(origin, ctx.header('host'), deps.publicUrl)
    if (isForeign || ctx.header('sec-fetch-site') === 'cross-site') throw errors.crossSite()
    const visit = await deps.visits.requireOpen(key, ctx.header('authorization')?.replace(/^Bearer /, '') ?? '')
    const { bot, share, visitor } = visit
    const app = share.connectorId === ConnectorId.page ? await versions.find(bot.id, share.connectorId) : undefined
    const parts = app ? await deps.interfaces.released(app.id) : []
    const part = parts.find((one) => one.channel === channel) ?? parts[0]
    if (!app || !part) throw errors.notFound({ what: 'interface' })
    const { connectorId } = share
    const use = {
      kind: 'workflow',
      resourceId: bot.id,
      spaceId: bot.spaceId,
      userId: bot.ownerId,
      tokenId: '',
      connectorId,
    } as const
    return {
      name: bot.name,
      visit,
      document: part.document,
      spaceId: bot.spaceId,
      projectId: bot.id,
      userId: bot.ownerId,
      endUser: `visitor:${visitor.id}`,
      connectorId,
      isDraft: false,
      appVersion: app.id,
      logId: ctx.logId,
      locale: ctx.locale,
      signal: ctx.signal,
      load: async (id) => (app.pins[id] ? deps.runs.kept(id, app.pins[id]) : undefined),
      admit: () => deps.admit(use),
      mayFollow: async () => {
        const actor = await deps.signedIn(ctx.request)
        return actor !== undefined && ctx.access.can(actor, 'space', bot.spaceId, 'observe')
      },
    }
  }
  return {
    document: async (input, ctx) => {
      const { document, name, spaceId } = await placeOf(input, ctx)
      const frames = await deps.framesOf(document, spaceId)
      return { document: JSON.stringify(forVisitors(document)), name, frames }
    },
    run: async (input, ctx) => sources.run(await placeOf(input, ctx), input.source, input.inputs, input.used),
    upload: async (input, ctx) => {
      const place = await placeOf(input, ctx)
      // Only if the served version has a file input.
      if (!nodesOf(place.document).some(({ type }) => type === 'file')) throw interfaceErrors.noFiles()
      const { url, name } = await deps.files.upload(place.visit, place.userId, input.file)
      return { url, name }
    },
    rows: async (input, ctx) => sources.rows(await placeOf(input, ctx), input.source, input.request),
  }
}
