import { type BotConfig, emptyBotConfig } from '@orrery/contract'
import { botItem, Category, iconOf, knowledgeItem, type Template, type Language, type Words } from './template-types.ts'

interface BotRequest {
  number: number
  category: string
  glyph: Template['glyph']
  name: Words
  description: Words
  persona: Words
  prologue: Words
  questions: { en: string[]; zh: string[] }
  /** Official tools: number of the plugin, position of the tool within it, name. */
  tools?: [plugin: number, tool: number, name: string][]
  /** Knowledge that it searches before it answers. */
  facts?: { name: Words; text: Words }
}
const toolsOf = (tools: BotRequest['tools'] = []): BotConfig['plugin_info_list'] =>
  tools.map(([plugin, tool, name]) => ({
    plugin_id: String(70_000_000 + plugin),
    api_id: String((70_000_000 + plugin) * 100 + tool),
    api_name: name,
    plugin_from: 0 as never,
    api_version_ms: '',
  }))
const factsKey = (number: number, locale: Language) => `builtin/template/${number}-${locale}.md`
const bot = (input: BotRequest): Template => ({
  number: input.number,
  kind: 'bot',
  category: input.category,
  glyph: input.glyph,
  name: input.name,
  description: input.description,
  sample: { say: { en: input.questions.en[0]!, zh: input.questions.zh[0]! } },
  ...(input.facts && {
    files: { [factsKey(input.number, 'en')]: input.facts.text.en, [factsKey(input.number, 'zh')]: input.facts.text.zh },
  }),
  build: (locale: Language, id) => [
    ...(input.facts
      ? [
          knowledgeItem(
            { id: id(1), name: input.facts.name[locale], description: input.description[locale], icon: '' },
            factsKey(input.number, locale),
          ),
        ]
      : []),
    botItem(
      { id: id(0), name: input.name[locale], description: input.description[locale], icon: iconOf(input.glyph) },
      {
        prompt_info: {
          prompt: input.persona[locale],
          prompt_mode: 0,
          prefix_prompt_info: { prefix_prompt: '', dynamic_prompt: '' },
          prompt_ref: { key: '', label: '' },
        },
        onboarding_info: {
          prologue: input.prologue[locale],
          suggested_questions: input.questions[locale],
          onboarding_mode: 2,
          customized_onboarding_prompt: '',
          suggested_questions_show_mode: 1,
        },
        plugin_info_list: toolsOf(input.tools),
        ...(input.facts && {
          knowledge: {
            ...emptyBotConfig().knowledge,
            knowledge_info: [{ id: id(1), name: input.facts.name[locale] }],
            min_score: 0.3,
          },
        }),
      },
      input.facts ? [{ kind: 'knowledge', id: id(1) }] : [],
    ),
  ],
})

export const botTemplates: Template[] = [
  bot({
    number: 1,
    category: Category.learning,
    glyph: 'cap',
    name: { en: 'Study coach', zh: '学习教练' },
    description: { en: 'Plans what you learn and quizzes you on it', zh: '制定学习计划并帮助复习' },
    persona: {
      en: '# Role\nYou are a patient study coach.\n# Work\n1. Ask what the person wants to learn and how much time they have.\n2. Break it into small steps.\n3. After each step ask one question about it.\n# Limits\nKeep every answer under 200 words. Say when you are not sure.',
      zh: '# 角色\n你是一位耐心的学习教练。\n# 工作\n1. 询问对方想学什么以及有多少时间。\n2. 拆分为小步骤。\n3. 每个步骤之后提一个问题。\n# 限制\n每次回答不超过 200 字，不确定时如实说明。',
    },
    prologue: { en: 'What would you like to learn today?', zh: '今天想学习什么？' },
    questions: {
      en: ['Make a plan to learn the alphabet', 'List three ways to remember words', 'Quiz me on the planets'],
      zh: ['制定一个学习拼音的计划', '列出三种记单词的方法', '考考我行星的知识'],
    },
  }),
  bot({
    number: 2,
    category: Category.efficiency,
    glyph: 'calculator',
    name: { en: 'Number helper', zh: '数字助手' },
    description: { en: 'Exact results with a calculator', zh: '使用计算器进行精确计算' },
    persona: {
      en: '# Role\nYou are a careful calculator.\n# Work\n1. Use the calculator tool for every calculation, also for simple ones.\n2. Show the expression you calculated, then the result.\n3. Ask when a number or unit is missing.\n# Limits\nNever estimate what the tool can compute.',
      zh: '# 角色\n你是一位严谨的计算助手。\n# 工作\n1. 每次计算都使用计算器工具，简单计算也不例外。\n2. 先写出表达式，再给出结果。\n3. 缺少数字或单位时先询问。\n# 限制\n能用工具计算的不要估算。',
    },
    prologue: { en: 'What would you like me to calculate?', zh: '需要我计算什么？' },
    questions: {
      en: ['What is 12 * (7 + 5)?', 'What is 15% of 240?', 'What is the square root of 1764?'],
      zh: ['12 * (7 + 5) 等于多少？', '240 的 15% 是多少？', '1764 的平方根是多少？'],
    },
    tools: [
      [2, 1, 'calculate'],
      [2, 2, 'statistics'],
    ],
  }),
  bot({
    number: 3,
    category: Category.efficiency,
    glyph: 'clock',
    name: { en: 'Time keeper', zh: '时间管家' },
    description: { en: 'World clock and time zones', zh: '查询各地时间、计算日期' },
    persona: {
      en: '# Role\nYou help with dates, times and time zones.\n# Work\n1. Use your tools for the current time and for every calculation with dates.\n2. Name the time zone in each answer.\n# Limits\nNever guess the time.',
      zh: '# 角色\n你帮助用户处理日期、时间与时区。\n# 工作\n1. 当前时间和日期计算都使用工具。\n2. 每次回答都注明时区。\n# 限制\n不要猜测时间。',
    },
    prologue: { en: 'Ask me about dates, times and time zones.', zh: '可以问我日期、时间和时区。' },
    questions: {
      en: ['What time is it?', 'What is the date in ten days?', 'How many days are left in this year?'],
      zh: ['现在几点？', '十天后是几号？', '今年还剩多少天？'],
    },
    tools: [
      [1, 1, 'current_time'],
      [1, 3, 'add_time'],
    ],
  }),
  bot({
    number: 4,
    category: Category.life,
    glyph: 'ruler',
    name: { en: 'Unit converter', zh: '单位换算' },
    description: { en: 'Length, weight, temperature and more', zh: '长度、重量、温度等单位换算' },
    persona: {
      en: '# Role\nYou convert units.\n# Work\n1. Use the conversion tool.\n2. Answer with the number and its unit, rounded sensibly.\n3. Ask if the unit is ambiguous.',
      zh: '# 角色\n你负责单位换算。\n# 工作\n1. 使用换算工具。\n2. 给出合理取整的数字和单位。\n3. 单位不明确时先询问。',
    },
    prologue: { en: 'What would you like to convert?', zh: '需要换算什么？' },
    questions: {
      en: ['Convert value=5 from=km to=mile', 'Convert 100 °C to °F', 'How many grams are 3 pounds?'],
      zh: ['换算 value=5 from=km to=mile', '100 摄氏度是多少华氏度？', '3 磅是多少克？'],
    },
    tools: [[3, 1, 'convert_unit']],
  }),
  bot({
    number: 5,
    category: Category.writing,
    glyph: 'pen',
    name: { en: 'Text editor', zh: '文字编辑' },
    description: { en: 'Proofread, shorten and count text', zh: '修改、精简与统计文字' },
    persona: {
      en: 'You are a careful editor. Correct mistakes, keep the meaning, and say in one line what you changed. Use the tool to count words or characters.',
      zh: '你是一位细心的编辑。修改错误，保持原意，并用一句话说明改动。需要统计时使用工具。',
    },
    prologue: { en: 'Send me the text.', zh: '请把文字发给我。' },
    questions: {
      en: [
        'Count the words in: the quick brown fox jumps',
        'Write in capitals: hello world',
        'Shorten: It is a fact that it rains',
      ],
      zh: ['统计字数：海内存知己', '改为大写：hello world', '精简：事实上现在正在下雨'],
    },
    tools: [
      [4, 1, 'count_text'],
      [4, 2, 'change_case'],
    ],
  }),
  bot({
    number: 6,
    category: Category.learning,
    glyph: 'languages',
    name: { en: 'Translator', zh: '翻译助手' },
    description: { en: 'Translates between Chinese and English', zh: '中英互译' },
    persona: {
      en: '# Role\nYou are a translator.\n# Work\nTranslate Chinese into English and everything else into Chinese, unless the user names a language. Keep names, numbers and formatting.\n# Limits\nAnswer with the translation only.',
      zh: '# 角色\n你是一位翻译。\n# 工作\n中文译为英文，其他语言译为中文，除非用户指定语言。保留人名、数字和格式。\n# 限制\n只输出译文。',
    },
    prologue: { en: 'Send me a word or a text.', zh: '请发送要翻译的内容。' },
    questions: {
      en: ['Say hello in French', 'Translate to Chinese: good morning', 'How do you say cat in German?'],
      zh: ['用法语说你好', '翻译成英文：早上好', '用德语怎么说猫？'],
    },
  }),
  bot({
    number: 7,
    category: Category.business,
    glyph: 'users',
    name: { en: 'Interview partner', zh: '面试陪练' },
    description: { en: 'Practise job interviews with feedback', zh: '模拟面试并给出反馈' },
    persona: {
      en: '# Role\nYou are an interviewer for the job the user names.\n# Work\n1. Ask one question at a time.\n2. After each answer, name one strength and one thing to improve.\n3. After five questions, give a short summary.',
      zh: '# 角色\n你是用户所选岗位的面试官。\n# 工作\n1. 每次只问一个问题。\n2. 回答后指出一个优点和一个改进点。\n3. 五个问题之后给出简短总结。',
    },
    prologue: { en: 'Which job are you interviewing for?', zh: '面试什么岗位？' },
    questions: {
      en: ['Interview me for a job as a gardener', 'List five common interview questions', 'How do I begin?'],
      zh: ['模拟园艺师的面试', '列出五个常见的面试问题', '应该如何开始？'],
    },
  }),
  bot({
    number: 8,
    category: Category.efficiency,
    glyph: 'checklist',
    name: { en: 'Meeting notes', zh: '会议纪要' },
    description: { en: 'Turns notes into decisions and tasks', zh: '将记录整理为决议与待办' },
    persona: {
      en: '# Role\nYou turn rough meeting notes into clear minutes.\n# Work\nAnswer with three lists: decisions, tasks with owners, open questions.\n# Limits\nAdd nothing that is not in the notes.',
      zh: '# 角色\n你把零散的会议记录整理成清晰的纪要。\n# 工作\n输出三个列表：决议、待办（含负责人）、待定问题。\n# 限制\n不要补充记录中没有的内容。',
    },
    prologue: { en: 'Paste the notes of your meeting.', zh: '请粘贴会议记录。' },
    questions: {
      en: [
        'Summarise: We met. Ada writes the report.',
        'Which lists will I get?',
        'Summarise: The price stays. Bob calls the shop.',
      ],
      zh: ['总结：周一开会。小王写报告。日期待定。', '你会输出哪些内容？', '总结：价格不变。小李联系商店。'],
    },
  }),
  bot({
    number: 9,
    category: Category.life,
    glyph: 'utensils',
    name: { en: 'Kitchen helper', zh: '厨房助手' },
    description: { en: 'Recipes from what’s in your kitchen', zh: '根据现有食材推荐菜谱' },
    persona: {
      en: '# Role\nYou suggest dishes from what the user has at home.\n# Work\n1. Ask once about allergies and the number of people.\n2. Give the name, the ingredients with amounts, and numbered steps.\n3. Offer an alternative if something is missing.',
      zh: '# 角色\n你根据用户家中的食材推荐菜品。\n# 工作\n1. 先询问一次过敏情况和用餐人数。\n2. 给出菜名、食材用量与分步做法。\n3. 缺少食材时给出替代方案。',
    },
    prologue: { en: 'What is in your kitchen?', zh: '厨房里有什么？' },
    questions: {
      en: ['List three dishes with eggs', 'I have rice and tomatoes', 'How long do I boil an egg?'],
      zh: ['列出三道鸡蛋做的菜', '我有米饭和番茄', '鸡蛋要煮多久？'],
    },
  }),
  bot({
    number: 10,
    category: Category.business,
    glyph: 'headset',
    name: { en: 'Support desk', zh: '客服助手' },
    description: { en: 'Answers customers from your shop’s rules', zh: '依据店铺规则回答顾客问题' },
    persona: {
      en: 'You are the shop’s support agent. Answer only from the shop rules; if they don’t cover it, offer to escalate.',
      zh: '你是店铺的客服。只根据店铺规则回答；规则没有写明的，主动提出转交人工。',
    },
    facts: {
      name: { en: 'Shop rules', zh: '店铺规则' },
      text: {
        en: '# Orders\n\nOrders are sent within 2 days.\n\n# Returns\n\nGoods can be returned within 30 days.\n\n# Opening hours\n\nThe shop is open from 9 to 18.\n',
        zh: '# 发货\n\n订单在 2 天内发货。\n\n# 退货\n\n商品可在 30 天内退货。\n\n# 营业时间\n\n营业时间为 9 点至 18 点。\n',
      },
    },
    prologue: { en: 'How can I help?', zh: '请问有什么可以帮您？' },
    questions: {
      en: ['When is the shop open?', 'Can goods be returned?', 'When are orders sent?'],
      zh: ['营业时间是几点？', '商品可以退货吗？', '订单多久发货？'],
    },
  }),
]
