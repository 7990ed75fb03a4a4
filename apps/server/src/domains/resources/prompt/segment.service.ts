import { isId } from '@orrery/contract/shared/is-id'
import {
  PROMPT_PLATFORM_LIMITS,
  PromptMessageType,
  PromptSecurity,
  PromptType,
} from '@orrery/contract/shared/prompt-enums'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import { promptErrors, segmentErrors } from './prompt.errors.ts'
import { promptResource, promptVersion } from './prompt.table.ts'
import {
  emptyDetail,
  isSecret,
  mapTexts,
  type PromptDetail,
  type SegmentRef,
  segmentRefs,
  segmentTag,
  textOfDetail,
} from './shared/prompt-detail.ts'

/** Replaces segment tags in a text by their texts, recursively. */
function filler(found: ReadonlyMap<string, { text: string }>) {
  const fill = (text: string): string =>
    text.replace(segmentTag, (_, id: string, version: string) => fill(found.get(`${id}_${version}`)?.text ?? ''))
  return fill
}

/** Texts shared by several prompts. Each use names a version, so that prompts never change by themselves. */
export function createSegmentService({ db }: { db: Db }) {
  async function load(spaceId: string, named: string[]) {
    // The ids come from a text, so a number may be too large for an id.
    const ids = named.filter(isId)
    if (!ids.length) return []
    return db
      .select({ prompt: promptResource, version: promptVersion })
      .from(promptResource)
      .leftJoin(promptVersion, eq(promptVersion.promptId, promptResource.id))
      .where(and(eq(promptResource.spaceId, spaceId), inArray(promptResource.id, ids)))
  }
  /** Refuses a segment of the strictest level in a less strict prompt, whose traces and lists would reveal its text. */
  async function requireStrict(promptId: string, chain: string): Promise<void> {
    const [own] = await db.select().from(promptResource).where(eq(promptResource.id, promptId))
    if (own && isSecret(own.securityLevel)) return
    const [problem, problemZh] = [
      'its security level is L4, and the prompt has a lower one',
      '其安全等级为 L4，高于该提示词',
    ]
    throw promptErrors.badSegment({ chain, problem, problemZh })
  }
  /** The texts of all segments in a prompt, including nested ones. */
  async function texts(spaceId: string, promptId: string, detail: PromptDetail) {
    const found = new Map<string, { text: string; variables: PromptDetail['variables']; key: string; level: number }>()
    async function visit(from: PromptDetail, chain: string[]): Promise<void> {
      const refs = segmentRefs(from)
      const rows = await load(
        spaceId,
        refs.map(({ id }) => id),
      )
      for (const ref of refs) {
        const path = [...chain, ref.id]
        const refuse = (problem: string, problemZh: string) =>
          promptErrors.badSegment({ chain: path.slice(1).join(' → '), problem, problemZh })
        if (chain.includes(ref.id)) throw refuse('it uses itself', '循环引用')
        if (chain.length > PROMPT_PLATFORM_LIMITS.segmentDepth) throw refuse('it is nested too deeply', '嵌套过深')
        const hit = rows.find((row) => row.prompt.id === ref.id && row.version?.version === ref.version)
        if (!hit?.version) throw refuse(`there is no version ${ref.version || '–'}`, `没有版本 ${ref.version || '–'}`)
        if (hit.prompt.type !== PromptType.segment) throw refuse('it is not a segment', '不是片段')
        found.set(`${ref.id}_${ref.version}`, {
          text: textOfDetail(hit.version.detail),
          variables: hit.version.detail.variables,
          key: hit.prompt.key,
          level: hit.prompt.securityLevel,
        })
        if (found.size > PROMPT_PLATFORM_LIMITS.segments) throw refuse('there are too many', '数量过多')
        await visit(hit.version.detail, path)
      }
    }
    await visit(detail, [promptId])
    const strict = [...found.values()].find(({ level }) => isSecret(level))
    if (strict) await requireStrict(promptId, strict.key)
    return found
  }
  /** The text of a segment for another space; undefined if its level does not allow that or it was deleted. */
  async function portableText(spaceId: string, ref: SegmentRef) {
    const tag = `<cozeloop_snippet>id=${ref.id}&version=${ref.version}</cozeloop_snippet>`
    const detail = { ...emptyDetail(), messages: [{ message_type: PromptMessageType.user, content: tag }] }
    const found = await texts(spaceId, '0', detail).catch((cause: unknown) => {
      if (cause instanceof AppError) return undefined
      throw cause
    })
    const mayLeave = found && [...found.values()].every(({ level }) => level <= PromptSecurity.l2)
    return mayLeave
      ? { text: filler(found)(tag), variables: [...found.values()].flatMap((one) => one.variables) }
      : undefined
  }
  return {
    /** Prepares a prompt for another space: segments become text; those that must not leave are listed in `leftOut`. */
    async inlineSegments(spaceId: string, detail: PromptDetail) {
      const refs = segmentRefs(detail)
      const names = new Map(
        (
          await load(
            spaceId,
            refs.map(({ id }) => id),
          )
        ).map(({ prompt }) => [prompt.id, prompt.key]),
      )
      const nameOf = ({ id }: SegmentRef) => names.get(id) ?? id
      const moved = new Map<string, string>()
      const variables = [...detail.variables]
      const [inlined, leftOut]: [string[], string[]] = [[], []]
      for (const ref of refs) {
        const found = await portableText(spaceId, ref)
        moved.set(`${ref.id}_${ref.version}`, found?.text ?? '')
        ;(found ? inlined : leftOut).push(nameOf(ref))
        for (const one of found?.variables ?? []) if (!variables.some(({ key }) => key === one.key)) variables.push(one)
      }
      const fill = (text: string) =>
        text.replace(segmentTag, (_, id: string, version: string) => moved.get(`${id}_${version}`) ?? '')
      return { detail: { ...mapTexts(detail, fill), variables }, inlined, leftOut }
    },
    /** Fixes uses without a version to the newest version. */
    async fixed(spaceId: string, detail: PromptDetail): Promise<PromptDetail> {
      const open = segmentRefs(detail).filter(({ version }) => !version)
      if (!open.length) return detail
      const ids = open.map(({ id }) => id).filter(isId)
      const rows = await db
        .select({ id: promptResource.id, latest: promptResource.latest })
        .from(promptResource)
        .where(and(inArray(promptResource.id, ids), eq(promptResource.spaceId, spaceId)))
      const newest = new Map(rows.map(({ id, latest }) => [id, latest]))
      return mapTexts(detail, (text) =>
        text.replace(segmentTag, (whole, id: string, version: string) =>
          version ? whole : `<cozeloop_snippet>id=${id}&version=${newest.get(id) ?? ''}</cozeloop_snippet>`,
        ),
      )
    },
    /** Checks the segments; returns all variables by name, including those of segments. */
    async check(spaceId: string, promptId: string, detail: PromptDetail): Promise<ReadonlyMap<string, number>> {
      const types = new Map(detail.variables.map(({ key, variable_type: type }) => [key, type]))
      for (const segment of (await texts(spaceId, promptId, detail)).values())
        for (const { key, variable_type: type } of segment.variables) {
          if ((types.get(key) ?? type) !== type) throw segmentErrors.variableType({ key, name: segment.key })
          types.set(key, type)
        }
      return types
    },
    /** Expands all segments; their variables are added to those of the prompt. */
    async expand(spaceId: string, promptId: string, detail: PromptDetail): Promise<PromptDetail> {
      if (!segmentRefs(detail).length) return detail
      const found = await texts(spaceId, promptId, detail)
      const fill = filler(found)
      const variables = [...detail.variables]
      for (const segment of found.values())
        for (const variable of segment.variables)
          if (!variables.some(({ key }) => key === variable.key)) variables.push(variable)
      return { ...mapTexts(detail, fill), variables }
    },
  }
}
export type SegmentService = ReturnType<typeof createSegmentService>
