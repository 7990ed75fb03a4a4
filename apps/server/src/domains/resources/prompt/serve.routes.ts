import type { contract, Input } from '@orrery/contract'
import { DRAFT_VERSION, PromptStatus } from '@orrery/contract/shared/prompt-enums'
import { type Ctx, type Handlers, ReadyJson } from '#kit/http/context.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import type { Secrets } from '#kit/secrets.ts'
import { checkDraft } from './shared/check-detail.ts'
import type { DraftService } from './draft.service.ts'
import { encrypted } from './encrypted.ts'
import { loopPromptErrors, placeErrors } from './prompt.errors.ts'
import type { ReleaseService } from './release.service.ts'
import type { PromptService } from './prompt.service.ts'
import { shownPrompt } from './prompt.view.ts'
import type { SegmentService } from './segment.service.ts'
import type { ServeService } from './serve.service.ts'
import { servedShape } from './served-shape.ts'
import { callSpace, readTraffic, requireLevel } from './shared/call-space.ts'
import { detailFrom, emptyDetail } from './shared/prompt-detail.ts'
import { renderPrompt } from './shared/render-prompt.ts'

/** Reads per second, for all programs of a space together. */
const MAX_READS = 500

type Query = Input<typeof contract.promptServe.mget>['queries'][number]

export interface ServeRoutesDeps {
  prompts: PromptService
  drafts: DraftService
  segments: SegmentService
  serving: ServeService
  limiter: RateLimiter
  releases: Pick<ReleaseService, 'settings'>
  secrets: Pick<Secrets, 'open'>
}

export function serveRoutes(deps: ServeRoutesDeps): Handlers<typeof contract.promptServe> {
  const { prompts, drafts, segments, serving, limiter, releases, secrets } = deps
  function count(spaceId: string): void {
    try {
      limiter.take(`prompt reads ${spaceId}`, MAX_READS, 1)
    } catch {
      throw loopPromptErrors.tooManyReads({ max: MAX_READS })
    }
  }
  async function keyOf(spaceId: string): Promise<Uint8Array> {
    const { encryptKey } = await releases.settings(spaceId)
    if (!encryptKey) throw placeErrors.noEncryptKey()
    return Buffer.from(secrets.open(encryptKey), 'base64url')
  }
  /** The draft in wire format; it is always that of the user whose token makes the call. */
  async function draftShape(spaceId: string, key: string, userId: string) {
    const { id } = await serving.entryOf(spaceId, key)
    const draft = await drafts.draft(id, userId)
    const detail = await segments.expand(spaceId, id, draft.detail)
    return servedShape({ spaceId, key, version: DRAFT_VERSION, detail })
  }
  async function textOf(spaceId: string, { prompt_key: key, version, label }: Query, ctx: Ctx): Promise<string> {
    const { securityLevel } = await serving.entryOf(spaceId, key)
    await requireLevel(ctx, spaceId, key, securityLevel)
    if (version === DRAFT_VERSION) return JSON.stringify(await draftShape(spaceId, key, ctx.userId))
    return (await serving.choose(spaceId, key, { version, label })).text
  }
  /** Answers from memory without waiting; undefined unless all prompts are cached, which is the usual case. */
  function knownTexts(spaceId: string, queries: readonly Query[]): string[] | undefined {
    const texts: string[] = []
    for (const { prompt_key: key, version, label } of queries) {
      const text = version === DRAFT_VERSION ? undefined : serving.knownText(spaceId, key, { version, label })
      if (text === undefined) return undefined
      texts.push(text)
    }
    return texts
  }
  return {
    mget: async ({ workspace_id: spaceId, queries }, ctx) => {
      count(spaceId)
      ctx.setHeader('agw-js-conv', 'str')
      const texts =
        knownTexts(spaceId, queries) ?? (await Promise.all(queries.map((query) => textOf(spaceId, query, ctx))))
      const items = queries.map((query, at) => `{"query":${JSON.stringify(query)},"prompt":${texts[at]}}`)
      return new ReadyJson(`{"items":[${items.join(',')}]}`)
    },
    pull: async (input, ctx) => {
      const spaceId = callSpace(ctx, input.space_id)
      count(spaceId)
      const secretKey = input.encrypt_option ? await keyOf(spaceId) : undefined
      const found = input.prompt_queries.map(async ({ prompt_key: key, version, release_label: label }) => {
        const chosen = await serving.choose(spaceId, key, { version, label })
        await requireLevel(ctx, spaceId, key, chosen.securityLevel)
        const shown = shownPrompt(await prompts.get(chosen.id), { detail: chosen.detail })
        const pulled = { ...shown, version: chosen.version }
        return secretKey ? encrypted(pulled, secretKey, input.encrypt_option!) : pulled
      })
      return { prompts: await Promise.all(found) }
    },
    evalVersion: async (input, ctx) => {
      const spaceId = callSpace(ctx, input.space_id)
      count(spaceId)
      const traffic = readTraffic(input.traffic)
      const { version, isGray } = await serving.choose(spaceId, input.prompt_key, { traffic })
      return { hit: isGray, version }
    },
    list: async (input, ctx) => {
      const filter = {
        keyword: input.key_word,
        types: input.filter_prompt_types,
        makers: input.creator ? [input.creator] : undefined,
        isCommitted: true,
      }
      const spaceId = callSpace(ctx, input.space_id)
      const { rows, total } = await prompts.search(spaceId, filter, input.page, input.page_size)
      return {
        prompts: rows.map(({ head, prompt }) => ({
          id: head.id,
          prompt_key: prompt.key,
          display_name: head.name,
          description: head.description,
          creator: head.ownerId,
          create_tsms: String(head.createdAt),
          update_tsms: String(head.updatedAt),
          status: PromptStatus.committed,
          last_publish_version: prompt.latest,
          security_level: prompt.securityLevel,
        })),
        total,
      }
    },
    render: (input) => {
      const { template_type: type, message_list: messages, variable_defs: variables = [] } = input.prompt_template
      const given = detailFrom({ template_type: type, prompt_text: { message_list: messages } }, emptyDetail())
      const detail = { ...given, variables }
      checkDraft(detail)
      return { message_list: renderPrompt(detail, input.variable_vals ?? []) }
    },
  }
}
