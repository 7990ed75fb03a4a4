import type { contract, PromptMessage, PromptReplyItem } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import { isSecret } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { guideAfter, helperSystem } from './assist-words.ts'
import { type AssistService, readForm, type AssistRequest } from './assist.service.ts'
import { assistErrors } from './prompt-run.errors.ts'

export interface AssistRoutesDeps {
  assist: AssistService
  prompts: PromptService
  spaces: Pick<SpaceService, 'personalOf'>
}
const textOf = (message: PromptMessage | undefined): string =>
  message?.content ?? (message?.parts ?? []).map(({ text }) => text ?? '').join('')
const item = (state: number, content: string): PromptReplyItem => ({ stream_state: state, reply_type: 0, content })

export function assistRoutes({ assist, prompts, spaces }: AssistRoutesDeps): Handlers<typeof contract.promptAssist> {
  return {
    generate: async (input, ctx) => {
      const { generate_prompt_type: kind, original_prompt: original = '', prompt_id: promptId } = input
      let isHidden = false
      if (promptId !== undefined) {
        const located = await ctx.access.require(ctx.actor!, 'prompt', promptId, 'editInfo')
        if (located.spaceId !== input.space_id) throw assistErrors.ofOther()
        isHidden = isSecret((await prompts.get(promptId)).prompt.securityLevel)
      }
      if (kind !== 1 && !original.trim()) throw assistErrors.noOriginal()
      const type = input.structured_prompt_type || 1
      const [question, answer] = [textOf(input.user_message), textOf(input.assistant_message)]
      const { feedback = '' } = input
      if (kind === 3 && !feedback.trim()) throw assistErrors.noFeedback()
      const assistRequest: AssistRequest = {
        spaceId: input.space_id,
        userId: ctx.userId,
        promptId,
        isSecret: isHidden,
        kind,
        isRetry: input.is_retry ?? false,
        original,
        about: [input.prompt_name, input.prompt_desc].filter(Boolean).join(': '),
        form: kind === 1 ? { type, fields: readForm(type, input.structured_context ?? '') } : undefined,
        talk: kind === 3 ? { question, answer, feedback } : undefined,
        variables: kind === 1 ? (input.variables ?? []).map(({ key }) => key) : [],
        signal: ctx.signal,
      }
      return async (sse) => {
        try {
          const { text, recordId } = await assist.write(assistRequest, {
            begin: () => sse.send({ data: { item: item(2, '') } }),
            text: (piece) => sse.send({ data: { item: item(3, piece) } }),
          })
          // Send the complete trimmed text: the streamed pieces may include surrounding whitespace.
          sse.send({ data: { item: { ...item(4, text), finish_reason: 'stop' }, record_id: recordId } })
        } catch (cause) {
          const data =
            cause instanceof AppError
              ? { code: cause.code, msg: cause.text(ctx.locale) }
              : { code: 1, msg: 'The text could not be written' }
          sse.send({ event: 'error', data })
        }
      }
    },
    rate: async (input, ctx) => {
      await assist.rate(input.space_id, ctx.userId, input.record_id, {
        ...(input.is_liked !== undefined && { isLiked: input.is_liked }),
        ...(input.is_disliked !== undefined && { isDisliked: input.is_disliked }),
        ...(input.is_accepted !== undefined && { isAccepted: input.is_accepted }),
        ...(input.is_canceled !== undefined && { isCancelled: input.is_canceled }),
      })
      return {}
    },
    kept: ({ space_id: spaceId }) => assist.figures(spaceId),
    helper: async (input, ctx) => {
      const said = [...(input.contexts ?? []), ...(input.message ? [input.message] : [])]
      const own = said.filter((message) => message.message_type === 2 && textOf(message).trim())
      if (input.get_next_guide || !own.length) return { item: item(1, guideAfter(own.length, ctx.locale)) }
      const about = [input.prompt_name, input.prompt_desc].filter(Boolean).join(': ')
      const talk = own.map((message) => textOf(message)).join('\n')
      const last = input.last_generated_prompt
      const assistRequest: AssistRequest = {
        // The call has no space, so use the models of the person's personal space.
        spaceId: await spaces.personalOf(ctx.userId),
        userId: ctx.userId,
        promptId: undefined,
        isSecret: false,
        kind: 2,
        isRetry: false,
        original: '',
        about,
        form: undefined,
        talk: undefined,
        variables: [],
        signal: ctx.signal,
      }
      const system = `${helperSystem}${about && `\nWhat the prompt is for: ${about}`}`
      const prompt = last ? `${last}\n\nWhat is wanted now:\n${talk}` : talk
      const result = await assist.ask(assistRequest, system, prompt, { begin: () => undefined, text: () => undefined })
      return {
        item: {
          ...item(1, result.text.trim()),
          finish_reason: result.finish,
          token_consumption: {
            input_token: String(result.inputTokens),
            output_token: String(result.outputTokens),
            cost: result.cost,
          },
        },
      }
    },
  }
}
