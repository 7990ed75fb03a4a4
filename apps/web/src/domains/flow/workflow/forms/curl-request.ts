import { fileType, literal, param, writePath } from '@orrery/engine/describe'
import type { NodeData } from '../document/canvas.ts'
import type { CurlRequest } from './curl.ts'

/** Replaces the request of an HTTP node with that of a curl command. */
export function withRequest(data: NodeData, request: CurlRequest): NodeData {
  const pairs = (list: readonly { name: string; value: string }[]) =>
    list.map((item) => param(item.name, 'string', item.value))
  let next = writePath(data, 'inputs.apiInfo', { method: request.method, url: request.url })
  next = writePath(next, 'inputs.headers', pairs(request.headers))
  next = writePath(next, 'inputs.params', pairs(request.params))
  next = writePath(next, 'inputs.auth.authOpen', request.bearer !== undefined)
  if (request.bearer !== undefined) {
    next = writePath(next, 'inputs.auth.authType', 'BEARER_AUTH')
    next = writePath(next, 'inputs.auth.authData.bearerTokenData', [param('token', 'string', request.bearer)])
  }
  return withBody(next, request.body)
}

function withBody(data: NodeData, body: CurlRequest['body']): NodeData {
  const next = writePath(data, 'inputs.body.bodyType', body.kind)
  const at = 'inputs.body.bodyData'
  switch (body.kind) {
    case 'JSON':
      return writePath(next, `${at}.json`, body.text)
    case 'RAW_TEXT':
      return writePath(next, `${at}.rawText`, body.text)
    case 'FORM_URLENCODED':
      return writePath(
        next,
        `${at}.formURLEncoded`,
        body.fields.map((field) => param(field.name, 'string', field.value)),
      )
    case 'FORM_DATA':
      return writePath(
        next,
        `${at}.formData.data`,
        body.fields.map((field) => ({
          name: field.name,
          input: literal(field.isFile ? fileType : 'string', field.value),
        })),
      )
    default:
      return next
  }
}
