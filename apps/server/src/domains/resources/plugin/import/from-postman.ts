import { isObject, type Json, listOf, textOf } from './openapi-types.ts'
import { type SeenRequest, toDocument } from './request-to-operation.ts'

/** Converts a Postman collection (v2.0 and v2.1) with nested folders. */
export function fromPostman(source: Json) {
  const requests: SeenRequest[] = []
  const walk = (items: unknown[], depth: number) => {
    for (const item of items) {
      if (!isObject(item) || requests.length >= 500) continue
      if (Array.isArray(item.item) && depth < 20) walk(item.item, depth + 1)
      else if (isObject(item.request)) requests.push(readOne(item, item.request))
      else if (typeof item.request === 'string') requests.push(readOne(item, { url: item.request, method: 'GET' }))
    }
  }
  walk(listOf(source.item), 0)
  const info = isObject(source.info) ? source.info : {}
  return toDocument(requests, textOf(info.name), describe(info.description))
}
const describe = (value: unknown) => (isObject(value) ? textOf(value.content) : textOf(value))

function readOne(item: Json, request: Json): SeenRequest {
  const { url } = request
  const raw = isObject(url) ? textOf(url.raw) : textOf(url)
  const headers = listOf(request.header).flatMap((item): [string, string][] =>
    isObject(item) && item.disabled !== true && textOf(item.key) ? [[textOf(item.key), textOf(item.value)]] : [],
  )
  const answer = listOf(item.response).find(isObject)
  return {
    name: textOf(item.name),
    description: describe(request.description) || describe(item.description),
    method: textOf(request.method) || 'GET',
    url: raw,
    headers,
    ...bodyOf(request.body, headers),
    ...(isObject(answer) && textOf(answer.body) && { response: textOf(answer.body) }),
  }
}

function bodyOf(body: unknown, headers: [string, string][]): Pick<SeenRequest, 'body' | 'bodyType'> {
  if (!isObject(body)) return { body: '', bodyType: '' }
  const pairs = (list: unknown) =>
    new URLSearchParams(
      listOf(list).flatMap((item) =>
        isObject(item) && item.disabled !== true ? [[textOf(item.key), textOf(item.value)]] : [],
      ),
    ).toString()
  if (body.mode === 'urlencoded') return { body: pairs(body.urlencoded), bodyType: 'application/x-www-form-urlencoded' }
  if (body.mode === 'formdata') return { body: pairs(body.formdata), bodyType: 'multipart/form-data' }
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return { body: textOf(body.raw), bodyType: type }
}
