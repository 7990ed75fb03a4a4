import { ShortcutInput } from '@orrery/contract/shared/bot-enums'
import type { Outgoing } from './chat-port.ts'
import { type SentUpload, writeContent } from './content.ts'

export interface ShortcutField {
  name: string
  description: string
  inputType: number
  options: readonly string[]
  value: string
  /** The kinds of files that a mixed field accepts. */
  uploadOptions: readonly number[]
}
/** A prepared question above the input, whose fields are filled in first. */
export interface ChatShortcut {
  id: string
  name: string
  /** Typed instead of clicking the shortcut, e.g. `/plan`; empty for none. */
  command: string
  iconUrl: string
  description: string
  query: string
  fields: readonly ShortcutField[]
}

const accepted: Record<number, string> = {
  [ShortcutInput.image]: 'image/png,image/jpeg,image/gif,image/webp',
  [ShortcutInput.doc]: '.pdf,.doc,.docx',
  [ShortcutInput.table]: '.xls,.xlsx,.csv',
  [ShortcutInput.audio]: 'audio/*',
  [ShortcutInput.video]: 'video/*',
  [ShortcutInput.archive]: '.zip,.rar,.7z,.tar,.gz',
  [ShortcutInput.code]: '.js,.ts,.py,.java,.go,.c,.cpp,.rs,.rb,.php,.sh,.sql,.html,.css,.json,.xml,.yaml',
  [ShortcutInput.txt]: '.txt,.md',
  [ShortcutInput.ppt]: '.ppt,.pptx',
}
export const isFileField = ({ inputType }: Pick<ShortcutField, 'inputType'>): boolean =>
  inputType !== ShortcutInput.text && inputType !== ShortcutInput.select

/** The accept attribute of a field; empty for any file. */
export function acceptOf({ inputType, uploadOptions }: ShortcutField): string {
  const kinds = inputType === ShortcutInput.mixed ? uploadOptions : [inputType]
  return kinds
    .map((kind) => accepted[kind] ?? '')
    .filter(Boolean)
    .join(',')
}

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g
const fill = (query: string, values: Record<string, string>) =>
  query.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole)

/** The message of a filled-in shortcut: files are attached, and its tool gets their addresses. */
export function shortcutMessage(
  { id, query }: ChatShortcut,
  values: Record<string, string>,
  files: Record<string, SentUpload>,
): Outgoing {
  const each = (pick: (file: SentUpload) => string) =>
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, pick(file)]))
  const text = fill(query, { ...values, ...each((file) => file.name) })
  const shortcut = { id, values: { ...values, ...each((file) => new URL(file.url, location.href).href) } }
  const uploads = Object.values(files)
  return uploads.length > 0
    ? { content: writeContent(text, uploads), contentType: 'mix', shortcut }
    : { content: text, contentType: 'text', shortcut }
}

/** Shortcuts that match the typed text: those that begin with it, or once words follow, the exact one. */
export function calledBy(text: string, shortcuts: readonly ChatShortcut[]): readonly ChatShortcut[] {
  const [, typed, rest] = /^(\/\S*)(\s?)/.exec(text) ?? []
  if (typed === undefined) return []
  const name = typed.toLowerCase()
  return shortcuts.filter(({ command }) => {
    const own = command.toLowerCase()
    return own !== '' && (rest ? own === name : own.startsWith(name))
  })
}
/** The words typed after the command. */
export const wordsAfter = (text: string): string => text.replace(/^\/\S*\s*/, '').trim()

/** The words after a command fill the first text field. */
export function firstValues({ fields }: ChatShortcut, words: string): Record<string, string> {
  const first = words ? fields.find((field) => field.inputType === ShortcutInput.text) : undefined
  return Object.fromEntries(
    fields.filter((field) => !isFileField(field)).map((field) => [field.name, field === first ? words : field.value]),
  )
}
