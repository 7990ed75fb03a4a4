import { fileType, literal, type Param, reference, writePath } from '@orrery/engine/describe'
import type { NodeData } from '../document/canvas.ts'
import { onlyReference } from './curl-query.ts'
import type { CurlRequest } from './curl.ts'

/** Replaces the request of an HTTP node with that of a curl command. */
export function withRequest(data: NodeData, request: CurlRequest): NodeData {
  let next = writePath(data, 'inputs.apiInfo', { method: request.method, url: request.url })
  next = writePath(next, 'inputs.headers', request.headers.map(rowOf))
  next = writePath(next, 'inputs.params', request.params.map(rowOf))
  next = writePath(next, 'inputs.auth.authOpen', request.bearer !== undefined)
  if (request.bearer !== undefined) {
    next = writePath(next, 'inputs.auth.authType', 'BEARER_AUTH')
    next = writePath(next, 'inputs.auth.authData.bearerTokenData', [rowOf({ name: 'token', value: request.bearer })])
  }
  return withBody(next, request.body)
}

/** A name with a fixed text, or with the output of a node if the value is only a reference to it. */
function rowOf({ name, value }: { name: string; value: string }): Param {
  const [, nodeId, output] = onlyReference.exec(value) ?? []
  return { name, input: nodeId && output ? reference('string', nodeId, output) : literal('string', value) }
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
      return writePath(next, `${at}.formURLEncoded`, body.fields.map(rowOf))
    case 'FORM_DATA':
      return writePath(
        next,
        `${at}.formData.data`,
        body.fields.map((field) =>
          field.isFile ? { name: field.name, input: literal(fileType, field.value) } : rowOf(field),
        ),
      )
    default:
      return next
  }
}
