import type { AppPlan, PlanEntity, PlanField, PlanPage, PlanQuestion } from '@orrery/contract'
import { fieldsFrom, languageOf, nameFor, type PlanLanguage } from './field-words.ts'
import { flowsIn } from './flow-words.ts'
import { planWords } from './plan-words.ts'
import { presetFields, presets } from './presets.ts'

/** The person's answers by the name of the question. */
export type PlanAnswers = Readonly<Record<string, string>>
const MAX_ENTITIES = 3
const fieldList =
  /\b(?:with(?: (?:the )?fields?)?|including|includes?|containing|such as|fields?|columns?|recording|asks? for|asking for)\b\s*:?|包含|包括|字段有|字段为|字段|需要填写|填写|记录下|含有|内容有|[:：]/i
const sentenceEnd = /[.。!！?？;；\n]/
const patterns = {
  chat: /\b(?:chat\w*|assistant|ask(?:s|ing)? questions?|answers? questions?|talk to|faq|helpdesk|support bot)\b|聊天|对话|助手|问答|客服|咨询/i,
  noChat: /\b(?:no|without (?:an? )?)\s*(?:chat|assistant)\b|不需要(?:聊天|对话|助手)|不要(?:聊天|对话|助手)/i,
  dashboard:
    /\b(?:dashboards?|statistics|stats|reports?|overview|charts?|totals?|analytics)\b|看板|统计|报表|仪表盘|图表|概览|汇总/i,
  all: /\b(?:team|everyone|everybody|shared|public|together|colleagues|all users|community)\b|团队|所有人|大家|共享|公开|同事|全员/i,
  own: /\b(?:my|own|private|personal|myself|each (?:user|person|visitor))\b|我的|自己|个人|私人|每个人/i,
  only: /\b(?:only|just|simply)\b|只要|仅|只需/i,
}
const opening =
  /^(?:please|i(?:'d)? (?:want|need|would like)|we (?:want|need)|can you|help me)?\s*(?:to )?(?:build|create|make|give|have|get|set up|design)?\s*(?:me|us)?\s*(?:an?|the|my|our|some|one)?\s*(?:simple|small|little|basic|web|mobile)?\s*(?:app|application|tool|site|website|system|page|program)?\s*(?:that|which|to|for|where|in which)?\s*(?:(?:i|we|people|users|customers|visitors|staff) can\s+)?/i
const openingZh =
  /^(?:请|我想要?|我们想要?|我需要|帮我|希望|想)?(?:做|建|创建|搭建|开发|制作|设计|生成|要)?(?:一个|一款|个)?(?:简单的|小的|小)?(?:用来|用于|可以|能够|能)?/
const tailZh = /(?:的)?(?:应用|小程序|系统|工具|网站|平台|app)$/i

/** A title made from the beginning of the description. */
function titleOf(description: string, language: PlanLanguage): string {
  const first = description
    .split(sentenceEnd)[0]!
    .split(/[,，:：]/)[0]!
    .trim()
  const head = first.split(fieldList)[0]!.trim() || first
  const plain = language === 'zh' ? head.replace(openingZh, '').replace(tailZh, '') : head.replace(opening, '')
  const title = (plain.trim() || head).slice(0, language === 'zh' ? 20 : 48).trim()
  return title ? title[0]!.toUpperCase() + title.slice(1) : planWords[language].app
}
/** The kinds of records that a description names, in order. A word right before another one only qualifies it. */
function presetsIn(description: string, language: PlanLanguage) {
  // A word in a list of fields does not ask for a table of its own.
  const text = description
    .split(sentenceEnd)
    .map((sentence) => sentence.split(fieldList)[0])
    .join('. ')
  const found = presets
    .flatMap((preset) => {
      const match = preset[language].exec(text)
      return match ? [{ preset, from: match.index, to: match.index + match[0].length }] : []
    })
    .toSorted((a, b) => a.from - b.from)
  const heads = found.filter(
    ({ to }) => !found.some(({ from }) => from >= to && text.slice(to, from).replaceAll(/\s+/g, '').length === 0),
  )
  return heads.slice(0, MAX_ENTITIES).map(({ preset }) => preset)
}
/** The thing that is tracked, managed or collected, when no preset knows it. */
function thingIn(description: string, language: PlanLanguage): string {
  const found =
    language === 'zh'
      ? /(?:管理|记录|收集|登记|跟踪|统计|整理|维护|保存)([\p{Script=Han}A-Za-z0-9]{1,12}?)(?:的|，|,|。|：|:|包含|包括|字段|和|并|$)/u.exec(
          description,
        )?.[1]
      : /\b(?:track|manage|collect|record|log|store|keep|list|organi[sz]e|catalogue|save|monitor)(?:s|ing)?\s+(?:track of\s+|a list of\s+|all\s+)?(?:my|our|the|your|their|a|an|some)?\s*([a-z][a-z -]{1,30}?)(?=\s+(?:with|including|and|for|in|of|by|from|that|which|who|such|so|to)\b|[.,:;]|$)/i.exec(
          description,
        )?.[1]
  return found?.trim() ?? ''
}
const listedFields = (description: string): PlanField[] => {
  for (const sentence of description.split(/[.。!！?？\n]/)) {
    const at = fieldList.exec(sentence)
    const fields = at ? fieldsFrom(sentence.slice(at.index + at[0].length)) : []
    if (fields.length > 1) return fields
  }
  return []
}
function entitiesOf(description: string, language: PlanLanguage, answers: PlanAnswers): PlanEntity[] {
  const answered = answers['fields'] ? fieldsFrom(answers['fields']) : []
  const listed = answered.length ? answered : listedFields(description)
  const rows = rowsOf(description, answers)
  const known = presetsIn(description, language)
  const kept = known.map((preset, at): PlanEntity => {
    const fields = at === 0 && listed.length ? listed : presetFields(preset, language)
    return { name: preset.name, title: preset.title[language], rows, fields }
  })
  if (kept.length) return kept
  const thing = thingIn(description, language)
  if (!thing && !listed.length) return []
  const title = thing || titleOf(description, language)
  const fields = listed.length
    ? listed
    : fieldsFrom(language === 'zh' ? '名称、日期、状态、备注' : 'name, date, status, notes')
  return [{ name: nameFor(title, 'records'), title: title[0]!.toUpperCase() + title.slice(1), rows, fields }]
}
function rowsOf(description: string, { rows }: PlanAnswers): 'own' | 'all' {
  if (rows) return rows === planWords.en.rowsAll || rows === planWords.zh.rowsAll || rows === 'all' ? 'all' : 'own'
  return patterns.all.test(description) && !patterns.own.test(description) ? 'all' : 'own'
}
const isNo = (answer: string) => answer === planWords.en.no || answer === planWords.zh.no || /^no$/i.test(answer)

function wantsChat(description: string, { chat }: PlanAnswers, hasOther: boolean): boolean {
  if (chat) return !isNo(chat)
  if (patterns.noChat.test(description)) return false
  return patterns.chat.test(description) || !hasOther || !patterns.only.test(description)
}
function questionsOf(description: string, language: PlanLanguage, answers: PlanAnswers, entities: PlanEntity[]) {
  const words = planWords[language]
  const [first] = entities
  const asked: PlanQuestion[] = []
  if (first && !answers['fields'] && !listedFields(description).length)
    asked.push({ name: 'fields', text: words.askFields(first.title), options: [] })
  if (first && !answers['rows'] && !patterns.all.test(description) && !patterns.own.test(description))
    asked.push({ name: 'rows', text: words.askRows, options: [words.rowsOwn, words.rowsAll] })
  if (!answers['chat'] && !patterns.chat.test(description) && !patterns.noChat.test(description))
    asked.push({ name: 'chat', text: words.askChat, options: [words.yes, words.no] })
  return asked
}

/** A plan made by rules, used when no model can write one. It always fits the schema and can always be built. */
export function planFromWords(description: string, answers: PlanAnswers = {}, asked?: PlanLanguage): AppPlan {
  const language = asked ?? languageOf(description)
  const words = planWords[language]
  const title = titleOf(description, language)
  const entities = entitiesOf(description, language, answers)
  const flows = flowsIn(description, language)
  const page = (name: string, shown: string, kind: PlanPage['kind'], more: Partial<PlanPage> = {}): PlanPage => ({
    name: name.slice(0, 31),
    title: shown.slice(0, 60),
    kind,
    entity: '',
    flow: '',
    goal: '',
    ...more,
  })
  const hasOther = entities.length + flows.length > 0
  const pages = [
    ...entities.flatMap(({ name, title: of }) => [
      page(`add_${name}`, words.add(of), 'form', { entity: name }),
      page(`list_${name}`, words.list(of), 'table', { entity: name }),
    ]),
    ...flows.map(({ name, title: of }) => page(`do_${name}`, of, 'flow', { flow: name })),
    ...entities
      .filter((_, at) => (at === 0 ? !patterns.only.test(description) : false) || patterns.dashboard.test(description))
      .slice(0, 2)
      .map(({ name, title: of }) => page(`overview_${name}`, words.dashboard(of), 'dashboard', { entity: name })),
    ...(wantsChat(description, answers, hasOther) ? [page('chat', words.chat, 'chat')] : []),
  ].slice(0, 10)
  return {
    title,
    language,
    entities,
    flows,
    pages,
    bot: { persona: words.persona(title, description.trim().slice(0, 1000)), greeting: words.greeting(title) },
    questions: questionsOf(description, language, answers, entities),
  }
}
