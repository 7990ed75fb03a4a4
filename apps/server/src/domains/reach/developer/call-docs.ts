import { examplesOf } from './call-examples.ts'
import type { OpenCall } from './open-calls.ts'

type Json = Record<string, unknown>
const as = (value: unknown) => (value ?? {}) as Json
const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

export const listOf = (calls: OpenCall[]): string =>
  [
    '# Calls',
    '',
    '| Call | What it does | Key |',
    '| --- | --- | --- |',
    ...calls.map((call) => `| \`${call.method} ${cell(call.path)}\` | ${cell(call.title)} | \`${cell(call.key)}\` |`),
    '',
  ].join('\n')

/** Documentation of one call: input, permission and examples. */
export function docOf(call: OpenCall, baseUrl: string): string {
  const item = as(as(as(call.spec().paths)[call.path])[call.method.toLowerCase()])
  const fields = [
    ...((item.parameters ?? []) as Json[]).map((parameter) =>
      row(String(parameter.name), String(parameter.in), parameter.required === true, as(parameter.schema)),
    ),
    ...bodyFields(as(as(item.requestBody).content)),
  ]
  return [
    `# ${call.title}`,
    '',
    `\`${call.method} ${call.path}\``,
    '',
    ...(call.permission ? [`Permission: \`${call.permission}\``, ''] : []),
    ...(fields.length
      ? ['| Name | In | Type | Required |', '| --- | --- | --- | --- |', ...fields, '']
      : ['It takes no input.', '']),
    ...examplesOf(call, baseUrl).flatMap(({ title, language, examples }) => [
      `## ${title}`,
      '',
      `\`\`\`${language === 'curl' ? 'sh' : language}`,
      ...examples,
      '```',
      '',
    ]),
  ].join('\n')
}
function bodyFields(content: Json): string[] {
  const schema = as(as(content['application/json'] ?? content['multipart/form-data']).schema)
  const required = (schema.required ?? []) as string[]
  return Object.entries(as(schema.properties)).map(([name, item]) =>
    row(name, 'body', required.includes(name), as(item)),
  )
}
const row = (name: string, place: string, isRequired: boolean, schema: Json) =>
  `| \`${name}\` | ${place} | ${cell(typeOf(schema))} | ${isRequired ? 'yes' : 'no'} |`
function typeOf(schema: Json): string {
  if (schema.enum) return (schema.enum as unknown[]).map((item) => JSON.stringify(item)).join(', ')
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (either) return [...new Set(either.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(as(schema.items))}`
  return typeof schema.type === 'string' ? schema.type : 'any'
}
