import { AuthType, AuthLocation, ParameterLocation, ProgramLang } from '@orrery/contract'
import { buildRequest } from './call/build-request.ts'
import { sampleOf } from '#kit/json-schema/sample-value.ts'
import type { PluginAuth, PluginRow, ToolRow } from './plugin.table.ts'

const KEY = 'YOUR_API_KEY'

/** Converts a tool to program code. Arguments are those of its example, if any; keys are placeholders. */
export async function toCode(
  row: Pick<PluginRow, 'url' | 'auth' | 'commonParams'>,
  tool: ToolRow,
  language: number,
): Promise<string> {
  const json =
    tool.extend.body_type === 'multipart' ? { ...tool, extend: { ...tool.extend, body_type: 'form' as const } } : tool
  const params = tool.request.map((item) =>
    item.location === ParameterLocation.path ? { ...item, is_required: true } : item,
  )
  const { method, url, headers, body } = await buildRequest(row.url, json, params, argumentsOf(tool), row.commonParams)
  authorize(row.auth, url, headers)
  const call = { method, url: url.href, headers, body: body === undefined ? '' : String(body) }
  switch (language) {
    case ProgramLang.wget:
      return wget(call)
    case ProgramLang.nodejs:
      return node(call)
    case ProgramLang.python:
      return python(call)
    case ProgramLang.golang:
      return golang(call)
    default:
      return curl(call)
  }
}
interface Program {
  method: string
  url: string
  headers: [string, string][]
  body: string
}
function argumentsOf(tool: ToolRow): Record<string, unknown> {
  const sample = sampleOf(tool.request)
  try {
    return { ...sample, ...(JSON.parse(tool.example?.request ?? '{}') as object) }
  } catch {
    return sample
  }
}
function authorize(auth: PluginAuth, url: URL, headers: [string, string][]) {
  if (auth.type === AuthType.service && auth.location === AuthLocation.query) url.searchParams.set(auth.key, KEY)
  else if (auth.type === AuthType.service) headers.push([auth.key, KEY])
  else if (auth.type === AuthType.oauth) headers.push(['authorization', 'Bearer YOUR_TOKEN'])
}
/** Quotes a text as a single shell word. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const text = (value: string) => JSON.stringify(value)

const curl = ({ method, url, headers, body }: Program) =>
  [
    `curl -X ${method} ${quote(url)}`,
    ...headers.map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`  --data-raw ${quote(body)}`] : []),
  ].join(' \\\n')
const wget = ({ method, url, headers, body }: Program) =>
  [
    `wget -q -O - --method=${method}`,
    ...headers.map(([name, value]) => `  --header=${quote(`${name}: ${value}`)}`),
    ...(body ? [`  --body-data=${quote(body)}`] : []),
    `  ${quote(url)}`,
  ].join(' \\\n')
const node = ({ method, url, headers, body }: Program) =>
  `const response = await fetch(${text(url)}, {
  method: ${text(method)},
  headers: ${JSON.stringify(Object.fromEntries(headers))},${body ? `\n  body: ${text(body)},` : ''}
})
console.log(response.status, await response.text())
`
const python = ({ method, url, headers, body }: Program) =>
  `import urllib.request

request = urllib.request.Request(
    ${text(url)},
    method=${text(method)},
    headers=${JSON.stringify(Object.fromEntries(headers))},${body ? `\n    data=${text(body)}.encode("utf-8"),` : ''}
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode("utf-8"))
`
const golang = ({ method, url, headers, body }: Program) =>
  `package main

import (
	"fmt"
	"io"
	"net/http"${body ? '\n\t"strings"' : ''}
)

func main() {
	request, err := http.NewRequest(${text(method)}, ${text(url)}, ${body ? `strings.NewReader(${text(body)})` : 'nil'})
	if err != nil {
		panic(err)
	}
${headers.map(([name, value]) => `	request.Header.Set(${text(name)}, ${text(value)})`).join('\n')}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer))
}
`
