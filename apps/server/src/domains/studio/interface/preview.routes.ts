import type { contract, InterfaceDocument } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { qrPicture } from '#kit/qr-picture.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { interfaceErrors } from './interface.errors.ts'
import type { InterfaceService } from './interface.service.ts'
import type { PreviewLinks } from './preview-link.ts'
import type { SourceService, UsePlace } from './source.service.ts'

export interface PreviewDeps {
  interfaces: Pick<InterfaceService, 'get'>
  projects: Pick<ProjectService, 'get'>
  sources: SourceService
  runs: Pick<RunService, 'draft'>
  links: PreviewLinks
  isInside(projectId: string, id: string): Promise<boolean>
  mayTry(userId: string, projectId: string): Promise<boolean>
  framesOf(document: InterfaceDocument, spaceId: string): Promise<Record<string, string>>
}
/** The draft opened through a preview link, e.g. on another device. */
export function interfacePreviewRoutes(deps: PreviewDeps): Handlers<typeof contract.interfacePreview> {
  async function placeOf(token: string, ctx: Ctx): Promise<UsePlace> {
    const { user = '', project = '', channel = '1' } = deps.links.read(token) ?? {}
    // The link is valid only while its creator has the right to try the draft.
    if (!project || !(await deps.mayTry(user, project))) throw errors.notFound({ what: 'interface' })
    const [{ sandboxes }, head] = await Promise.all([deps.interfaces.get(project), deps.projects.get(project)])
    const drawn = sandboxes.find((sandbox) => sandbox.channel === Number(channel))
    if (!drawn) throw interfaceErrors.none()
    return {
      document: drawn.document,
      spaceId: head.spaceId,
      projectId: project,
      userId: user,
      endUser: '',
      connectorId: '',
      isDraft: true,
      logId: ctx.logId,
      locale: ctx.locale,
      signal: ctx.signal,
      load: async (id) => ((await deps.isInside(project, id)) ? deps.runs.draft(id) : undefined),
      // The link gives no right to view traces. A signed-in person may have that right.
      mayFollow: async () => ctx.actor !== undefined && ctx.access.can(ctx.actor, 'space', head.spaceId, 'observe'),
    }
  }
  return {
    link: async ({ project_id, channel }, ctx) => {
      await deps.interfaces.get(project_id)
      const url = deps.links.make(ctx.userId, project_id, channel)
      return { url, qr: await qrPicture(url) }
    },
    document: async ({ token }, ctx) => {
      const { document, spaceId } = await placeOf(token, ctx)
      return { document: JSON.stringify(document), frames: await deps.framesOf(document, spaceId) }
    },
    run: async ({ token, source, inputs, used }, ctx) =>
      deps.sources.run(await placeOf(token, ctx), source, inputs, used),
    rows: async ({ token, source, request }, ctx) => deps.sources.rows(await placeOf(token, ctx), source, request),
  }
}
