import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { type Blobs, checkKey } from './blobs.ts'

/** Blobs in any S3-compatible store, addressed by path. */
export function s3Blobs(options: NonNullable<Config['s3']>): Blobs {
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: 's3',
    retries: 2,
  })
  const bucket = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`
  const urlOf = (key: string) => `${bucket}/${checkKey(key)}`
  const expect = async (response: Response, ...fine: number[]) => {
    if (response.ok || fine.includes(response.status)) return response
    throw new Error(
      `The S3 store answered ${response.status} to ${response.url.split('?')[0]}: ${(await response.text()).slice(0, 200)}`,
    )
  }
  return {
    async put(key, data, contentType) {
      const body = data instanceof Readable ? await buffer(data) : data
      await expect(
        await client.fetch(urlOf(key), {
          method: 'PUT',
          body: new Uint8Array(body),
          headers: { 'content-type': contentType },
        }),
      )
    },
    async get(key) {
      const head = await expect(await client.fetch(urlOf(key), { method: 'HEAD' }), 404)
      if (head.status === 404) return undefined
      const load = async () => expect(await client.fetch(urlOf(key)))
      return {
        contentType: head.headers.get('content-type') ?? 'application/octet-stream',
        size: Number(head.headers.get('content-length')),
        stream: () => Readable.from(streamOf(load())),
        bytes: async () => new Uint8Array(await (await load()).arrayBuffer()),
      }
    },
    async delete(key) {
      await expect(await client.fetch(urlOf(key), { method: 'DELETE' }), 404)
    },
    async *list() {
      for (let token = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(token && { 'continuation-token': token }) })
        const xml = await (await expect(await client.fetch(`${bucket}?${query}`))).text()
        for (const match of xml.matchAll(/<Key>([^<]+)<\/Key>/g)) yield match[1]!
        token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? ''
        if (!token) return
      }
    },
  }
}

async function* streamOf(response: Promise<Response>) {
  const { body } = await response
  if (body) yield* body as unknown as ReadableStream<Uint8Array>
}
