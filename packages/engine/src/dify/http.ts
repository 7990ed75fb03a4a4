import { field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { isObject, type Values } from '#values/own.ts'
import type { DifyNode, Scope } from './scope.ts'

const bodyTypes: Record<string, string> = {
  'form-data': 'FORM_DATA',
  'x-www-form-urlencoded': 'FORM_URLENCODED',
  'raw-text': 'RAW_TEXT',
  json: 'JSON',
}

/** Converts a request: `{{#node.field#}}` becomes a reference in the notation of the HTTP node. */
export function httpInputs(node: DifyNode, scope: Scope): Values {
  const { data } = node
  const timeout = objectField(data, 'timeout')
  const seconds = numberField(timeout, 'read') ?? numberField(timeout, 'max_read_timeout')
  return {
    apiInfo: {
      method: (textField(data, 'method') || 'get').toUpperCase(),
      url: inText(textField(data, 'url'), node, scope),
    },
    params: pairs(field(data, 'params'), node, scope),
    headers: pairs(field(data, 'headers'), node, scope),
    auth: auth(objectField(data, 'authorization'), node, scope),
    body: body(objectField(data, 'body'), node, scope),
    setting: {
      timeout: seconds && seconds > 0 ? Math.min(seconds, 600) : 120,
      retryTimes: numberField(objectField(data, 'retry_config'), 'max_retries') ?? 0,
    },
    inputParameters: [],
  }
}

/** Writes references into the text; values that are no output of a node are inserted as they are. */
function inText(text: string, node: DifyNode, scope: Scope): string {
  const { text: marked, inputs } = scope.template(text, node)
  return inputs.reduce((done, input) => {
    const value = objectField(objectField(input, 'input'), 'value')
    const content = field(value, 'content')
    const written = isObject(content)
      ? `{{block_output_${textField(content, 'blockID')}.${textField(content, 'name')}}}`
      : String(content ?? '')
    return done.replaceAll(`{{${input.name as string}}}`, written)
  }, marked)
}

/** Converts one value: a reference if the text is only that, otherwise text. */
function value(text: string, node: DifyNode, scope: Scope): Values {
  const { text: marked, inputs } = scope.template(text, node)
  return inputs.length === 1 && marked === `{{${inputs[0]!.name as string}}}`
    ? (inputs[0]!.input as Values)
    : scope.literal(inText(text, node, scope))
}

/** Reads pairs from lines `key:value` or from a list. */
function pairs(raw: unknown, node: DifyNode, scope: Scope): Values[] {
  const list: [string, string][] = Array.isArray(raw)
    ? raw.map((item) => [textField(item, 'key'), textField(item, 'value')])
    : String(raw ?? '')
        .split('\n')
        .map((line) => {
          const at = line.indexOf(':')
          return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
        })
  return list.filter(([key]) => key).map(([name, text]) => ({ name, input: value(text, node, scope) }))
}

function auth(raw: Values | undefined, node: DifyNode, scope: Scope): Values {
  const config = objectField(raw, 'config')
  if (!config || textField(raw, 'type') === 'no-auth') return { authOpen: false }
  const key = value(textField(config, 'api_key'), node, scope)
  if (textField(config, 'type') === 'bearer')
    return { authOpen: true, authType: 'BEARER_AUTH', authData: { bearerTokenData: [{ name: 'token', input: key }] } }
  const header = textField(config, 'header') || 'Authorization'
  return {
    authOpen: true,
    authType: 'CUSTOM_AUTH',
    authData: {
      customData: {
        addTo: 'header',
        data: [
          { name: 'Key', input: scope.literal(header) },
          { name: 'Value', input: key },
        ],
      },
    },
  }
}

function body(raw: Values | undefined, node: DifyNode, scope: Scope): Values {
  const bodyType = bodyTypes[textField(raw, 'type')] ?? 'EMPTY'
  const data = field(raw, 'data')
  const text = Array.isArray(data) ? data.map((item) => textField(item, 'value')).join('') : String(data ?? '')
  if (bodyType === 'JSON') return { bodyType, bodyData: { json: inText(text, node, scope) } }
  if (bodyType === 'RAW_TEXT') return { bodyType, bodyData: { rawText: inText(text, node, scope) } }
  if (bodyType === 'FORM_URLENCODED') return { bodyType, bodyData: { formURLEncoded: pairs(data, node, scope) } }
  if (bodyType === 'FORM_DATA')
    return {
      bodyType,
      bodyData: { formData: { data: pairs(Array.isArray(data) ? listField(raw, 'data') : data, node, scope) } },
    }
  if (textField(raw, 'type') && textField(raw, 'type') !== 'none')
    scope.note(node, 'The body is a file. Choose it again', '其请求体为文件，请重新选择')
  return { bodyType, bodyData: {} }
}
