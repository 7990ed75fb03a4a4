import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '#testing/after-file.ts'

interface Doc {
  row: string
  document: string
  words?: string[]
  vector?: number[]
}
interface Query {
  size: number
  aggs?: { words: { filters: { filters: Record<string, { term: { words: string } }> } } }
  query?: {
    knn?: { vector: { vector: number[]; filter?: { bool: { filter: Terms[] } } } }
    bool?: { should: Should[]; filter: Terms[] }
  }
}
interface Terms {
  terms: { document: string[] }
}
interface Should {
  constant_score: { filter: { term: { words: string } }; boost: number; _name: string }
}
const dot = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)
const isAmong = (doc: Doc, filter: Terms[] = []) => filter.every(({ terms }) => terms.document.includes(doc.document))

/** A fake OpenSearch server with the part of the protocol that the driver needs. */
export async function openFakeSearchEngine() {
  const indexes = new Map<string, Map<string, Doc>>()
  const asked: string[] = []
  const state = { isDown: false }
  const named = (pattern: string) =>
    [...indexes.keys()].filter(
      (name) => name === pattern || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))),
    )

  function search(docs: Doc[], { size, query, aggs }: Query) {
    const buckets = Object.fromEntries(
      Object.entries(aggs?.words.filters.filters ?? {}).map(([name, { term }]) => [
        name,
        { doc_count: docs.filter((doc) => doc.words?.includes(term.words)).length },
      ]),
    )
    const knn = query?.knn?.vector
    const found = docs.flatMap((doc) => {
      if (knn)
        return isAmong(doc, knn.filter?.bool.filter)
          ? [{ _score: (1 + dot(knn.vector, doc.vector!)) / 2, _source: { row: doc.row } }]
          : []
      const hit = (query?.bool?.should ?? []).filter(({ constant_score: { filter } }) =>
        doc.words?.includes(filter.term.words),
      )
      if (!hit.length || !isAmong(doc, query?.bool?.filter)) return []
      const _score = hit.reduce((sum, { constant_score: { boost } }) => sum + boost, 0)
      return [{ _score, _source: { row: doc.row }, matched_queries: hit.map((item) => item.constant_score._name) }]
    })
    const hits = found.sort((a, b) => b._score - a._score).slice(0, size)
    return { hits: { total: { value: docs.length }, hits }, aggregations: { words: { buckets } } }
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const answer = (data: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
      const account = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString()
      if (state.isDown) return void answer({}, 503)
      if (account !== 'searcher:far-secret') return void answer({}, 401)
      const [index = '', action = ''] = request.url!.slice(1).split('?')[0]!.split('/')
      asked.push(`${request.method} ${action || (index ? 'index' : 'about')}`)
      if (!index) return void answer({ version: { number: '2.19.1' } })
      if (request.method === 'PUT') {
        if (indexes.has(index)) return void answer({}, 400)
        indexes.set(index, new Map())
        return void answer({})
      }
      const names = named(index)
      if (request.method === 'DELETE') for (const name of names) indexes.delete(name)
      else if (!names.length) return void answer({}, 404)
      else if (action === '_bulk') {
        const lines = body
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { index: { _id: string } } & Doc)
        for (let at = 0; at < lines.length; at += 2) indexes.get(index)!.set(lines[at]!.index._id, lines[at + 1]!)
      } else if (action === '_delete_by_query') {
        const { terms } = (JSON.parse(body) as { query: Terms }).query
        for (const name of names)
          for (const [id, doc] of indexes.get(name)!)
            if (terms.document.includes(doc.document)) indexes.get(name)!.delete(id)
      } else if (action === '_search')
        return void answer(search([...indexes.get(index)!.values()], JSON.parse(body) as Query))
      answer({})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, indexes, asked, state }
}
