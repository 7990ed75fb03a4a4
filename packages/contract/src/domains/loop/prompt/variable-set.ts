import { z } from 'zod'
import { flat, onPrompt, orNothing, promptId, promptValue } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id, name } from '#shared/fields.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS } from '#shared/prompt-enums.ts'

const root = '/api/devops/prompt_platform/v1/prompt/variable_set'
const values = () => z.array(promptValue()).max(LIMITS.variables)
const shape = () =>
  z.object({
    set_id: z.string(),
    name: z.string(),
    variables: z.array(promptValue()),
    /** The user message. */
    message: z.string(),
    created_by: z.string(),
    updated_at: z.string(),
  })
export type PromptVariableSet = z.infer<ReturnType<typeof shape>>
const userMessage = () => orNothing(z.string().max(LIMITS.text))

/** Named sets of inputs for a prompt, shared by everyone who tries it. */
export const promptVariableSet = {
  list: op(`POST ${root}/list`, {
    summary: 'List the variable sets of a prompt',
    summaryZh: '列出提示词的变量组',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId(), base }),
    output: () => z.object({ sets: z.array(shape()) }),
  }),
  create: op(`POST ${root}/create`, {
    summary: 'Save inputs of a prompt as a variable set',
    summaryZh: '将输入保存为变量组',
    access: onPrompt('editInfo'),
    ...flat,
    bodyLimit: 2 * LIMITS.detail,
    input: () => z.object({ ...promptId(), name: name(50), variables: values(), message: userMessage(), base }),
    output: () => z.object({ set_id: z.string() }),
  }),
  update: op(`POST ${root}/update`, {
    summary: 'Rename a variable set, or replace its inputs',
    summaryZh: '重命名变量组或更新其内容',
    access: onPrompt('editInfo'),
    ...flat,
    bodyLimit: 2 * LIMITS.detail,
    input: () =>
      z.object({
        ...promptId(),
        set_id: id(),
        name: orNothing(name(50)),
        variables: orNothing(values()),
        message: userMessage(),
        base,
      }),
  }),
  remove: op(`POST ${root}/delete`, {
    summary: 'Delete a variable set',
    summaryZh: '删除变量组',
    access: onPrompt('editInfo'),
    ...flat,
    input: () => z.object({ ...promptId(), set_id: id(), base }),
  }),
}
