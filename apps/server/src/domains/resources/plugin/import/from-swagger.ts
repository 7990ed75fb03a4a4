import { isObject, type Json, listOf, methods, textOf } from './openapi-types.ts'

/** Converts Swagger 2 to OpenAPI 3: parameters get schemas, bodies and definitions move to their new places. */
export function fromSwagger(source: Json): Json {
  const text = JSON.stringify(source)
    .replaceAll('"#/definitions/', '"#/components/schemas/')
    .replaceAll('"#/parameters/', '"#/components/parameters/')
    .replaceAll('"#/responses/', '"#/components/responses/')
  const moved = JSON.parse(text) as Json
  const scheme = listOf(moved.schemes).includes('https') || !moved.schemes ? 'https' : 'http'
  const url = textOf(moved.host) ? `${scheme}://${textOf(moved.host)}${textOf(moved.basePath).replace(/\/$/, '')}` : ''
  const consumes = listOf(moved.consumes)
  const parameters = isObject(moved.parameters) ? moved.parameters : {}
  const resolve = (value: unknown): Json => {
    const ref = isObject(value) ? textOf(value.$ref) : ''
    const found = ref.startsWith('#/components/parameters/') ? parameters[ref.slice(24)] : value
    return isObject(found) ? found : {}
  }
  const paths = Object.fromEntries(
    Object.entries(isObject(moved.paths) ? moved.paths : {}).map(([path, item]) => {
      if (!isObject(item)) return [path, {}]
      const shared = listOf(item.parameters)
      const operations = methods.flatMap((method) => {
        const operation = item[method]
        if (!isObject(operation)) return []
        const all = [...shared, ...listOf(operation.parameters)].map(resolve)
        return [[method, convert(operation, all, listOf(operation.consumes ?? consumes))] as const]
      })
      return [path, Object.fromEntries(operations)]
    }),
  )
  return {
    openapi: '3.0.1',
    info: moved.info,
    servers: url ? [{ url }] : [],
    paths,
    components: { schemas: moved.definitions ?? {}, responses: moved.responses ?? {} },
  }
}

function convert(operation: Json, all: Json[], consumes: unknown[]): Json {
  const body = all.find((item) => item.in === 'body')
  const form = all.filter((item) => item.in === 'formData')
  const rest = all.filter((item) => item.in !== 'body' && item.in !== 'formData')
  const formType = consumes.includes('multipart/form-data')
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded'
  const { parameters: _, consumes: __, produces: ___, ...others } = operation
  return {
    ...others,
    parameters: rest.map(({ name, in: place, description, required, ...schema }) => ({
      name,
      in: place,
      description,
      required,
      schema,
    })),
    ...(body && {
      requestBody: {
        description: body.description,
        required: body.required,
        content: { 'application/json': { schema: body.schema } },
      },
    }),
    ...(form.length && { requestBody: { content: { [formType]: { schema: formSchema(form) } } } }),
    responses: Object.fromEntries(
      Object.entries(isObject(operation.responses) ? operation.responses : {}).map(([status, item]) => [
        status,
        isObject(item) && item.schema
          ? { description: item.description, content: { 'application/json': { schema: item.schema } } }
          : item,
      ]),
    ),
  }
}
const formSchema = (form: Json[]) => ({
  type: 'object',
  properties: Object.fromEntries(form.map((item) => [String(item.name), { ...item, required: undefined }])),
  required: form.filter((item) => item.required === true).map((item) => String(item.name)),
})
