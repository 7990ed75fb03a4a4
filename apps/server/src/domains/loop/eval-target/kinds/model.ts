import { withPictures } from '#domains/loop/dataset/shared/pictures.ts'
import type { ChatMessage } from '#kit/models/chat-types.ts'
import { currentUse } from '#kit/models/model-use.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { filled } from '#domains/loop/evaluator/shared/evaluator-inputs.ts'
import type { Snapshot } from '../eval-target.table.ts'
import { withOverrides } from '../shared/runtime.ts'
import type { RunTarget, TargetFiles } from '../shared/target-run.ts'

type ModelSnapshot = Extract<Snapshot, { kind: 'model' }>

/** Runs a model alone, or with a prompt whose variables are filled from the row. */
export const modelTarget =
  (
    models: Pick<ModelService, 'resolve'>,
    { modelId, prompt, params, given }: ModelSnapshot,
    files: Pick<TargetFiles, 'read'>,
  ): RunTarget =>
  async ({ spaceId, userId, signal }, { fields: row, media = {}, history }) => {
    const fields = withOverrides(row, given)
    const model = await models.resolve(modelId || undefined, spaceId)
    const began = performance.now()
    const system = filled(prompt, fields)
    const text = fields.input ?? ''
    const pictures = Object.values(media)
      .flat()
      .flatMap(({ type, uri, name = '' }) => (type === 'image' && uri ? [{ key: uri, name }] : []))
    const messages: ChatMessage[] = [
      // Without a question, send the prompt as the question.
      ...(system && text ? [{ role: 'system' as const, content: system }] : []),
      ...history.flatMap(({ input, output }) => [
        { role: 'user' as const, content: input },
        { role: 'assistant' as const, content: output },
      ]),
      await withPictures(text || system, pictures, model, files.read),
    ]
    const answer = await currentUse.run({ resourceId: '0', userId, source: 'studio' }, () =>
      model.chat({ messages, signal, ...(params && { params }) }),
    )
    const { inputTokens, outputTokens } = answer.usage
    return {
      outputs: { actual_output: answer.text, trajectory: '[]' },
      traceId: '',
      inputTokens,
      outputTokens,
      cost: costOf(model, inputTokens, outputTokens),
      ms: Math.round(performance.now() - began),
    }
  }
