import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { base, entityType } from './shapes.ts'

/** Media for listings. */
export const marketMedia = {
  upload: op([`POST ${base}/image/upload`, `POST ${base}/admin/image/upload`], {
    summary: 'Send a picture for a product, as base64',
    bodyLimit: 6 * 1024 * 1024,
    limit: { by: 'user', max: 60, seconds: 3600 },
    input: () => z.object({ data: z.string().min(1) }),
    output: () => z.object({ uri: z.string(), url: z.string() }),
  }),
  url: op(`GET ${base}/image/get_url`, {
    summary: 'The address of a picture that the caller has sent',
    input: () => z.object({ uri: z.string().min(1).max(500) }),
    output: () => z.object({ url: z.string() }),
  }),
  platforms: op(`GET ${base}/platforms`, {
    summary: 'Channels that products can be published to',
    output: () => z.object({ platforms: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  write: op(`POST ${base}/generate_listing_info`, {
    summary: 'Let a model write the readme of a product (1), or choose its category (2)',
    access: { on: 'resource', id: 'entity.entity_id', can: 'view' },
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        generate_type: z.union([z.literal(1), z.literal(2)]),
        entity: z.object({ entity_type: entityType, entity_id: id(), entity_version: z.string().max(40).optional() }),
      }),
    output: () => z.object({ category_id: z.string(), readme: z.string() }),
  }),
}
