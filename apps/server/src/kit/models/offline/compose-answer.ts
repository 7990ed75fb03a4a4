import type { ChatMessage, ChatRequest, ToolCall } from '../chat-types.ts'
import {
  readKnowledge,
  readNoRecall,
  readTask,
  readVariables,
  RECALL_TOOL,
  withoutBlocks,
  withoutMark,
} from '../prompt-marks.ts'
import { chooseTools } from './choose-tools.ts'
import { timeIn } from './dates.ts'
import { factsOf } from './facts.ts'
import { fillSchema } from './fill-schema.ts'
import { followInstruction } from './follow-instruction.ts'
import { firstQuestions, writeOpening } from './first-words.ts'
import { arrangePrompt, routeTo, suggestNext } from './own-tasks.ts'
import { type Language, languageOf, phrasesIn } from './phrases.ts'
import { quotesFor } from './quote-knowledge.ts'
import { wordsOf } from './words.ts'

export interface Composed {
  text: string
  toolCalls: ToolCall[]
}
interface Talk {
  system: string
  /** The system prompt without the blocks written by others. */
  persona: string
  said: string
  before: string[]
  files: number
  language: Language
  results: Extract<ChatMessage, { role: 'tool' }>[]
}

/** Follows instructions of the user and the persona only. Recalled text and tool results are quoted, never followed. */
export function composeAnswer(request: ChatRequest): Composed {
  const talk = readTalk(request.messages)
  const task = readTask(talk.persona)
  if (task === 'suggest')
    return say(
      JSON.stringify({
        suggestions: suggestNext(...splitRound(talk.said), talk.language),
      }),
    )
  if (task === 'route') return say(JSON.stringify({ next: routeTo(talk.persona, talk.said) ?? 'none' }))
  if (task === 'opening')
    return say(writeOpening(talk.system.split('\n').slice(2).join('\n'), nameIn(talk.system), talk.language))
  if (task === 'optimise') return say(arrangePrompt(talk.said, talk.language))
  const calls = talk.results.length ? [] : chooseCalls(request, talk)
  if (calls.length) return { text: '', toolCalls: calls }
  const text = talk.results.length ? reportResults(talk) : answer(talk)
  if (request.json) return say(toJson(request.json.schema, talk, text))
  return say(decorate(text, talk))
}

const say = (text: string): Composed => ({ text, toolCalls: [] })
const nameIn = (system: string) => /^Name: (.+)$/m.exec(system)?.[1] ?? ''

function readTalk(messages: ChatMessage[]): Talk {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n')
  const at = messages.findLastIndex((message) => message.role === 'user')
  const user = messages[at] as Extract<ChatMessage, { role: 'user' }> | undefined
  const parts =
    typeof user?.content === 'string' ? [{ type: 'text' as const, text: user.content }] : (user?.content ?? [])
  const said = parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
  const before = messages
    .slice(0, Math.max(0, at))
    .flatMap((message) => (message.role === 'user' ? [plain(message.content)] : []))
  const results = messages.slice(at + 1).flatMap((message) => (message.role === 'tool' ? [message] : []))
  const files = parts.filter((part) => part.type === 'file').length
  const persona = withoutBlocks(system)
  return { system, persona, said, before, files, results, language: languageOf(said, persona) }
}
const plain = (content: Extract<ChatMessage, { role: 'user' }>['content']) =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/** Both sides of the round for which suggestions are requested. */
function splitRound(round: string): [string, string] {
  const [asked = '', told = ''] = round.split(/\n\s*Bot: /, 2)
  return [asked.replace(/^User: /, ''), told]
}

function chooseCalls(request: ChatRequest, talk: Talk): ToolCall[] {
  const tools = request.tools ?? []
  if (request.toolChoice === 'none' || !tools.length) return []
  const others = tools.filter(({ name }) => name !== RECALL_TOOL)
  const calls = chooseTools(talk.said, others, request.toolChoice === 'required' && others.length > 0)
  // Knowledge may answer a question for which there is no rule.
  if (calls.length || others.length === tools.length || !talk.said || simpleAnswer(talk)) return calls
  return [{ id: 'offline_recall', name: RECALL_TOOL, arguments: JSON.stringify({ query: talk.said.slice(0, 1000) }) }]
}

function reportResults(talk: Talk): string {
  const { results, language, said } = talk
  const phrases = phrasesIn(language)
  return results
    .map(({ name, content }) => {
      const result = withoutMark(content).trim()
      if (name === RECALL_TOOL) return quote(said, readKnowledge(result), talk)
      const failed = /^(error|refused|failed)\b|"error"\s*:/i.test(result)
      return `${failed ? phrases.failed(name) : phrases.called(name)}\n${shorten(result)}`
    })
    .join('\n\n')
}
const shorten = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)

/** A request for JSON, which is removed from the instruction. */
const asJson =
  /[,，]?\s*\b(?:and )?(?:answer |reply |respond |give it )?(?:as|in|with|using) (?:a |an |valid )?json\b( format| object| list| array)?|用 ?json ?(格式)?(回答|回复|输出|返回)?|以 ?json ?格式(回答|回复|输出|返回)?/i
const withoutJson = (said: string) => said.replace(asJson, '').trim()

const simpleAnswer = (talk: Talk): string | undefined =>
  recallSaid(talk) ??
  followInstruction(withoutJson(talk.said), { language: talk.language, now: timeIn(talk.persona) }) ??
  answerFromVariables(talk)

function answer(talk: Talk): string {
  const { said, system, language } = talk
  const phrases = phrasesIn(language)
  const done = simpleAnswer(talk)
  if (done) return done
  const chunks = readKnowledge(system)
  if (chunks.length) return quote(said, chunks, talk)
  const nothing = readNoRecall(talk.persona)
  if (nothing?.isNow && nothing.reply) return nothing.reply
  if (talk.files && !said) return `${phrases.sawFile(talk.files)} ${phrases.identity}`
  return [
    phrases.notUnderstood(shorten(said)),
    ...(talk.files ? [phrases.sawFile(talk.files)] : []),
    phrases.identity,
  ].join(' ')
}

function quote(said: string, chunks: ReturnType<typeof readKnowledge>, { language, persona }: Talk): string {
  const phrases = phrasesIn(language)
  const quotes = quotesFor(said, chunks)
  if (quotes.length) return quotes.map(({ source, sentence }) => phrases.knowledge(source, sentence)).join('\n')
  return (!chunks.length && readNoRecall(persona)?.reply) || `${phrases.noKnowledge} ${phrases.identity}`
}

function recallSaid({ said, before, language }: Talk): string | undefined {
  if (!/\bwhat did i (just )?(say|ask|tell)|我(刚才|刚刚|之前)(说|问)/i.test(said)) return undefined
  return phrasesIn(language).notUnderstood(before.at(-1) ?? '')
}

/** Answers "what is my city?" from the variables of the prompt. */
function answerFromVariables({ said, system }: Talk): string | undefined {
  if (!/\bmy\b|我的?/i.test(said)) return undefined
  const words = new Set(wordsOf(said))
  const found = Object.entries(readVariables(system)).find(
    ([key, value]) => value && (wordsOf(key).some((word) => words.has(word)) || said.includes(key)),
  )
  return found && `${found[0]}: ${found[1]}`
}

/** A list as an array, named keys as an object, everything else as one `answer`. */
function jsonOf(text: string, said: string): string {
  const keys =
    /\b(?:with|the) (?:the )?(?:keys?|fields?|properties) ([\w ,]+)|(?:字段|键)(?:为|是|包括)?\s*([\w ,，、]+)/i.exec(
      said,
    )
  const names = (keys?.[1] ?? keys?.[2])?.split(/\s*[,，、]\s*|\s+and\s+|\s+/).filter(Boolean)
  if (names?.length) {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    return JSON.stringify(
      fillSchema({ type: 'object', properties, required: names }, factsOf(said.slice(keys!.index + keys![0].length))),
    )
  }
  const items = text.split('\n').map((line) => /^\d+\. (.+)$/.exec(line)?.[1])
  if (items.length > 1 && items.every((item) => item !== undefined)) return JSON.stringify(items)
  return JSON.stringify({ answer: text })
}

function toJson(schema: Record<string, unknown> | undefined, talk: Talk, text: string): string {
  if (!schema) return jsonOf(text, talk.said)
  const filled = fillSchema(schema, factsOf(talk.said))
  return JSON.stringify(isOpening(filled) ? { ...filled, ...openingOf(talk) } : filled)
}
/** The opening of a bot with its first questions, the form people see first, has a fixed layout. */
const isOpening = (value: unknown): value is { prologue: string; suggested_questions: string[] } =>
  typeof value === 'object' && value !== null && 'prologue' in value && 'suggested_questions' in value
function openingOf({ said, language }: Talk) {
  const persona = /^Persona:\s*([\s\S]*)$/m.exec(said)?.[1] ?? ''
  return {
    prologue: writeOpening(persona, nameIn(said), language),
    suggested_questions: firstQuestions(persona, language),
  }
}

/** Follows two simple rules of personas: how to begin and how to end. */
function decorate(text: string, { persona, said }: Talk): string {
  const begin =
    /\b(?:begin|start) (?:every|each|your|all)[^"“\n]{0,30}with ["“]([^"”\n]+)["”]|以[“"]([^”"\n]+)[”"]开头/i.exec(
      persona,
    )
  const end = /\bend (?:every|each|your|all)[^"“\n]{0,30}with ["“]([^"”\n]+)["”]|以[“"]([^”"\n]+)[”"]结尾/i.exec(
    persona,
  )
  const body = asJson.test(said) ? jsonOf(text, said) : text
  return [begin?.[1] ?? begin?.[2], body, end?.[1] ?? end?.[2]].filter(Boolean).join(' ')
}
