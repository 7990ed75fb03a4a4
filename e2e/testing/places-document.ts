/** An OpenAPI 3 document with 50 operations and some faults that occur in practice. */
const things = ['place', 'review', 'photo', 'list', 'route', 'guide', 'event', 'visit', 'tag', 'owner'] as const

const schemas = {
  Thing: {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string', description: 'Shown name' },
      rating: { type: 'number' },
    },
  },
}
const answer = (schema: object) => ({ 200: { description: 'ok', content: { 'application/json': { schema } } } })
const found = { $ref: '#/components/schemas/Thing' }
const byId = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]

function operationsOf(thing: string): Record<string, Record<string, object>> {
  const big = thing[0]!.toUpperCase() + thing.slice(1)
  const body = { content: { 'application/json': { schema: found } } }
  return {
    [`/${thing}s`]: {
      get: {
        operationId: `find${big}s`,
        summary: `Finds ${thing}s by plain words`,
        parameters: [
          { name: 'query', in: 'query', required: true, description: 'What to look for', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } },
        ],
        responses: answer({ type: 'object', properties: { items: { type: 'array', items: found } } }),
      },
      post: { operationId: `add${big}`, summary: `Adds a ${thing}`, requestBody: body, responses: answer(found) },
    },
    [`/${thing}s/{id}`]: {
      get: { operationId: `read${big}`, summary: `Reads a ${thing}`, parameters: byId, responses: answer(found) },
      put: {
        operationId: `change${big}`,
        summary: `Changes a ${thing}`,
        parameters: byId,
        requestBody: body,
        responses: answer(found),
      },
      delete: {
        operationId: `remove${big}`,
        summary: `Removes a ${thing}`,
        parameters: byId,
        responses: answer(found),
      },
    },
  }
}

export function placesDocument(url: string): string {
  const paths = Object.assign({}, ...things.map(operationsOf)) as ReturnType<typeof operationsOf>
  // A name that is not allowed for a tool, and no description.
  paths['/places']!.get = { ...paths['/places']!.get, operationId: 'find places!', summary: '' }
  // A broken reference, and a response without a description.
  paths['/reviews']!.get = { ...paths['/reviews']!.get, responses: answer({ $ref: '#/components/schemas/Gone' }) }
  // An undeclared parameter in the path.
  paths['/photos/{id}']!.get = { ...paths['/photos/{id}']!.get, parameters: [] }
  // Operations that cannot become tools.
  paths['/lists']!.head = { operationId: 'headLists' }
  paths['no-slash'] = { get: { operationId: 'noSlash' } }
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'City places', description: 'Places, reviews and routes of a city', version: '1' },
    servers: [{ url }],
    paths,
    components: { schemas },
  })
}
