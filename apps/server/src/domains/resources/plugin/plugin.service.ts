import { AuthType, type CommonParams, CreationMethod, isId, PLUGIN_LIMITS, PluginType } from '@orrery/contract'
import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { Tx } from '#kit/db.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { type AuthRequest, noAuth, readAuth } from './auth-settings.ts'
import { languageOf, Runtime } from './call/code-call.ts'
import type { ToolDraft } from './import/document-tools.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { FoundPlugin, PluginRepo } from './plugin.repo.ts'
import {
  type FeedbackRow,
  pluginChangelog,
  pluginLock,
  type PluginRow,
  privateLink,
  type ToolRow,
} from './plugin.table.ts'
import { noSecret, openSecret, originOf, sealSecret } from './plugin-secret.ts'

export type { FoundPlugin, PluginFilter } from './plugin.repo.ts'
export interface PluginDeps {
  repo: PluginRepo
  resources: ResourceService
  audit: AuditService
  bus: Bus
  egress: Egress
  secrets: Secrets
  newId: NewId
  clock: Clock
  files: { requireIcon(key: string, userId: string): Promise<void> }
  defaultIcon(): Promise<string>
}
export interface PluginRequest {
  name?: string | undefined
  description?: string | undefined
  iconUri?: string | undefined
  url?: string | undefined
  auth?: AuthRequest
  commonParams?: CommonParams | undefined
  fixedIp?: boolean | undefined
  privateLinkId?: string | undefined
}
export interface NewPlugin extends PluginRequest {
  spaceId: string
  userId: string
  name: string
  description: string
  projectId?: string | undefined
  pluginType?: number | undefined
  creationMethod?: number | undefined
  runtime?: string | undefined
  tools?: ToolDraft[]
}

/** Code plugins run in the sandbox and local tools in the page, so neither needs a URL. */
const needsNoUrl = ({ creationMethod, pluginType }: Pick<PluginRow, 'creationMethod' | 'pluginType'>) =>
  creationMethod === CreationMethod.ide || pluginType === PluginType.local

/** Creates and changes plugins. Calls are handled by the toolsets. */
export function createPluginService(deps: PluginDeps) {
  const { repo, resources, bus, egress, secrets, newId, clock } = deps
  const forget = (id: string) => bus.publish('plugin', id)

  async function get(id: string): Promise<FoundPlugin> {
    const found = await repo.get(id)
    if (!found) throw errors.notFound({ what: 'plugin' })
    return found
  }
  function checkUrl(url: string): string {
    try {
      const parsed = egress.checkUrl(url)
      parsed.hash = ''
      return parsed.href.replace(/\/$/, '')
    } catch (cause) {
      if (cause instanceof AppError) throw pluginErrors.badUrl({ reason: cause.message })
      throw cause
    }
  }
  /** The base URL for calls: that of the private link if the plugin has one. */
  async function baseOf(row: Pick<PluginRow, 'url' | 'privateLinkId'>): Promise<string> {
    if (!row.privateLinkId) return row.url
    const [link] = await repo.db.select().from(privateLink).where(eq(privateLink.id, row.privateLinkId))
    if (!link) throw pluginErrors.linkUnusable()
    return link.accessUrl
  }
  async function note(pluginId: string, userId: string, operation: string, tx: Tx = repo.db) {
    await tx.insert(pluginChangelog).values({ id: newId(), pluginId, userId, operation, at: clock.now() })
  }
  const toRow = (pluginId: string, draft: ToolDraft, position: number): ToolRow => ({
    ...draft,
    id: newId(),
    pluginId,
    functionName: '',
    code: '',
    example: null,
    debugged: false,
    card: null,
    position,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  async function resolveConnection(
    input: PluginRequest,
    before: Pick<PluginRow, 'url' | 'auth' | 'secret' | 'privateLinkId' | 'creationMethod' | 'pluginType'>,
  ) {
    const url = input.url === undefined ? before.url : needsNoUrl(before) && !input.url ? '' : checkUrl(input.url)
    const link = input.privateLinkId
    const privateLinkId = link === undefined ? before.privateLinkId : isId(link) ? link : null
    const base = await baseOf({ url, privateLinkId })
    const read = readAuth(
      input.auth ?? {},
      { auth: before.auth, secret: openSecret(secrets, before.secret) },
      base,
      egress,
    )
    return { url, privateLinkId, auth: read.auth, secret: sealSecret(secrets, read.secret) }
  }

  /** Changes a plugin under its lock: increments its edit version, records the change, and clears caches everywhere. */
  async function change<T>(
    id: string,
    userId: string,
    base: number | undefined,
    operation: string,
    work: (found: FoundPlugin, tx: Tx) => Promise<T>,
  ): Promise<{ editVersion: number; result: T }> {
    const done = await repo.db.transaction(async (tx) => {
      const found = await repo.lock(id, tx)
      if (!found) throw errors.notFound({ what: 'plugin' })
      if (base !== undefined && base !== found.row.editVersion)
        throw errors.conflict({}, { edit_version: found.row.editVersion, yours: base })
      const [held] = await tx.select().from(pluginLock).where(eq(pluginLock.pluginId, id))
      if (base === undefined && held && held.userId !== userId && held.until > clock.now())
        throw pluginErrors.lockedBy({}, { user_id: held.userId })
      const result = await work(found, tx)
      const editVersion = found.row.editVersion + 1
      await repo.update(id, { editVersion }, tx)
      await resources.touch(id, userId, {}, tx)
      await note(id, userId, operation, tx)
      return { editVersion, result }
    })
    await forget(id)
    return done
  }

  return {
    getMany: repo.getMany,
    version: repo.version,
    /** The number of bots that use each plugin. */
    botQuotes: repo.botQuotes,
    addFeedback: (row: Omit<FeedbackRow, 'id' | 'at'>) => repo.addFeedback({ ...row, id: newId(), at: clock.now() }),
    get,
    change,
    forget,
    toRow,
    note,
    baseOf,
    find: repo.get,
    /** The authorization mode of each enabled tool. */
    toolModes: async (id: string): Promise<number[]> =>
      (await repo.tools(id)).filter((tool) => !tool.disabled).map((tool) => tool.extend.auth_mode),
    secretOf: (row: Pick<PluginRow, 'secret'>) => openSecret(secrets, row.secret),
    async create(input: NewPlugin): Promise<string> {
      const creationMethod = input.creationMethod ?? CreationMethod.cloud
      const isCode = creationMethod === CreationMethod.ide
      const pluginType = input.pluginType ?? PluginType.plugin
      if (!needsNoUrl({ creationMethod, pluginType }) && !input.url)
        throw pluginErrors.badUrl({ reason: 'is required' })
      if (input.iconUri) await deps.files.requireIcon(input.iconUri, input.userId)
      const settled = await resolveConnection(
        { ...input, url: input.url ?? '' },
        { url: '', auth: noAuth, secret: null, privateLinkId: null, creationMethod, pluginType },
      )
      const tools = input.tools ?? []
      if (tools.length > PLUGIN_LIMITS.tools) throw pluginErrors.tooManyTools({ max: PLUGIN_LIMITS.tools })
      await resources.requireContent('plugin', {
        name: input.name,
        description: input.description,
        tools: tools.flatMap((tool) => [tool.name, tool.description]),
      })
      const iconUri = input.iconUri || (await deps.defaultIcon())
      return repo.db.transaction(async (tx) => {
        const head = await resources.create(
          {
            kind: 'plugin',
            spaceId: input.spaceId,
            ownerId: input.userId,
            name: input.name,
            description: input.description,
            iconUri,
            subType: pluginType,
            ...(input.projectId && { projectId: input.projectId }),
          },
          tx,
        )
        await repo.insert(
          {
            id: head.id,
            pluginType,
            creationMethod,
            runtime: isCode ? (languageOf(input.runtime ?? '') === 'python' ? Runtime.python : Runtime.node) : '',
            ...settled,
            commonParams: input.commonParams ?? {},
            fixedIp: input.fixedIp ?? false,
            editVersion: 0,
            versionId: null,
            version: '',
            privacy: null,
            nextPosition: tools.length,
          },
          tx,
        )
        await repo.insertTools(
          tools.map((draft, index) => toRow(head.id, draft, index)),
          tx,
        )
        await note(head.id, input.userId, 'create', tx)
        return head.id
      })
    },
    async update(id: string, userId: string, input: PluginRequest, base: number | undefined): Promise<number> {
      const before = await get(id)
      if (input.iconUri && input.iconUri !== before.head.iconUri) await deps.files.requireIcon(input.iconUri, userId)
      const { editVersion } = await change(id, userId, base, 'update', async ({ row }, tx) => {
        const settled = await resolveConnection(input, row)
        await repo.update(
          id,
          {
            ...settled,
            ...(input.commonParams && { commonParams: input.commonParams }),
            ...(input.fixedIp !== undefined && { fixedIp: input.fixedIp }),
          },
          tx,
        )
        await resources.touch(
          id,
          userId,
          {
            ...(input.name && { name: input.name }),
            ...(input.description !== undefined && { description: input.description }),
            ...(input.iconUri && { iconUri: input.iconUri }),
          },
          tx,
        )
      })
      return editVersion
    },
    async remove(id: string, userId: string) {
      await get(id)
      await resources.discard(id, userId)
      await forget(id)
    },
    /** Copies a plugin with its tools and settings, but without secrets and versions. */
    async copy(
      id: string,
      to: { spaceId: string; userId: string; projectId?: string | undefined; name?: string | undefined },
    ): Promise<string> {
      const { head, row } = await get(id)
      const tools = await repo.tools(id)
      return repo.db.transaction(async (tx) => {
        const made = await resources.create(
          {
            kind: 'plugin',
            spaceId: to.spaceId,
            ownerId: to.userId,
            name: (to.name ?? head.name).slice(0, 100),
            description: head.description,
            iconUri: head.iconUri,
            subType: head.subType,
            ...(to.projectId && { projectId: to.projectId }),
          },
          tx,
        )
        const isKept = to.spaceId === head.spaceId
        const secret = isKept ? row.secret : sealSecret(secrets, noSecret)
        await repo.insert({ ...row, id: made.id, secret, editVersion: 0, versionId: null, version: '' }, tx)
        await repo.insertTools(
          tools.map((tool) => ({ ...tool, id: newId(), pluginId: made.id, card: null })),
          tx,
        )
        await note(made.id, to.userId, 'copy', tx)
        return made.id
      })
    },
    async move(id: string, userId: string, projectId: string | undefined): Promise<void> {
      await resources.touch(id, userId, { projectId: projectId ?? null })
      await forget(id)
    },
    isOAuth: (row: Pick<PluginRow, 'auth'>) => row.auth.type === AuthType.oauth,
    originOf,
  }
}
export type PluginService = ReturnType<typeof createPluginService>
