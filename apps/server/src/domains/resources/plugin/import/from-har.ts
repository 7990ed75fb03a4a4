import { isObject, type Json, listOf, textOf } from './openapi-types.ts'
import { type SeenRequest, toDocument } from './request-to-operation.ts'

/** API calls in a browser recording. Pages, images and scripts are skipped; cookies and keys are removed. */
export function fromHar(log: Json) {
  const requests = listOf(log.entries)
    .slice(0, 2000)
    .flatMap((entry): SeenRequest[] => {
      if (!isObject(entry) || !isObject(entry.request)) return []
      const { request } = entry
      const response = isObject(entry.response) ? entry.response : {}
      const content = isObject(response.content) ? response.content : {}
      const type = textOf(content.mimeType)
      if (
        /^(text\/(html|css|javascript)|image\/|font\/|video\/|audio\/|application\/(javascript|x-javascript|font))/.test(
          type,
        )
      )
        return []
      const post = isObject(request.postData) ? request.postData : {}
      return [
        {
          name: '',
          description: '',
          method: textOf(request.method),
          url: textOf(request.url),
          headers: listOf(request.headers).flatMap((item): [string, string][] =>
            isObject(item) ? [[textOf(item.name), textOf(item.value)]] : [],
          ),
          body: textOf(post.text),
          bodyType: textOf(post.mimeType),
          ...(type.includes('json') && textOf(content.text) && { response: textOf(content.text) }),
        },
      ]
    })
  const creator = isObject(log.pages) ? '' : textOf(listOf(log.pages).filter(isObject)[0]?.title)
  return toDocument(requests, creator.slice(0, 60), '')
}
