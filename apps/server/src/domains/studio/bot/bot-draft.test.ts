import { type BotInfo, BotMode } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Patch = Parameters<BotTeam['maker']['api']['bot']['updateDraft']>[0]['bot_info']
const save = (botId: string, patch: Omit<Patch, 'bot_id'>, who = team.maker) =>
  who.api.bot.updateDraft({ bot_info: { bot_id: botId, ...patch } as Patch })

/** A value other than the default in every group and field. */
const full = {
  name: 'Full',
  description: 'Everything',
  model_info: {
    model_id: '77',
    temperature: 0.4,
    max_tokens: 5,
    top_p: 0.9,
    frequency_penalty: 0.1,
    presence_penalty: -0.2,
    short_memory_policy: { context_mode: 2, history_round: 7 },
    top_k: 9,
    response_format: 2,
    model_style: 3,
    cache_type: 1,
    sp_current_time: true,
    sp_anti_leak: true,
    sp_voice_info: true,
    parameters: { reasoning: 'high' },
  },
  prompt_info: {
    prompt: 'You are {{name}}',
    prompt_mode: 1,
    prefix_prompt_info: { prefix_prompt: 'p', dynamic_prompt: 'd' },
    prompt_ref: { key: 'desk/greeting', label: 'production' },
  },
  plugin_info_list: [{ plugin_id: '11', api_id: '12', api_name: 'find', plugin_from: 1, api_version_ms: '5' }],
  workflow_info_list: [
    {
      workflow_id: '21',
      plugin_id: '22',
      api_id: '23',
      flow_mode: 3,
      workflow_name: 'flow',
      desc: 'does it',
      parameters: [
        {
          name: 'a',
          desc: 'b',
          required: true,
          type: 'object',
          sub_type: '',
          sub_parameters: [{ name: 'c', desc: '', required: false, type: 'string', sub_type: '', sub_parameters: [] }],
        },
      ],
      plugin_icon: 'icon',
    },
  ],
  onboarding_info: {
    prologue: 'Hello',
    suggested_questions: ['Who?', 'What?'],
    onboarding_mode: 3,
    customized_onboarding_prompt: 'Write it',
    suggested_questions_show_mode: 1,
  },
  knowledge: {
    knowledge_info: [{ id: '31', name: 'Base' }],
    top_k: 8,
    min_score: 0.25,
    auto: false,
    search_strategy: 20,
    show_source: true,
    no_recall_reply_mode: 1,
    no_recall_reply_customize_prompt: 'Say you do not know',
    show_source_mode: 1,
    recall_strategy: { use_rerank: false, use_rewrite: false, use_nl2sql: false },
  },
  variable_list: [
    {
      key: 'name',
      description: 'their name',
      default_value: 'you',
      is_system: false,
      prompt_disabled: true,
      is_disabled: false,
    },
  ],
  task_info: { user_task_allowed: true, enable_preset_task: 0 },
  database_list: [
    {
      table_id: '41',
      table_name: 't',
      table_desc: 'd',
      field_list: [{ name: 'f', desc: 'g', type: 5, must_required: true, id: '1', type_str: 'boolean', alterId: '2' }],
      prompt_disabled: true,
      rw_mode: 3,
    },
  ],
  suggest_reply_info: { suggest_reply_mode: 1, customized_suggest_prompt: 'Three' },
  voices_info: {
    muted: true,
    autoplay: true,
    default_user_input_type: 2,
    i18n_lang_voice_str: { en: 'v' },
  },
  bot_tag_info: {
    time_capsule_info: {
      time_capsule_mode: 1,
      disable_prompt_calling: 1,
      time_capsule_time_to_live: '60',
    },
  },
  filebox_info: { Mode: 1 },
  multi_agent_info: { session_type: 2, connector_type: 1 },
  background_image_info_list: [
    {
      web_background_image: {
        origin_image_uri: '',
        origin_image_url: '',
        image_uri: '',
        image_url: '',
        theme_color: '#123456',
        gradient_position: { left: 0.1, right: 0.2 },
        canvas_position: { width: 1, height: 2, left: 3, top: 4 },
      },
      mobile_background_image: {
        origin_image_uri: '',
        origin_image_url: '',
        image_uri: '',
        image_url: '',
        theme_color: '#654321',
      },
    },
  ],
  hook_info: Object.fromEntries(
    [
      'pre_agent_jump_hook',
      'post_agent_jump_hook',
      'flow_hook',
      'atomic_hook',
      'llm_call_hook',
      'res_parsing_hook',
      'suggestion_hook',
    ].map((name) => [
      name,
      [{ uri: `https://example.test/${name}`, filter_rules: ['a'], strong_dep: true, timeout_ms: 1234 }],
    ]),
  ),
  layout_info: { workflow_id: '21', plugin_id: '22' },
} as const

describe('a draft', () => {
  test('drops settings that have no effect', async () => {
    const botId = await team.newBot()
    const idle = {
      suggest_reply_info: { chain_task_name: 'c' },
      voices_info: { autoplay: true, voice_call: true, video_call_config: { video_call: true } },
      bot_ext_info: { use_ugc_voice: true, binding_mp: true },
      knowledge: { knowledge_type_mode: 1 },
      user_query_collect_conf: { is_collected: true },
      multi_agent_info: { version_compat_info: { version_compat: 1 } },
      bot_species: 1,
      business_type: 1,
      time_capsule_type: 1,
    }
    await save(botId, idle as never)
    const told = JSON.stringify(await team.draft(botId))
    for (const name of [
      'chain_task',
      'voice_call',
      'use_ugc',
      'binding_mp',
      'knowledge_type',
      'is_collected',
      'version_compat',
    ])
      expect(told, name).not.toContain(name)
    for (const name of ['bot_species', 'business_type', 'time_capsule_type']) expect(told, name).not.toContain(name)
    // Other settings of the same group are kept.
    expect((await team.draft(botId)).bot_info.voices_info.autoplay).toBe(true)
  })
  test('stores every group and field, and returns them', async () => {
    const botId = await team.newBot()
    expect(await save(botId, structuredClone(full) as never)).toMatchObject({
      has_change: true,
      check_not_pass: false,
      check_not_pass_msg: '',
    })
    const { bot_info: info } = await team.draft(botId)
    for (const [key, value] of Object.entries(full)) expect(info[key as keyof BotInfo], key).toEqual(value)
    const groups = [
      'bot_id',
      'name',
      'description',
      'icon_uri',
      'icon_url',
      'creator_id',
      'create_time',
      'update_time',
      'connector_id',
      'version',
      'model_info',
      'prompt_info',
      'plugin_info_list',
      'workflow_info_list',
      'onboarding_info',
      'knowledge',
      'variable_list',
      'task_info',
      'database_list',
      'suggest_reply_info',
      'voices_info',
      'bot_mode',
      'agents',
      'bot_tag_info',
      'filebox_info',
      'multi_agent_info',
      'background_image_info_list',
      'shortcut_sort',
      'status',
      'hook_info',
      'layout_info',
    ]
    expect(groups).toHaveLength(31)
    expect(Object.keys(info)).toEqual(expect.arrayContaining(groups))
  })
  test('is changed group by group, and within a group field by field', async () => {
    const botId = await team.newBot()
    await save(botId, { prompt_info: { prompt: 'One' }, knowledge: { top_k: 7, auto: false } })
    await save(botId, { knowledge: { min_score: 0.9 } })
    const { bot_info: info } = await team.draft(botId)
    expect(info.prompt_info.prompt).toBe('One')
    expect(info.knowledge).toMatchObject({ top_k: 7, auto: false, min_score: 0.9 })
  })
  test('drops unknown fields', async () => {
    const botId = await team.newBot()
    await save(botId, { prompt_info: { prompt: 'x', evil: 1 } as never, nonsense: { a: 1 } } as never)
    const { bot_info: info } = await team.draft(botId)
    expect(info).not.toHaveProperty('nonsense')
    expect(info.prompt_info).not.toHaveProperty('evil')
  })
  test('keeps its version when a save changes nothing, and reports that', async () => {
    const botId = await team.newBot()
    const first = await save(botId, { prompt_info: { prompt: 'Same' } })
    const second = await save(botId, { prompt_info: { prompt: 'Same' }, name: 'Bot' })
    expect([first.has_change, second.has_change]).toEqual([true, false])
    expect(second.version).toBe(first.version)
  })
  test.each([
    ['prologue', { onboarding_info: { prologue: 'x'.repeat(301) } }, 'bot_info.onboarding_info.prologue: at most 300'],
    [
      'each suggestion',
      { onboarding_info: { suggested_questions: ['ok', 'x'.repeat(51)] } },
      'bot_info.onboarding_info.suggested_questions.1: at most 50',
    ],
    [
      'suggestion prompt',
      { suggest_reply_info: { customized_suggest_prompt: 'x'.repeat(5001) } },
      'bot_info.suggest_reply_info.customized_suggest_prompt: at most 5000',
    ],
    ['name', { name: '字'.repeat(21) }, 'bot_info.name: at most 20'],
    ['blank name', { name: ' ' }, 'bot_info.name: must not be empty'],
    ['description', { description: 'x'.repeat(501) }, 'bot_info.description: at most 500'],
    ['a mode that there is not', { bot_mode: 7 }, 'bot_info.bot_mode: must be one of'],
  ])('refuses a %s beyond its limit, naming the field', async (_, patch, message) => {
    const botId = await team.newBot()
    await expect(save(botId, patch as never)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message) as string,
    })
  })
  test('keeps only the content of opening questions sent with id and highlight', async () => {
    const botId = await team.newBot()
    const questions = [{ id: 'q1', content: 'Where to?', highlight: true }, 'And then?']
    await save(botId, { onboarding_info: { suggested_questions: questions } })
    expect((await team.draft(botId)).bot_info.onboarding_info.suggested_questions).toEqual(['Where to?', 'And then?'])
    const long = [{ id: 'q1', content: 'x'.repeat(51) }]
    await expect(save(botId, { onboarding_info: { suggested_questions: long } })).rejects.toMatchObject({
      message: expect.stringContaining('suggested_questions.0: at most 50') as string,
    })
  })
  test('accepts texts up to their limits, counted in visible characters', async () => {
    const botId = await team.newBot()
    const emoji = '👩‍👩‍👧‍👦'
    await save(botId, {
      onboarding_info: { prologue: emoji.repeat(300), suggested_questions: [emoji.repeat(50)] },
      suggest_reply_info: { customized_suggest_prompt: 'x'.repeat(5000) },
    })
    expect((await team.draft(botId)).bot_info.onboarding_info.prologue).toBe(emoji.repeat(300))
  })
  test('drops tools without the id of what they run', async () => {
    const botId = await team.newBot()
    await save(botId, {
      plugin_info_list: [{ api_name: 'orphan' }, { plugin_id: '5', api_id: '6' }],
      workflow_info_list: [{ plugin_id: '7' }, { workflow_id: '8' }],
      knowledge: { knowledge_info: [{ name: 'orphan' }, { id: '9' }] },
      database_list: [{ table_name: 'orphan' }, { table_id: '10' }],
    })
    const { bot_info: info } = await team.draft(botId)
    expect(info.plugin_info_list.map((tool) => tool.plugin_id)).toEqual(['5'])
    expect(info.workflow_info_list.map((tool) => tool.workflow_id)).toEqual(['8'])
    expect(info.knowledge.knowledge_info.map((item) => item.id)).toEqual(['9'])
    expect(info.database_list.map((table) => table.table_id)).toEqual(['10'])
  })
  test('cannot have two variables with one name', async () => {
    const botId = await team.newBot()
    await expect(save(botId, { variable_list: [{ key: 'a' }, { key: 'a' }] })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('“a” is used twice') as string,
    })
  })
  test('keeps its layout in workflow mode', async () => {
    const botId = await team.newBot()
    await save(botId, { bot_mode: BotMode.workflow, layout_info: { workflow_id: '99' } })
    expect((await team.draft(botId)).bot_info).toMatchObject({ bot_mode: 2, layout_info: { workflow_id: '99' } })
  })
  test('shows the names of referenced resources only to people who may see them', async () => {
    const botId = await team.newBot()
    const own = await team.t.services.resources.create({
      kind: 'plugin',
      spaceId: team.spaceId,
      ownerId: team.maker.id,
      name: 'Ours',
    })
    const elsewhere = (await team.stranger.api.space.create({ name: 'Elsewhere' })).id
    const foreign = await team.t.services.resources.create({
      kind: 'plugin',
      spaceId: elsewhere,
      ownerId: team.stranger.id,
      name: 'Theirs',
    })
    await save(botId, {
      plugin_info_list: [
        { plugin_id: own.id, api_id: '1', api_name: 'x' },
        { plugin_id: foreign.id, api_id: '2' },
      ],
    })
    const { bot_option_data: options } = await team.draft(botId)
    expect(Object.keys(options.plugin_detail_map)).toEqual([own.id])
    expect(Object.keys(options.plugin_api_detail_map)).toEqual(['1'])
    expect(JSON.stringify(options)).not.toContain('Theirs')
  })
})
