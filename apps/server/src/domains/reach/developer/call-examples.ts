import type { OpenCall } from './open-calls.ts'

type Json = Record<string, unknown>
const as = (value: unknown) => (value ?? {}) as Json

/** A sample value for a schema, with required fields only, so that examples stay short. */
function sampleOf(schema: Json, depth = 0): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const either = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined
  if (either?.length) return sampleOf(either[0]!, depth)
  if (depth > 6) return null
  switch (schema.type) {
    case 'object': {
      const properties = as(schema.properties)
      const required = (schema.required ?? []) as string[]
      return Object.fromEntries(required.map((key) => [key, sampleOf(as(properties[key]), depth + 1)]))
    }
    case 'array':
      return Number(schema.minItems ?? 0) > 0 ? [sampleOf(as(schema.items), depth + 1)] : []
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    default:
      return typeof schema.pattern === 'string' && /\d/.test(schema.pattern) ? '1' : 'text'
  }
}

export interface CallExample {
  language: string
  title: string
  examples: string[]
  example_name: string[]
}

/**
 * Examples of a call with curl, JavaScript and Python. They read the token from the environment, since people paste
 * examples anywhere.
 */
export function examplesOf(call: OpenCall, baseUrl: string): CallExample[] {
  const item = as(as(as(call.spec().paths)[call.path])[call.method.toLowerCase()])
  const parameters = ((item.parameters ?? []) as Json[]).filter((parameter) => parameter.required === true)
  const named = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [String(parameter.name), sampleOf(as(parameter.schema))] as const)
  const inPath = new Map(named('path'))
  const path = call.path.replaceAll(/[{*](\w+)\}?/g, (_, key: string) => encodeURIComponent(String(inPath.get(key))))
  const query = new URLSearchParams(named('query').map(([key, value]) => [key, String(value)])).toString()
  const url = `${new URL(path, baseUrl).href}${query && `?${query}`}`
  const content = as(as(item.requestBody).content)
  const isForm = content['multipart/form-data'] !== undefined
  const schema = as(as(content['application/json']).schema)
  const body = schema.type ? JSON.stringify(sampleOf(schema), null, 2) : undefined
  const name = ['Example']
  return [
    { language: 'curl', title: 'cURL', examples: [curl(call.method, url, body, isForm)], example_name: name },
    {
      language: 'javascript',
      title: 'JavaScript',
      examples: [javascript(call, url, body, isForm)],
      example_name: name,
    },
    { language: 'python', title: 'Python', examples: [python(call.method, url, body, isForm)], example_name: name },
  ]
}

function curl(method: string, url: string, body: string | undefined, isForm: boolean): string {
  const lines = [`curl -sN -X ${method} '${url}'`, `-H "Authorization: Bearer $ORRERY_TOKEN"`]
  if (isForm) lines.push(`-F 'file=@./file.txt'`)
  if (body !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d '${body.replaceAll("'", String.raw`'\''`)}'`)
  return lines.join(' \\\n  ')
}
function javascript(call: OpenCall, url: string, body: string | undefined, isForm: boolean): string {
  const read =
    call.reply === 'stream'
      ? `for await (const piece of response.body.pipeThrough(new TextDecoderStream())) process.stdout.write(piece)`
      : call.reply === 'binary'
        ? `console.log(response.status, (await response.arrayBuffer()).byteLength)`
        : `console.log(await response.json())`
  return [
    ...(isForm
      ? [
          `import { openAsBlob } from 'node:fs'`,
          '',
          `const body = new FormData()`,
          `body.append('file', await openAsBlob('./file.txt'), 'file.txt')`,
        ]
      : []),
    `const response = await fetch('${url}', {`,
    `  method: '${call.method}',`,
    `  headers: {`,
    `    authorization: \`Bearer \${process.env.ORRERY_TOKEN}\`,`,
    ...(body === undefined ? [] : [`    'content-type': 'application/json',`]),
    `  },`,
    ...(isForm ? ['  body,'] : body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    `})`,
    read,
  ].join('\n')
}
function python(method: string, url: string, body: string | undefined, isForm: boolean): string {
  if (isForm)
    return [
      'import os, subprocess',
      '',
      `# A form is easiest left to curl.`,
      `subprocess.run(["curl", "-s", "-X", "${method}", "${url}", "-H", "Authorization: Bearer " + os.environ["ORRERY_TOKEN"], "-F", "file=@./file.txt"], check=True)`,
    ].join('\n')
  const data = body === undefined ? '' : `, data=json.dumps(json.loads(${JSON.stringify(body)})).encode()`
  return [
    `import json, os, urllib.request`,
    '',
    `request = urllib.request.Request("${url}", method="${method}"${data})`,
    `request.add_header("Authorization", "Bearer " + os.environ["ORRERY_TOKEN"])`,
    ...(body === undefined ? [] : [`request.add_header("Content-Type", "application/json")`]),
    `with urllib.request.urlopen(request) as response:`,
    `    for line in response:`,
    `        print(line.decode(), end="")`,
  ].join('\n')
}
