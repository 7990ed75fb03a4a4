import type { ShownTarget } from '@orrery/contract'
import { TargetState, TargetType, targetOutputs } from '@orrery/contract/shared/evaluation-enums'
import type { FoundTarget } from '../eval-target.service.ts'
import type { Snapshot, TargetRow, TargetVersionRow } from '../eval-target.table.ts'
import { targetInputs } from './target-inputs.ts'

const args = (keys: readonly string[]) =>
  keys.map((key) => ({ key, support_content_types: ['Text'], json_schema: '{"type":"string"}' }))

export function shownContent(
  name: string,
  sourceVersion: string,
  target: Pick<TargetRow, 'type' | 'sourceId'>,
  snapshot: Snapshot,
) {
  return {
    input_schemas: args(targetInputs(snapshot).map(({ key }) => key)),
    output_schemas: args(targetOutputs),
    ...(snapshot.kind === 'bot' && {
      coze_bot: {
        bot_id: snapshot.botId,
        bot_version: snapshot.version,
        bot_info_type: snapshot.isDraft ? TargetState.draft : TargetState.published,
        bot_name: name,
        description: '',
        avatar_url: '',
      },
    }),
    ...(target.type === TargetType.prompt && {
      prompt: { prompt_id: target.sourceId, version: sourceVersion, name },
    }),
    name,
  }
}
type InfoOf = (row: { createdBy: string; createdAt: number }) => ShownTarget['base_info']

const shownVersion = (target: TargetRow, version: TargetVersionRow, infoOf: InfoOf) => ({
  id: version.id,
  space_id: target.spaceId,
  target_id: target.id,
  source_target_version: version.sourceVersion,
  eval_target_content: shownContent(version.name, version.sourceVersion, target, version.snapshot),
  base_info: infoOf(version),
})
export const shownTarget = ({ target, version }: FoundTarget, infoOf: InfoOf): ShownTarget => ({
  id: target.id,
  space_id: target.spaceId,
  source_target_id: target.sourceId,
  eval_target_type: target.type,
  eval_target_version: shownVersion(target, version, infoOf),
  base_info: infoOf(target),
})
