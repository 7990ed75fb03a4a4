import { useCallback } from 'react'
import { type Texts, useT } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'

/** Settings with a translated name; others are shown by their key in the canvas. */
const known = [
  'title',
  'level',
  'description',
  'temperature',
  'prompt',
  'systemPrompt',
  'maxTokens',
  'topP',
  'modelType',
  'modleName',
  'responseFormat',
  'topK',
  'minScore',
  'content',
  'concatResult',
  'code',
  'language',
  'outputs',
  'timeoutMs',
  'retryTimes',
  'settingOnError',
  'processType',
  'condition',
  'conditions',
  'branches',
  'operator',
  'left',
  'right',
  'logic',
  'question',
  'options',
  'intents',
  'url',
  'method',
  'headers',
  'body',
  'params',
  'sql',
  'terminatePlan',
  'streamingOutput',
  'batchSize',
  'concurrentSize',
  'loopType',
  'loopCount',
  'workflowVersion',
] as const
const names: ReadonlySet<string> = new Set(known)

/** The name of a field, derived from its path. */
export function fieldName(t: Texts<'workflow-run'>, path: readonly string[]): string {
  return path.map((key) => (names.has(key) ? t(`field.${key}` as TextKey<'workflow-run'>) : key)).join(' · ')
}

export function useFieldName(): (path: readonly string[]) => string {
  const t = useT('workflow-run')
  return useCallback((path) => fieldName(t, path), [t])
}
