import { addressOf, type CallDraft, formFields, parseBody } from './call-draft.ts'
import type { Operation } from './reference.ts'

export const snippetKinds = ['curl', 'javascript', 'python'] as const
export type SnippetKind = (typeof snippetKinds)[number]

interface Call {
  method: string
  url: string
  /** Credentials of the call: token, session cookie, or none. */
  as: 'token' | 'session' | 'anybody'
  json?: unknown
  form?: readonly { name: string; isFile: boolean; value: string }[]
}

/** The filled-in call as code to paste. Secrets are read from the environment, never written into the code. */
export function snippet(kind: SnippetKind, operation: Operation, draft: CallDraft, origin: string): string {
  const parsed = parseBody(draft.body)
  const call: Call = {
    method: operation.method,
    url: origin + addressOf(operation, draft.params),
    as: operation.scope ? 'token' : operation.access === 'public' ? 'anybody' : 'session',
    json: operation.body?.is === 'json' ? ('value' in parsed ? parsed.value : {}) : undefined,
    form:
      operation.body?.is === 'form'
        ? formFields(operation).map(({ name, isFile }) => ({ name, isFile, value: formValue(draft, name) }))
        : undefined,
  }
  return { curl, javascript, python }[kind](call)
}

function formValue(draft: CallDraft, name: string): string {
  const value = draft.form[name]
  return value instanceof File ? value.name : (value ?? name)
}

/** Quotes a text for the shell. A single quote inside it has to be escaped outside of the quotes. */
const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function curl({ method, url, as, json, form }: Call): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${shellText(url)}`]
  if (as === 'token') lines.push(`-H "Authorization: Bearer $ORRERY_TOKEN"`)
  if (as === 'session') lines.push(`-H "Cookie: session_key=$ORRERY_SESSION"`)
  if (as !== 'token') lines.push(`-H 'X-Requested-With: XMLHttpRequest'`)
  if (json !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d ${shellText(JSON.stringify(json))}`)
  for (const found of form ?? [])
    lines.push(`-F ${shellText(`${found.name}=${found.isFile ? '@' : ''}${found.value}`)}`)
  return lines.join(' \\\n  ')
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

function javascript({ method, url, as, json, form }: Call): string {
  const headers = [
    ...(as === 'token' ? ['Authorization: `Bearer ${process.env.ORRERY_TOKEN}`'] : []),
    ...(as === 'session' ? ['Cookie: `session_key=${process.env.ORRERY_SESSION}`'] : []),
    ...(as === 'token' ? [] : ["'X-Requested-With': 'XMLHttpRequest'"]),
    ...(json === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const fields = (form ?? []).map((item) =>
    item.isFile
      ? `form.set(${JSON.stringify(item.name)}, await openAsBlob(${JSON.stringify(item.value)}), ${JSON.stringify(item.value)})`
      : `form.set(${JSON.stringify(item.name)}, ${JSON.stringify(item.value)})`,
  )
  const needsFile = form?.some((item) => item.isFile)
  return [
    ...(needsFile ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...(form ? ['const form = new FormData()', ...fields] : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: {`,
    ...headers.map((line) => `    ${line},`),
    `  },`,
    ...(json === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(json, null, 2), '  ')}),`]),
    ...(form ? ['  body: form,'] : []),
    `})`,
    `console.log(response.status, await response.text())`,
  ].join('\n')
}

/** Converts a value to Python, which has its own words for null, true and false. */
export function pythonValue(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => `${inner}${pythonValue(item, inner)},`).join('\n')}\n${indent}]`
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value)
    if (entries.length === 0) return '{}'
    const lines = entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonValue(item, inner)},`)
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  return JSON.stringify(value)
}

function python({ method, url, as, json, form }: Call): string {
  const headers = [
    ...(as === 'token' ? [`"Authorization": "Bearer " + os.environ["ORRERY_TOKEN"]`] : []),
    ...(as === 'session' ? [`"Cookie": "session_key=" + os.environ["ORRERY_SESSION"]`] : []),
    ...(as === 'token' ? [] : [`"X-Requested-With": "XMLHttpRequest"`]),
  ]
  const files = (form ?? []).filter((item) => item.isFile)
  const texts = (form ?? []).filter((item) => !item.isFile)
  return [
    ...(as === 'anybody' ? [] : ['import os', '']),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={${headers.join(', ')}},`,
    ...(json === undefined ? [] : [`    json=${pythonValue(json, '    ')},`]),
    ...(texts.length > 0
      ? [`    data=${pythonValue(Object.fromEntries(texts.map((text) => [text.name, text.value])), '    ')},`]
      : []),
    ...(files.length > 0
      ? [
          `    files={${files.map((file) => `${JSON.stringify(file.name)}: open(${JSON.stringify(file.value)}, "rb")`).join(', ')}},`,
        ]
      : []),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}
