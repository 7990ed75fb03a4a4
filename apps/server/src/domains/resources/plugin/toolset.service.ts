import { sampleOf } from '#kit/json-schema/sample-value.ts'
import { CreationMethod, isId } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import { callCode } from './call/code-call.ts'
import { callOverHttp, type Grants } from './call/http-call.ts'
import { type OAuthService, oauthTarget } from './oauth.service.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { PluginRepo } from './plugin.repo.ts'
import type { PluginManifest } from './plugin.table.ts'
import { openSecret } from './plugin-secret.ts'
import type { PluginService } from './plugin.service.ts'
import {
  type CallContext,
  type CallResult,
  changesSomething,
  type Tool,
  type Toolset,
  type ToolSettings,
  type ToolsetSource,
  toTool,
} from './shared/toolset.ts'
import { manifestOf } from './version.service.ts'

/** The mock response of a tool in a trial; undefined without a mock set. */
export interface MockAnswers {
  answer(
    toolset: Toolset,
    tool: Tool,
    args: Record<string, unknown>,
    context: CallContext,
  ): Promise<{ mockSet: string; output: unknown } | undefined>
}
export interface ToolsetDeps {
  repo: PluginRepo
  plugins: PluginService
  oauth: OAuthService
  egress: Egress
  sandbox: Pick<Sandbox, 'run'>
  secrets: Secrets
  bus: Bus
  official: ToolsetSource
  mcp: ToolsetSource
  mocks: MockAnswers
  /** Called with the id of the toolset on every call. */
  onCall?(id: string): void
}
export interface FoundTool {
  set: Toolset
  tool: Tool
}
/** A version may have any name: the prefix distinguishes it from the draft. */
const DRAFT = 'draft'
const PUBLISHED = 'published '
const noGrants: Grants = { token: async () => undefined, authorizationUrl: async () => '' }

/** Finds tools by the id of their toolset, of any source, and calls them. */
export function createToolsets(deps: ToolsetDeps) {
  const { repo } = deps
  const plugins = createCache({ bus: deps.bus, topic: 'plugin', limit: 2000, load })

  async function load(id: string, which: string): Promise<Toolset | undefined> {
    const found = await repo.get(id)
    if (!found) return undefined
    const isDraft = which === DRAFT
    const kept = isDraft ? undefined : await repo.version(id, which.slice(PUBLISHED.length))
    if (!isDraft && !kept) return undefined
    const manifest = kept?.manifest ?? manifestOf(found, await repo.tools(id))
    return open(
      id,
      found.head.spaceId,
      manifest,
      kept ? kept.secret : found.row.secret,
      kept?.name ?? '',
      kept?.id ?? '',
    )
  }
  async function open(
    id: string,
    spaceId: string,
    manifest: PluginManifest,
    sealed: string | null,
    version: string,
    versionId: string,
  ): Promise<Toolset> {
    const secret = openSecret(deps.secrets, sealed)
    const isCode = manifest.creationMethod === CreationMethod.ide
    const base = isCode ? '' : await deps.plugins.baseOf(manifest)
    const target = oauthTarget(id, manifest.auth, secret, base)
    const rows = new Map(manifest.tools.map((row) => [row.id, row]))
    const http = { manifest, base, secret, grants: target ? deps.oauth.grantsFor(target) : noGrants }
    return {
      id,
      source: 'plugin',
      name: manifest.name,
      description: manifest.description,
      iconUri: manifest.iconUri,
      spaceId,
      version,
      versionId,
      ...(manifest.isLocal && { isLocal: true }),
      tools: manifest.tools.map((row) => toTool(row, !isCode && changesSomething(row))),
      call: (tool, args, context, settings) => {
        const row = rows.get(tool.id)!
        if (manifest.isLocal) throw pluginErrors.runsInPage({ tool: tool.name })
        return isCode
          ? callCode(deps.sandbox, row, manifest.runtime, args, context, settings)
          : callOverHttp(deps.egress, http, row, args, context, settings)
      },
    }
  }
  async function find(
    id: string,
    version = '',
    isDraft = false,
    locale?: CallContext['locale'],
  ): Promise<Toolset | undefined> {
    if (!isId(id)) return undefined
    return (
      (await deps.official.find(id, version, isDraft, locale)) ??
      (await plugins.get(id, isDraft ? DRAFT : PUBLISHED + version)) ??
      deps.mcp.find(id, version, isDraft)
    )
  }

  return {
    find,
    /** Finds a tool by id or name, in the draft or the published version first. */
    async findTool(
      pluginId: string,
      match: { id?: string; name?: string },
      isDraftFirst = true,
    ): Promise<FoundTool | undefined> {
      for (const isDraft of [isDraftFirst, !isDraftFirst]) {
        const set = await find(pluginId, '', isDraft)
        const tool = set?.tools.find((item) => item.id === match.id || item.name === match.name)
        if (set && tool) return { set, tool }
      }
      return undefined
    },
    /**
     * A toolset that this space may use: its own, or an official one. A draft is used only if nothing is published yet.
     */
    async forSpace(
      id: string,
      version: string,
      context: { spaceId: string; isDraft: boolean },
    ): Promise<Toolset | undefined> {
      // Clients send 0 for no particular version.
      const wanted = version === '0' ? '' : version
      const set =
        (await find(id, wanted)) ??
        (wanted ? await find(id) : undefined) ??
        (context.isDraft ? await find(id, '', true) : undefined)
      return set && (set.spaceId === undefined || set.spaceId === context.spaceId) ? set : undefined
    },
    pick(set: Toolset, tool: { id?: string; name?: string }): Tool {
      const found =
        set.tools.find((item) => tool.id && item.id === tool.id) ??
        set.tools.find((item) => tool.name && item.name === tool.name)
      if (!found) throw pluginErrors.noTool({ tool: tool.name ?? tool.id ?? '' })
      return found
    },
    /** A response without calling the tool: from the caller's mock set, or generated from the response schema. */
    async sample(
      set: Toolset,
      tool: Tool,
      args: Record<string, unknown>,
      context: CallContext,
    ): Promise<Pick<CallResult, 'output' | 'mockSet'>> {
      return (await deps.mocks.answer(set, tool, args, context)) ?? { output: sampleOf(tool.response) }
    },
    async call(
      set: Toolset,
      tool: Tool,
      args: Record<string, unknown>,
      context: CallContext,
      settings?: ToolSettings,
    ): Promise<CallResult> {
      if (set.spaceId !== undefined && set.spaceId !== context.spaceId) throw errors.notFound({ what: 'plugin' })
      const mocked = context.isDraft ? await deps.mocks.answer(set, tool, args, context) : undefined
      if (mocked)
        return {
          output: mocked.output,
          raw: JSON.stringify(mocked.output),
          request: JSON.stringify(args),
          mockSet: mocked.mockSet,
        }
      if (tool.disabled) throw pluginErrors.toolDisabled({ tool: tool.name })
      deps.onCall?.(set.id)
      return set.call(tool, args, context, settings)
    },
  }
}
export type Toolsets = ReturnType<typeof createToolsets>
