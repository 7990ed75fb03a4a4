import { z } from 'zod'
import { type Access, op } from '#kit.ts'
import { id, idOrNone, name, text } from '#shared/fields.ts'
import {
  apiKey,
  baseUrl,
  bound,
  capabilities,
  funcConfig,
  kind,
  managedProvider,
  price,
  receivedProvider,
  team,
  type,
} from './manage-shapes.ts'
import { parameterSchema } from './type-list.ts'
import { MODEL_LIMITS } from '#shared/limits.ts'

/** The same calls for the instance (for its owner) and for one space (for its admins). */
function manageOps<S extends z.ZodRawShape>(prefix: `/api/${string}`, access: Access, scope: S) {
  const input = <T extends z.ZodRawShape>(shape: T) => z.object({ ...shape, ...scope })
  return {
    providers: op(`POST ${prefix}/providers`, {
      summary: 'List providers with their models; keys are masked',
      summaryZh: '列出模型服务商及其模型，密钥已脱敏',
      access,
      input: () => input({}),
      output: () =>
        z.object({
          providers: z.array(managedProvider),
          default_model_id: z.string(),
          /** Providers that others share with this space. */
          received: z.array(receivedProvider),
          /** Whether models can be shared with teams: true for the instance and for personal spaces. */
          can_share: z.boolean(),
        }),
    }),
    createProvider: op(`POST ${prefix}/provider/create`, {
      summary: 'Add a model provider',
      summaryZh: '添加模型服务商',
      access,
      input: () => input({ kind, name: name(MODEL_LIMITS.provider), base_url: baseUrl, api_key: apiKey.default('') }),
      output: () => z.object({ id: z.string() }),
    }),
    updateProvider: op(`POST ${prefix}/provider/update`, {
      summary: 'Update a provider; an omitted key stays unless the URL changes to another host',
      summaryZh: '更新模型服务商；未提供密钥时保持不变，更换主机时除外',
      access,
      input: () =>
        input({
          provider_id: id(),
          name: name(MODEL_LIMITS.provider).optional(),
          base_url: z.string().trim().max(500).optional(),
          api_key: apiKey.optional(),
        }),
    }),
    deleteProvider: op(`POST ${prefix}/provider/delete`, {
      summary: 'Delete a provider with its key and models',
      summaryZh: '删除模型服务商及其密钥和模型',
      access,
      input: () => input({ provider_id: id() }),
    }),
    share: op(`POST ${prefix}/provider/share`, {
      summary: "Choose the teams that may use a provider's models",
      summaryZh: '选择可使用该服务商模型的团队',
      access,
      input: () =>
        input({
          provider_id: id(),
          /** Instance only. */
          for_everyone: z.boolean().default(false),
          space_ids: z.array(id()).max(200).default([]),
        }),
    }),
    teams: op(`POST ${prefix}/teams`, {
      summary: 'List the teams models can be shared with',
      summaryZh: '列出可共享模型的团队',
      access,
      input: () => input({ search_word: z.string().max(100).default('') }),
      output: () => z.object({ teams: z.array(team) }),
    }),
    remoteModels: op(`POST ${prefix}/remote`, {
      summary: 'List the models a provider offers',
      summaryZh: '列出服务商提供的模型',
      access,
      limit: { by: 'user', max: 60, seconds: 60 },
      input: () =>
        input({
          provider_id: idOrNone(),
          kind: kind.optional(),
          base_url: z.string().trim().max(500).optional(),
          api_key: apiKey.optional(),
        }),
      output: () =>
        z.object({
          models: z.array(
            z.object({
              model: z.string(),
              name: z.string(),
              /** 0 if the provider does not specify it. */
              context_tokens: z.number(),
              max_output_tokens: z.number(),
              type,
              /** Per million tokens; 0 if the provider does not specify it. */
              price_in: z.number(),
              price_out: z.number(),
              /** Only capabilities that the provider specifies. */
              capabilities: z.object({
                tools: z.boolean().optional(),
                vision: z.boolean().optional(),
                reasoning: z.boolean().optional(),
                json: z.boolean().optional(),
              }),
              /** Whether this scope already has the model. */
              is_added: z.boolean(),
            }),
          ),
        }),
    }),
    createModel: op(`POST ${prefix}/create`, {
      summary: 'Add a model',
      summaryZh: '添加模型',
      access,
      input: () =>
        input({
          provider_id: id(),
          type: type.default(0),
          name: name(MODEL_LIMITS.name),
          model: z.string().trim().min(1).max(200),
          description: text(MODEL_LIMITS.description).default(''),
          capabilities: capabilities.prefault({}),
          context_tokens: z.int().min(256).max(100_000_000).default(32_768),
          max_output_tokens: z.int().min(1).max(10_000_000).default(4096),
          parameters: z.array(parameterSchema).max(50).optional(),
          func_config: funcConfig.optional(),
          price_in: price.default(0),
          price_out: price.default(0),
          tpm_in: bound.default(null),
          tpm_out: bound.default(null),
          enable_base64_url: z.boolean().default(true),
        }),
      output: () => z.object({ id: z.string() }),
    }),
    updateModel: op(`POST ${prefix}/update`, {
      summary: 'Update a model',
      summaryZh: '更新模型',
      access,
      input: () =>
        input({
          model_id: id(),
          name: name(MODEL_LIMITS.name).optional(),
          model: z.string().trim().min(1).max(200).optional(),
          description: text(MODEL_LIMITS.description).optional(),
          capabilities: capabilities.optional(),
          context_tokens: z.int().min(256).max(100_000_000).optional(),
          max_output_tokens: z.int().min(1).max(10_000_000).optional(),
          parameters: z.array(parameterSchema).max(50).optional(),
          func_config: funcConfig.optional(),
          price_in: price.optional(),
          price_out: price.optional(),
          tpm_in: bound.optional(),
          tpm_out: bound.optional(),
          enabled: z.boolean().optional(),
          enable_base64_url: z.boolean().optional(),
        }),
    }),
    deleteModel: op(`POST ${prefix}/delete`, {
      summary: 'Delete a model',
      summaryZh: '删除模型',
      access,
      input: () => input({ model_id: id() }),
    }),
    setDefault: op(`POST ${prefix}/default`, {
      summary: 'Set the default model for new bots; without one, the first model is used',
      summaryZh: '设置新智能体的默认模型；未设置时使用第一个模型',
      access,
      input: () => input({ model_id: idOrNone() }),
    }),
    test: op(`POST ${prefix}/test`, {
      summary: 'Test a model; the answer is streamed with times, tokens and errors',
      summaryZh: '测试模型，流式返回回答、耗时、Token 和错误',
      access,
      reply: 'stream',
      limit: { by: 'user', max: 60, seconds: 60 },
      input: () =>
        input({
          /** Tests this saved model. Without it, the fields below describe a model that is not saved yet. */
          model_id: idOrNone(),
          provider_id: idOrNone(),
          kind: kind.optional(),
          base_url: z.string().trim().max(500).optional(),
          api_key: apiKey.optional(),
          model: z.string().trim().max(200).optional(),
          /** Only for a model that is not saved yet. */
          type: type.optional(),
          prompt: text(2000).default('Say hello in one short sentence.'),
        }),
    }),
  }
}

export const instanceModel = manageOps('/api/instance/model', 'instance', {})
const inSpace = { on: 'space', id: 'space_id', can: 'manageModels' } as const
export const spaceModel = {
  ...manageOps('/api/space/model', inSpace, { space_id: id() }),
  refuseShared: op('POST /api/space/model/shared/remove', {
    summary: 'Remove a provider shared by others from a space',
    summaryZh: '从空间移除他人共享的模型服务商',
    access: inSpace,
    input: () => z.object({ space_id: id(), provider_id: id() }),
  }),
}

const limits = z.object({
  first_chunk_ms: z.int().min(50).max(120_000),
  turn_seconds: z.int().min(1).max(3600),
  turn_steps: z.int().min(1).max(100),
  turn_tokens: z.int().min(1).max(10_000_000),
  /** Whether the built-in offline model is offered besides the others. */
  offline_model: z.boolean(),
})
export const modelLimits = {
  limits: op('GET /api/instance/model/limits', {
    summary: 'Get the limits of a turn',
    summaryZh: '获取单轮对话的限制',
    access: 'instance',
    output: limits,
  }),
  saveLimits: op('POST /api/instance/model/limits', {
    summary: 'Change the limits of a turn',
    summaryZh: '修改单轮对话的限制',
    access: 'instance',
    input: () => limits.partial(),
  }),
}
