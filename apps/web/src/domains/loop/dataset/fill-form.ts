import { BatchProvider, COLUMN_LIMITS, ColumnFiller } from '@orrery/contract/shared/dataset-enums'
import type { api } from '#lib/api.ts'

export type ColumnContent = Parameters<typeof api.datasetColumn.create>[0]['content']
type FillBatch = 'no' | 'local' | 'provider'
export type FillRows = 'all' | 'empty' | 'failed'

/** The form in which a person sets up a column fill. */
export interface FillForm {
  by: 'model' | 'python'
  /** Empty: the default model of the space. */
  modelId: string
  prompt: string
  /** A prompt of the space; empty: the text above. */
  promptId: string
  /** Empty: its newest version. */
  promptVersion: string
  /** The key of the column that takes the reasoning of the model; empty: none. */
  reasoning: string
  code: string
  votes: number
  /** Sends all questions together: to the models of the space, or to the batch API of the provider. */
  batch: FillBatch
  rows: FillRows
  allowsNewValues: boolean
  fillsNewRows: boolean
}
export const emptyFill = (by: FillForm['by']): FillForm => ({
  by,
  modelId: '',
  prompt: '',
  promptId: '',
  promptVersion: '',
  reasoning: '',
  code: 'def process(item):\n    return ""\n',
  votes: 1,
  batch: 'no',
  rows: 'empty',
  allowsNewValues: false,
  fillsNewRows: false,
})

/** The request that fills the column with this key. */
export function contentOf(form: FillForm, key: string): ColumnContent {
  const which = {
    onlyForEmpty: form.rows === 'empty',
    onlyForFailed: form.rows === 'failed',
    allowUndefinedTagValues: form.allowsNewValues,
    autoUpdate: form.fillsNewRows,
  }
  const outputMappings = [{ targetValue: key }]
  if (form.by === 'python')
    return {
      annotationType: ColumnFiller.python,
      ruleAnnotator: { content: form.code, outputMappings, ...which },
    }
  if (form.batch !== 'no') return batchContent(form, key)
  return {
    annotationType: ColumnFiller.model,
    aiAnnotator: {
      onlineAIAnnotator: {
        annotator: {
          manualAnnotator: {
            model: form.modelId ? { id: form.modelId } : {},
            ...promptParts(form),
            outputMappings,
            ...(form.reasoning && { thinkingOutputMapping: { targetValue: form.reasoning } }),
          },
        },
        inferRound: form.votes,
        ...which,
      },
    },
  }
}

/** The text of the prompt, or the stored prompt. */
const promptParts = ({ prompt, promptId, promptVersion }: FillForm) =>
  promptId ? { promptID: promptId, ...(promptVersion && { promptVersion }) } : { promptContent: prompt }

function batchContent(form: FillForm, key: string): ColumnContent {
  const isProvider = form.batch === 'provider'
  const model = form.modelId || undefined
  return {
    annotationType: ColumnFiller.model,
    aiAnnotator: {
      category: 2,
      offlineAIAnnotator: {
        batchInferprovider: isProvider ? BatchProvider.provider : BatchProvider.local,
        batchInferProviderInfo: isProvider
          ? { arkModel: { customModelID: model } }
          : { merlinSeedModel: { modelCardID: model } },
        batchInferParam: { inferTimes: form.votes },
        ...promptParts(form),
        outputMappings: [{ targetValue: key }],
        onlyForEmpty: form.rows === 'empty',
        onlyForFailed: form.rows === 'failed',
        allowUndefinedTagValues: form.allowsNewValues,
      },
    },
  }
}

/** The parts of a stored setup that the form shows. */
interface StoredContent {
  annotationType: number
  aiAnnotator?: {
    onlineAIAnnotator?: StoredRowChoice & {
      inferRound?: number
      annotator: {
        manualAnnotator: {
          model?: { id?: string }
          promptContent?: string
          promptID?: string
          promptVersion?: string
          thinkingOutputMapping?: { targetValue: string }
        }
      }
    }
    offlineAIAnnotator?: StoredRowChoice & {
      batchInferprovider?: number
      batchInferProviderInfo?: { merlinSeedModel?: { modelCardID?: string }; arkModel?: { customModelID?: string } }
      batchInferParam?: { inferTimes?: number }
      promptContent?: string
      promptID?: string
      promptVersion?: string
    }
  }
  ruleAnnotator?: StoredRowChoice & { content: string }
}
interface StoredRowChoice {
  onlyForEmpty?: boolean
  onlyForFailed?: boolean
  allowUndefinedTagValues?: boolean
  autoUpdate?: boolean
}
/** The form for a stored setup; undefined if the form cannot represent it. */
export function formOf(stored: unknown): FillForm | undefined {
  const content = stored as StoredContent
  const ofModel = content.aiAnnotator?.onlineAIAnnotator
  const ofBatch = content.aiAnnotator?.offlineAIAnnotator
  const which = content.annotationType === ColumnFiller.python ? content.ruleAnnotator : (ofModel ?? ofBatch)
  if (!which) return undefined
  const shared = {
    rows: which.onlyForFailed ? 'failed' : which.onlyForEmpty ? 'empty' : 'all',
    allowsNewValues: which.allowUndefinedTagValues ?? false,
    fillsNewRows: which.autoUpdate ?? false,
  } as const
  if (content.annotationType === ColumnFiller.python)
    return { ...emptyFill('python'), ...shared, code: content.ruleAnnotator!.content }
  if (ofBatch && !ofModel) {
    const { merlinSeedModel, arkModel } = ofBatch.batchInferProviderInfo ?? {}
    return {
      ...emptyFill('model'),
      ...shared,
      batch: ofBatch.batchInferprovider === BatchProvider.provider ? 'provider' : 'local',
      modelId: merlinSeedModel?.modelCardID ?? arkModel?.customModelID ?? '',
      prompt: ofBatch.promptID ? '' : (ofBatch.promptContent ?? ''),
      promptId: ofBatch.promptID ?? '',
      promptVersion: ofBatch.promptVersion ?? '',
      votes: ofBatch.batchInferParam?.inferTimes ?? 1,
    }
  }
  const {
    model,
    promptContent = '',
    promptID = '',
    promptVersion = '',
    thinkingOutputMapping,
  } = ofModel!.annotator.manualAnnotator
  return {
    ...emptyFill('model'),
    ...shared,
    modelId: model?.id ?? '',
    prompt: promptID ? '' : promptContent,
    promptId: promptID,
    promptVersion,
    reasoning: thinkingOutputMapping?.targetValue ?? '',
    votes: ofModel!.inferRound ?? 1,
  }
}

export const isWritten = ({ by, code, prompt, promptId }: FillForm): boolean =>
  (by === 'python' ? code : promptId || prompt).trim() !== ''
export const MAX_VOTES = COLUMN_LIMITS.rounds
