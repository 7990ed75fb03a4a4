import type { ChatMessage, ChatRequest, ToolCall } from '../chat-types.ts'
import { readKnowledge, readTask, readVariables, withoutBlocks, withoutMark } from '../prompt-marks.ts'
import { chooseTools } from './choose-tools.ts'
import { factsOf } from './facts.ts'
import { fillSchema } from './fill-schema.ts'
import { followInstruction } from './follow-instruction.ts'
import { arrangePrompt, routeTo, suggestNext, writeOpening } from './own-tasks.ts'
import { type Language, languageOf, phrasesIn } from './phrases.ts'
import { quotesFor } from './quote-knowledge.ts'
import { wordsOf } from './words.ts'

export interface Composed {
  text: string
  toolCalls: ToolCall[]
}
interface Talk {
  system: string
  /** The system prompt without what others wrote. */
  persona: string
  said: string
  before: string[]
  files: number
  language: Language
  results: Extract<ChatMessage, { role: 'tool' }>[]
}

/** Instructions come from the user and the persona alone. What was recalled or came from a tool is quoted, never followed. */
export function composeAnswer(request: ChatRequest): Composed {
  const talk = readTalk(request.messages)
  const task = readTask(talk.persona)
  if (task === 'suggest') return say(JSON.stringify({ suggestions: suggestNext(lastTalk(request), talk.language) }))
  if (task === 'route') return say(JSON.stringify({ next: routeTo(talk.persona, talk.said) ?? 'none' }))
  if (task === 'opening')
    return say(writeOpening(talk.system.split('\n').slice(2).join('\n'), nameIn(talk.system), talk.language))
  if (task === 'optimise') return say(arrangePrompt(talk.said, talk.language))
  const calls = talk.results.length ? [] : wantedCalls(request, talk)
  if (calls.length) return { text: '', toolCalls: calls }
  const text = talk.results.length ? tellResults(talk) : answer(talk)
  if (request.json) return say(toJson(request.json.schema, talk, text))
  return say(decorate(text, talk))
}

const say = (text: string): Composed => ({ text, toolCalls: [] })
const nameIn = (system: string) => /^Name: (.+)$/m.exec(system)?.[1] ?? ''

function readTalk(messages: ChatMessage[]): Talk {
  const system = messages.flatMap((one) => (one.role === 'system' ? [one.content] : [])).join('\n')
  const at = messages.findLastIndex((one) => one.role === 'user')
  const user = messages[at] as Extract<ChatMessage, { role: 'user' }> | undefined
  const parts =
    typeof user?.content === 'string' ? [{ type: 'text' as const, text: user.content }] : (user?.content ?? [])
  const said = parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
  const before = messages.slice(0, Math.max(0, at)).flatMap((one) => (one.role === 'user' ? [plain(one.content)] : []))
  const results = messages.slice(at + 1).flatMap((one) => (one.role === 'tool' ? [one] : []))
  const files = parts.filter((part) => part.type === 'file').length
  const persona = withoutBlocks(system)
  return { system, persona, said, before, files, results, language: languageOf(said, persona) }
}
const plain = (content: Extract<ChatMessage, { role: 'user' }>['content']) =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

const lastTalk = ({ messages }: ChatRequest) =>
  messages
    .filter((one) => one.role === 'user' || one.role === 'assistant')
    .slice(-3)
    .map((one) => plain(one.content))
    .join('\n')

const wantedCalls = (request: ChatRequest, { said }: Talk) =>
  request.toolChoice === 'none' ? [] : chooseTools(said, request.tools ?? [], request.toolChoice === 'required')

function tellResults({ results, language }: Talk): string {
  const phrases = phrasesIn(language)
  return results
    .map(({ name, content }) => {
      const result = withoutMark(content).trim()
      const failed = /^(error|refused|failed)\b|"error"\s*:/i.test(result)
      return `${failed ? phrases.failed(name) : phrases.called(name)}\n${shorten(result)}`
    })
    .join('\n\n')
}
const shorten = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)

function answer(talk: Talk): string {
  const { said, system, language } = talk
  const phrases = phrasesIn(language)
  const done = recallSaid(talk) ?? followInstruction(said, language) ?? tellVariable(talk)
  if (done) return done
  const chunks = readKnowledge(system)
  if (chunks.length) {
    const quotes = quotesFor(said, chunks)
    if (quotes.length) return quotes.map(({ source, sentence }) => phrases.knowledge(source, sentence)).join('\n')
    return `${phrases.noKnowledge} ${phrases.identity}`
  }
  if (talk.files && !said) return `${phrases.sawFile(talk.files)} ${phrases.identity}`
  return [
    phrases.notUnderstood(shorten(said)),
    ...(talk.files ? [phrases.sawFile(talk.files)] : []),
    phrases.identity,
  ].join(' ')
}

function recallSaid({ said, before, language }: Talk): string | undefined {
  if (!/\bwhat did i (just )?(say|ask|tell)|我(刚才|刚刚|之前)(说|问)/i.test(said)) return undefined
  return phrasesIn(language).notUnderstood(before.at(-1) ?? '')
}

/** "what is my city?" from the variables of the prompt. */
function tellVariable({ said, system }: Talk): string | undefined {
  if (!/\bmy\b|我的?/i.test(said)) return undefined
  const words = new Set(wordsOf(said))
  const found = Object.entries(readVariables(system)).find(
    ([key, value]) => value && (wordsOf(key).some((word) => words.has(word)) || said.includes(key)),
  )
  return found && `${found[0]}: ${found[1]}`
}

function toJson(schema: Record<string, unknown> | undefined, talk: Talk, text: string): string {
  if (!schema) return JSON.stringify({ answer: text })
  const filled = fillSchema(schema, factsOf(talk.said))
  return JSON.stringify(isOpening(filled) ? { ...filled, ...openingOf(talk) } : filled)
}
/** The opening of a bot with its first questions is the one form that people see before any other. */
const isOpening = (value: unknown): value is { prologue: string; suggested_questions: string[] } =>
  typeof value === 'object' && value !== null && 'prologue' in value && 'suggested_questions' in value
function openingOf({ said, language }: Talk) {
  const persona = /^Persona:\s*([\s\S]*)$/m.exec(said)?.[1] ?? ''
  return {
    prologue: writeOpening(persona, nameIn(said), language),
    suggested_questions: suggestNext(persona, language),
  }
}

/** Two rules of a persona that anybody can follow: how to begin and how to end. */
function decorate(text: string, { persona, said }: Talk): string {
  const begin =
    /\b(?:begin|start) (?:every|each|your|all)[^"“\n]{0,30}with ["“]([^"”\n]+)["”]|以[“"]([^”"\n]+)[”"]开头/i.exec(
      persona,
    )
  const end = /\bend (?:every|each|your|all)[^"“\n]{0,30}with ["“]([^"”\n]+)["”]|以[“"]([^”"\n]+)[”"]结尾/i.exec(
    persona,
  )
  const body = /\b(as|in) json\b|用 ?json/i.test(said) ? JSON.stringify({ answer: text }) : text
  return [begin?.[1] ?? begin?.[2], body, end?.[1] ?? end?.[2]].filter(Boolean).join(' ')
}
