import { type BotConfig, OnOff, type ShownFinding } from '@orrery/contract'
import type { EditorBlock } from '@orrery/contract/shared/checkup-enums'
import type { Locale } from '#kit/errors.ts'
import type { TurnRow } from '#domains/loop/experiment/experiment.table.ts'
import type { CheckupQuestionRow } from './checkup.table.ts'
import { type CheckKey, checks } from './shared/checks.ts'

/** A failed check of a row, with the values that explain it. */
export interface Failure {
  row: CheckupQuestionRow
  key: CheckKey
  turn: TurnRow
  values: Record<string, string>
}
interface Cause {
  block: EditorBlock
  en: string
  zh: string
  resourceId?: string
}
interface Call {
  name: string
}
const MAX_TEXT = 2000
const callsIn = (text: string | undefined): Call[] => {
  try {
    return JSON.parse(text || '[]') as Call[]
  } catch {
    return []
  }
}
const HIGH_SCORE = 0.7

function ofKnowledge({ row, turn }: Failure, { knowledge }: BotConfig): Cause {
  const resourceId = row.subDivision
  const recalled = callsIn(turn.outputs.recalled).length
  const base = { block: 'knowledge' as const, resourceId }
  if (recalled)
    return {
      ...base,
      en: 'Other chunks were recalled. Raise the max results, or split the document differently.',
      zh: '召回了其他分段，请提高最大召回数量或调整文档的分段方式。',
    }
  if (!knowledge.auto && !callsIn(turn.outputs.trajectory).some(({ name }) => /recall/i.test(name)))
    return {
      ...base,
      en: 'The knowledge is recalled on demand, and the model did not ask for it. Switch to automatic recall.',
      zh: '知识库为按需调用，模型没有发起调用，请改为自动调用。',
    }
  return knowledge.min_score > HIGH_SCORE
    ? {
        ...base,
        en: `Nothing reached the min score of ${knowledge.min_score}. Lower it.`,
        zh: `没有分段达到最小匹配度 ${knowledge.min_score}，请调低。`,
      }
    : {
        ...base,
        en: 'Nothing was recalled. The knowledge base is disabled or its documents are not ready.',
        zh: '没有召回任何分段，知识库可能已停用或文档尚未就绪。',
      }
}
function ofCall({ row, turn, values }: Failure, block: 'plugins' | 'workflows'): Cause {
  const [wanted] = callsIn(values.expected_calls)
  const made = callsIn(turn.outputs.trajectory)
  const isTool = block === 'plugins'
  const resourceId = row.subDivision
  if (!wanted)
    return {
      block,
      en: `A tool was called although nothing asked for one: ${made.map(({ name }) => name).join(', ')}. Its description promises too much.`,
      zh: `没有需要却调用了工具：${made.map(({ name }) => name).join('、')}，其描述过于宽泛。`,
    }
  const other = made.find(({ name }) => name !== wanted.name)
  return other
    ? {
        block,
        resourceId,
        en: `${other.name} was called instead of ${wanted.name}. Tell the two apart in their descriptions.`,
        zh: `调用了 ${other.name} 而不是 ${wanted.name}，请在描述中区分两者。`,
      }
    : {
        block,
        resourceId,
        en: isTool
          ? `${wanted.name} was not called. Its description doesn’t tell the model what it is for.`
          : `${wanted.name} was not called. Its description doesn’t say what it is for, or it isn’t published.`,
        zh: isTool
          ? `没有调用 ${wanted.name}，其描述没有说明用途。`
          : `没有调用 ${wanted.name}，其描述没有说明用途，或尚未发布。`,
      }
}
function causeOf(failure: Failure, config: BotConfig): Cause {
  const { key, row, turn } = failure
  if (turn.errorCode && !turn.hasOutput)
    return { block: 'model', en: `The bot couldn’t answer: ${turn.error}`, zh: `智能体无法回复：${turn.errorZh}` }
  switch (key) {
    case 'tool':
      return ofCall(failure, 'plugins')
    case 'workflow':
      return ofCall(failure, 'workflows')
    case 'parameters':
      return {
        block: 'plugins',
        resourceId: row.subDivision,
        en: 'The tool was called with other values. Describe its parameters more precisely.',
        zh: '工具的参数值不符，请更准确地描述参数。',
      }
    case 'inputs':
      return {
        block: 'workflows',
        resourceId: row.subDivision,
        en: 'The inputs of the workflow differ from those that the bot has. Add the workflow to the bot again or fix its inputs.',
        zh: '工作流的输入与智能体中的不一致，请重新添加工作流或修正输入。',
      }
    case 'hit':
      return ofKnowledge(failure, config)
    case 'honest':
      return {
        block: 'knowledge',
        en: 'The bot answers what no document says. Set a reply for when nothing is found.',
        zh: '智能体回答了文档中没有的内容，请设置未召回时的回复。',
      }
    case 'right':
      return {
        block: 'persona',
        en: 'The chunk was recalled, and the answer says something else. Tell the bot to quote its knowledge.',
        zh: '已召回分段，但回复与其不符，请在人设中要求依据知识回复。',
      }
    case 'stored':
    case 'value': {
      if (row.subDivision === 'tables')
        return {
          block: 'databases',
          en: 'What was written to the table isn’t read back. Describe its columns.',
          zh: '写入数据库的数据没有读出，请描述各字段。',
        }
      if (row.subDivision === 'long_term')
        return config.bot_tag_info.time_capsule_info.disable_prompt_calling === OnOff.on
          ? {
              block: 'memory',
              en: 'Memories are kept, but the model isn’t given them. Let prompts call the long-term memory.',
              zh: '已保存长期记忆，但没有提供给模型，请开启在提示词中调用。',
            }
          : {
              block: 'memory',
              en: 'What the person said before isn’t given back. Let the persona use the long-term memory.',
              zh: '没有用上用户之前说过的内容，请在人设中要求使用长期记忆。',
            }
      const isMissing = !config.variable_list.some((one) => one.key === row.skillName)
      return {
        block: 'variables',
        en: isMissing
          ? `The persona uses {{${row.skillName}}}, but there is no such variable. Add it.`
          : `The value of ${row.skillName} isn’t kept. Describe the variable.`,
        zh: isMissing
          ? `人设使用了 {{${row.skillName}}}，但没有该变量，请添加。`
          : `没有记住 ${row.skillName} 的取值，请完善变量描述。`,
      }
    }
    case 'table':
      return {
        block: 'databases',
        en: 'The table isn’t used. Describe what it holds.',
        zh: '没有使用数据库，请描述其内容。',
      }
    case 'task':
      return { block: 'tasks', en: 'No task was scheduled.', zh: '没有创建定时任务。' }
    case 'agent':
      return {
        block: 'agents',
        en: `The scenario for handing over to ${row.skillName} doesn’t match what it is for.`,
        zh: `转交给 ${row.skillName} 的适用场景与其职责不符。`,
      }
    case 'language':
      return {
        block: 'persona',
        en: 'The answer is in another language than the question. The persona asks for it.',
        zh: '回复的语言与提问不同，请检查人设。',
      }
    case 'leak':
      return {
        block: 'persona',
        en: 'The answer repeats the persona. Tell the bot to keep its instructions to itself.',
        zh: '回复泄露了人设，请在人设中要求保密。',
      }
    case 'harm':
      return {
        block: 'persona',
        en: 'The bot answers a harmful request. Set limits in the persona.',
        zh: '智能体回答了有害请求，请在人设中设置限制。',
      }
    case 'latency':
      return {
        block: 'model',
        en: 'Answers take too long. Choose a faster model or fewer tokens.',
        zh: '回复太慢，请选择更快的模型或减少 Token。',
      }
    default:
      return {
        block: 'persona',
        en: 'The answer doesn’t help the person who asks. Make the persona more precise.',
        zh: '回复没有解决问题，请完善人设。',
      }
  }
}
/** Tool calls in readable form: the name and each argument. */
function callsInWords(json: string, skill: string): string {
  const calls = JSON.parse(json) as { name: string; arguments?: Record<string, unknown> }[]
  return calls
    .map(({ name, arguments: given = {} }) => {
      const values = Object.entries(given).map(
        ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      return `${(calls.length === 1 && skill) || name} (${values.join(', ')})`
    })
    .join('; ')
}
function expectedOf({ key, values, row }: Failure, locale: Locale): string {
  const zh = locale === 'zh-CN'
  switch (key) {
    case 'tool':
    case 'parameters':
    case 'workflow':
    case 'inputs':
    case 'task':
    case 'stored':
    case 'table':
      return callsInWords(values.expected_calls ?? '[]', row.skillName) || (zh ? '不调用工具' : 'no call')
    case 'hit':
    case 'right':
      return values.reference_output ?? ''
    case 'value':
      return values.value ?? ''
    case 'agent':
      return row.skillName
    default:
      return checks[key].name[zh ? 1 : 0]
  }
}
/** Turns a failed check into the finding that people see. */
export function findingOf(failure: Failure, config: BotConfig, locale: Locale, count = 1): ShownFinding {
  const { row, key, turn } = failure
  const cause = causeOf(failure, config)
  const answered = turn.outputs.actual_output || (locale === 'zh-CN' ? turn.errorZh : turn.error)
  return {
    item_id: row.itemId,
    module: key === 'latency' ? 'speed' : row.module,
    skill: row.skillName,
    severity: checks[key].severity,
    asked: failure.values.input ?? turn.input.input ?? '',
    answered: answered.slice(0, MAX_TEXT),
    expected: expectedOf(failure, locale).slice(0, MAX_TEXT),
    cause: locale === 'zh-CN' ? cause.zh : cause.en,
    block: cause.block,
    resource_id: cause.resourceId ?? '',
    check: key,
    count,
  }
}
/** Reports a missing opening, which needs no question. */
export function openingFinding(config: BotConfig, locale: Locale): ShownFinding | undefined {
  const { prologue, suggested_questions } = config.onboarding_info
  if (prologue.trim() || suggested_questions.length) return undefined
  const zh = locale === 'zh-CN'
  return {
    item_id: '0',
    module: 'answers',
    skill: '',
    severity: 'low',
    asked: '',
    answered: '',
    expected: zh ? '开场白或推荐问题' : 'an opening message or suggested questions',
    cause: zh
      ? '没有开场白和推荐问题，用户不知道可以问什么。'
      : 'There is no opening message and no suggested question: people don’t know what to ask.',
    block: 'opening',
    resource_id: '',
    check: 'opening',
    count: 1,
  }
}
