import type { Belongings } from './belongings.ts'

const byName: [RegExp, keyof Belongings][] = [
  [/workspace|space(_?id)?$|space_id|SpaceI[dD]/i, 'space'],
  [/conversation/i, 'conversation'],
  [/message/i, 'message'],
  [/document|doc_id/i, 'document'],
  [/slice|chunk/i, 'slice'],
  [/dataset|knowledge/i, 'dataset'],
  [/workflow|flow_id/i, 'workflow'],
  [/execute|run_id|log_id/i, 'run'],
  [/trigger/i, 'trigger'],
  [/mock/i, 'mockSet'],
  [/tool|api_id|component/i, 'tool'],
  [/plugin/i, 'plugin'],
  [/database|table/i, 'database'],
  [/project|intelligence|app_id/i, 'project'],
  [/folder/i, 'folder'],
  [/prompt/i, 'prompt'],
  [/card|DraftID/i, 'card'],
  [/task/i, 'task'],
  [/webhook/i, 'webhook'],
  [/appid/i, 'oauthApp'],
  [/connector/i, 'connector'],
  [/bot|agent|^bid$/i, 'bot'],
  [/user|owner|creator|principal/i, 'user'],
]
/** The id that a field with this name usually expects, among the resources of a person. */
export const idFor = (field: string, own: Belongings): string | undefined => {
  const kind = /id|list$|s$/i.test(field) ? byName.find(([pattern]) => pattern.test(field))?.[1] : undefined
  return kind && own[kind]
}
