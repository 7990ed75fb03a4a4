import type { contract, ShownTargetRecord } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { EvalTargets } from './eval-target.service.ts'
import { shownContent, shownTarget } from './shared/shown-target.ts'

export interface EvalTargetRoutesDeps {
  targets: EvalTargets
  infos: BaseInfos
  /** Records of single target runs, stored by the experiment domain. */
  records: {
    execute(
      place: { spaceId: string; userId: string; signal: AbortSignal; locale: Locale },
      versionId: string,
      fields: Record<string, string>,
    ): Promise<ShownTargetRecord>
    get(spaceId: string, ids: string[], locale: Locale): Promise<ShownTargetRecord[]>
  }
}
const nobody = { created_at: '0', updated_at: '0' }

export function evalTargetRoutes({
  targets,
  infos,
  records,
}: EvalTargetRoutesDeps): Handlers<typeof contract.evalTarget> {
  async function shown(found: Awaited<ReturnType<EvalTargets['versions']>>) {
    const infoOf = await infos(found.flatMap(({ target, version }) => [target.createdBy, version.createdBy]))
    return found.map((one) => shownTarget(one, infoOf))
  }
  return {
    create: async ({ space_id, param }, ctx) => {
      const given = { sourceId: param.source_target_id, type: param.eval_target_type, state: param.bot_info_type }
      const { target, version } = await targets.freeze(space_id, ctx.userId, given)
      return { id: target.id, version_id: version.id }
    },
    bySource: async ({ space_id, source_target_ids, eval_target_type }) => ({
      eval_targets: await shown(await targets.bySource(space_id, source_target_ids, eval_target_type)),
    }),
    execute: async ({ space_id: spaceId, eval_target_version_id, input_data }, ctx) => {
      const fields = Object.entries(input_data.input_fields ?? {}).map(([key, { text = '' }]) => [key, text] as const)
      const place = { spaceId, userId: ctx.userId, signal: ctx.signal, locale: ctx.locale }
      return { eval_target_record: await records.execute(place, eval_target_version_id, Object.fromEntries(fields)) }
    },
    sources: async ({ space_id, target_type, name, page_size, cursor }) => {
      const offset = Number.parseInt(cursor ?? '', 10) || 0
      const found = await targets.sources(space_id, target_type, name, Math.max(0, offset), page_size + 1)
      const page = found.slice(0, page_size)
      const hasMore = found.length > page_size
      return {
        eval_targets: page.map((one) => ({
          id: '0',
          space_id,
          source_target_id: one.id,
          eval_target_type: target_type,
          eval_target_version: {
            id: '0',
            space_id,
            target_id: '0',
            source_target_version: '',
            eval_target_content: { input_schemas: [], output_schemas: [], name: one.name },
            base_info: nobody,
          },
          base_info: nobody,
        })),
        next_cursor: hasMore ? String(Math.max(0, offset) + page_size) : '',
        has_more: hasMore,
      }
    },
    sourceVersions: async ({ space_id, source_target_id, target_type }, ctx) => ({
      versions: (await targets.states(space_id, ctx.userId, target_type, source_target_id)).map((one) => ({
        id: '0',
        space_id,
        target_id: '0',
        source_target_version: one.sourceVersion,
        eval_target_content: shownContent(
          one.name,
          one.sourceVersion,
          { type: target_type, sourceId: source_target_id },
          one.snapshot,
        ),
        base_info: nobody,
      })),
      next_cursor: '',
      has_more: false,
    }),
    records: async ({ space_id, eval_target_record_ids }, ctx) => ({
      eval_target_records: await records.get(space_id, eval_target_record_ids, ctx.locale),
    }),
    record: async ({ space_id, eval_target_record_id }, ctx) => {
      const [record] = await records.get(space_id, [eval_target_record_id], ctx.locale)
      if (!record) throw errors.notFound({ what: 'evaluation target' })
      return { eval_target_record: record }
    },
    versions: async ({ space_id, eval_target_version_ids }) => ({
      eval_targets: await shown(await targets.versions(space_id, eval_target_version_ids)),
    }),
    version: async ({ space_id, eval_target_version_id }) => ({
      eval_target: (await shown([await targets.version(space_id, eval_target_version_id)]))[0]!,
    }),
  }
}
