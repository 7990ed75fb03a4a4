import type { contract, PlatformPrompt, PromptTool } from '@orrery/contract'
import {
  PromptEnv,
  PromptMessageType,
  PromptSecurity,
  PromptStatus,
  PromptType,
} from '@orrery/contract/shared/prompt-enums'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { DraftService } from './draft.service.ts'
import { officialCategory } from './official-categories.ts'
import { officialKey, officialPrompts } from './official-prompts.ts'
import { promptReleaseErrors } from './prompt.errors.ts'
import type { FoundPrompt, PromptService } from './prompt.service.ts'
import { shownPrompt, shownRelease } from './prompt.view.ts'
import { checkDraft } from './shared/check-detail.ts'
import { requireSpace } from './shared/call-space.ts'
import type { PlaceService } from './place.service.ts'
import type { PeopleOf } from './shared/prompt-people.ts'
import type { ReleaseService } from './release.service.ts'
import type { SegmentService } from './segment.service.ts'
import type { ShelfService } from './shelf.service.ts'
import { detailFrom, segmentRefs, type PromptDetail } from './shared/prompt-detail.ts'

export interface ManageRoutesDeps {
  prompts: PromptService
  drafts: DraftService
  places: PlaceService
  releases: ReleaseService
  peopleOf: PeopleOf
  shelf: Pick<ShelfService, 'heat'>
  segments: Pick<SegmentService, 'fixed' | 'inlineSegments'>
  /** Whether a plugin is official, i.e. available in every space. */
  isOfficial(id: string): boolean
}

export function manageRoutes(deps: ManageRoutesDeps): Handlers<typeof contract.promptManage> {
  const { prompts, drafts, places, releases, peopleOf, shelf, segments, isOfficial } = deps
  const withPeople = async (found: FoundPrompt, more: string[] = []) => peopleOf([found.head.ownerId, ...more])

  async function whole(promptId: string, userId: string, wanted: { version?: string | undefined; isDraft?: boolean }) {
    const found = await prompts.get(promptId)
    const isDraft = wanted.isDraft || (!wanted.version && !found.prompt.latest)
    const draft = isDraft ? await drafts.draft(promptId, userId) : undefined
    const version = draft ? undefined : await drafts.version(promptId, wanted.version || found.prompt.latest)
    const people = await withPeople(found, version ? [version.createdBy] : [])
    const tags = await tagsOf(found.head.spaceId, [found])
    const shown = shownPrompt(found, { draft, version, people, tags })
    return { found, shown: { ...shown, ...(await placesOf([promptId])).get(promptId) } }
  }
  const tagsOf = async (spaceId: string, rows: FoundPrompt[]) => {
    const ids = rows.flatMap(({ prompt }) => prompt.tagIds)
    return ids.length ? prompts.tagNames(spaceId, [...new Set(ids)]) : new Map<string, string>()
  }
  /** The places in which versions are served, and the labels that point to them. */
  async function placesOf(ids: string[]) {
    const { served, pointers } = await places.of(ids)
    return new Map(
      ids.map((id) => [
        id,
        {
          infos: served.filter((row) => row.promptId === id).map((row) => shownRelease(row)),
          pointers: pointers.filter((row) => row.promptId === id).map(({ name, version }) => ({ name, version })),
        },
      ]),
    )
  }
  async function segmentsOf(detail: PromptDetail): Promise<Record<string, PlatformPrompt>> {
    const rows = await drafts.named(segmentRefs(detail))
    const entries = rows.map(async (row) => {
      const found = await prompts.find(row.promptId)
      return found && ([`${row.promptId}_${row.version}`, shownPrompt(found, { version: row })] as const)
    })
    return Object.fromEntries((await Promise.all(entries)).filter((entry) => entry !== undefined))
  }
  /**
   * Plugins of a prompt must belong to its space or be official. Plugins of the previous state are not checked again.
   */
  async function requirePlugins(ctx: Ctx, spaceId: string, tools: PromptTool[] = [], before: PromptTool[] = []) {
    const known = new Set(before.map(({ source }) => source?.plugin_id))
    for (const { source } of tools) {
      if (!source || known.has(source.plugin_id) || isOfficial(source.plugin_id)) continue
      const find = (kind: 'plugin' | 'mcp') => ctx.access.require(ctx.actor!, kind, source.plugin_id, 'view')
      const located = await find('plugin').catch(() => find('mcp'))
      if (located.spaceId !== spaceId) throw errors.notFound({ what: 'mcp' })
    }
  }
  /** Prepares a copy for another space: segments become text; MCP servers are left out. */
  async function copyOut(spaceId: string, given: PromptDetail): Promise<PromptDetail> {
    const { detail, leftOut } = await segments.inlineSegments(spaceId, given)
    if (leftOut.length)
      throw badInput(
        'space_id',
        `the segments ${leftOut.join(', ')} stay in their space. Lower their level, or put their text in first`,
        `片段 ${leftOut.join('、')} 不能带出其空间，请先降低其安全等级，或将其文本写入消息`,
      )
    const { mcp_servers: _, ...rest } = detail
    return rest
  }
  return {
    create: async (input, ctx) => {
      await requireServers(ctx, input.space_id, input.mcp_servers)
      await requirePlugins(ctx, input.space_id, input.tools)
      const detail = await segments.fixed(input.space_id, detailFrom(input))
      checkDraft(detail)
      const { id } = await prompts.add(input.space_id, ctx.userId, {
        name: input.display_name,
        description: input.description,
        key: input.prompt_key,
        type: input.prompt_type || PromptType.messages,
        securityLevel: input.security_level || undefined,
        tagIds: input.tag_ids,
        detail,
      })
      return { prompt_id: id }
    },
    get: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { shown } = await whole(input.prompt_id, ctx.userId, {
        version: input.version,
        isDraft: input.personal_draft ?? false,
      })
      return { prompt: shown, sub_prompts: await segmentsOf(detailFrom(shown)) }
    },
    update: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await prompts.setHead(input.prompt_id, ctx.userId, {
        name: input.display_name,
        description: input.description,
        securityLevel: input.security_level || undefined,
        reason: input.downgrade_reason,
        tagIds: input.tag_ids,
      })
      return {}
    },
    remove: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await prompts.remove(input.prompt_id, ctx.userId)
      return {}
    },
    list: async (input) => {
      const { rows, total } = await prompts.search(
        input.space_id,
        {
          keyword: input.key_word,
          types: input.filter_prompt_types,
          statuses: input.publish_statuses,
          makers: input.creator_list ?? (input.creator ? [input.creator] : undefined),
          tagIds: input.tag_ids,
          folder: input.folder,
          order: { by: input.order_param?.order_by, isAscending: input.order_param?.asc },
        },
        input.page,
        input.page_size,
      )
      const people = await peopleOf(rows.map(({ head }) => head.ownerId))
      const placed = await placesOf(rows.map(({ head }) => head.id))
      const tags = await tagsOf(input.space_id, rows)
      return {
        prompts: rows.map((row) => ({ ...shownPrompt(row, { people, tags }), ...placed.get(row.head.id) })),
        total,
        folders: await prompts.folders(input.space_id),
      }
    },
    save: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await requireServers(ctx, ctx.located!.spaceId, input.mcp_servers)
      const before = input.tools?.some(({ source }) => source) && (await drafts.draft(input.prompt_id, ctx.userId))
      await requirePlugins(ctx, ctx.located!.spaceId, input.tools, before ? before.detail.tools : [])
      const rev = input.metadata?.draft_rev
      if (rev !== undefined && !/^\d{1,15}$/.test(rev))
        throw badInput('metadata.draft_rev', 'must be a number', '须为数字')
      const draft = await drafts.save(input.prompt_id, ctx.userId, input, {
        rev: rev === undefined ? undefined : Number(rev),
        base: input.draft_base_version,
      })
      return { prompt: shownPrompt(await prompts.get(input.prompt_id), { draft }) }
    },
    checkPublish: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const found = await prompts.get(input.prompt_id)
      const { mine, candidate, newest, merged } = await drafts.compare(
        input.prompt_id,
        ctx.userId,
        input.draft_base_version,
      )
      if (!newest) return { conflict_type: 0, candidate_version: candidate, conflicts: [] }
      const people = await withPeople(found, [newest.createdBy])
      return {
        conflict_type: 1,
        prompt: shownPrompt(found, { version: newest, people }),
        candidate_version: candidate,
        merged: shownPrompt(found, { draft: mine, detail: merged!.detail, people }),
        conflicts: merged!.conflicts,
      }
    },
    publish: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { prompt_id: promptId, version, publish_description: note } = input
      await drafts.publish(promptId, ctx.userId, version, note, input.draft_base_version)
      return { version }
    },
    versions: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const from = input.cursor ?? 0
      const found = await prompts.get(input.prompt_id)
      const { rows, hasMore } = await drafts.versions(input.prompt_id, input.version_like, from, input.page_size)
      const people = await withPeople(
        found,
        rows.map((row) => row.createdBy),
      )
      return {
        prompts: rows.map((version) => shownPrompt(found, { version, people })),
        next_cursor: String(from + rows.length),
        has_more: hasMore,
      }
    },
    revert: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await drafts.revert(input.prompt_id, ctx.userId, input.version)
      return {}
    },
    clone: async (input, ctx) => {
      const found = await prompts.get(input.prompt_id)
      const target = input.space_id ?? found.head.spaceId
      await ctx.access.require(ctx.actor!, 'space', target, 'createResource')
      const isElsewhere = target !== found.head.spaceId
      // Prompts above this level must not be copied out of their space.
      if (isElsewhere && found.prompt.securityLevel > PromptSecurity.l2) throw errors.noAccess()
      const name = input.version || found.prompt.latest
      const detail = name
        ? (await drafts.version(input.prompt_id, name)).detail
        : (await drafts.draft(input.prompt_id, ctx.userId)).detail
      const copied = isElsewhere ? await copyOut(found.head.spaceId, detail) : detail
      const { id } = await prompts.add(target, ctx.userId, {
        name: input.dest_display_name,
        description: input.dest_description ?? found.head.description,
        key: input.dest_prompt_key,
        type: found.prompt.type,
        securityLevel: found.prompt.securityLevel,
        tagIds: isElsewhere ? [] : found.prompt.tagIds,
        detail: copied,
        isCommitted: Boolean(name),
      })
      return { dest_prompt_id: id }
    },
    // The most used ones first.
    official: async (input, ctx) => {
      const heat = await shelf.heat()
      const heatOf = (id: string) => heat.get(id) ?? 0
      const wanted = new Set(input.labels)
      const all = officialPrompts(ctx.locale, input.key_word ?? '')
        .map((one) => ({ ...one, category: officialCategory(officialKey(one.id), ctx.locale) }))
        .filter(({ category }) => !wanted.size || (category && wanted.has(category.id)))
        .toSorted((a, b) => heatOf(b.id) - heatOf(a.id))
      const page = all.slice((input.page - 1) * input.page_size, input.page * input.page_size)
      const shown = page.map((one): PlatformPrompt => ({
        id: one.id,
        prompt_key: '',
        display_name: one.name,
        description: one.description,
        prompt_type: PromptType.messages,
        creator: '0',
        create_tsms: '0',
        update_tsms: '0',
        status: PromptStatus.committed,
        version: '1.0.0',
        latest_version: '1.0.0',
        security_level: PromptSecurity.l1,
        ...(one.category && { labels: [one.category] }),
        heat: String(heatOf(one.id)),
        prompt_text: { message_list: [{ message_type: PromptMessageType.system, content: one.prompt_text }] },
      }))
      return { prompts: shown, total: all.length }
    },
    point: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { label } = input
      if (!/^[a-z][\w-]{0,49}$/.test(label))
        throw badInput(
          'label',
          'begins with a small letter and has at most 50 letters, digits, _ and -',
          '须以小写字母开头，最多 50 个字符，只能包含字母、数字、_ 和 -',
        )
      const spaceId = ctx.located!.spaceId
      const { approval, protectedLabels } = await releases.settings(spaceId)
      if (await releases.isServed(input.prompt_id, label)) {
        if (approval) throw promptReleaseErrors.needsApproval()
        await releases.requireUngated(input.prompt_id, { env: PromptEnv.production, lane: '', label })
      }
      if (protectedLabels.includes(label) && !(await ctx.access.can(ctx.actor!, 'space', spaceId, 'approveReleases')))
        throw promptReleaseErrors.protectedLabel({ label })
      await releases.point(input.prompt_id, ctx.userId, label, input.version)
      return {}
    },
  }
}

/** MCP servers of a prompt must belong to its space. */
async function requireServers(ctx: Ctx, spaceId: string, servers: { mcp_server_id: string }[] = []): Promise<void> {
  for (const { mcp_server_id: id } of servers) {
    const located = await ctx.access.require(ctx.actor!, 'mcp', id, 'view')
    if (located.spaceId !== spaceId) throw errors.notFound({ what: 'mcp' })
  }
}
