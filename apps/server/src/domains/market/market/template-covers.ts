import type { Blobs } from '#kit/blobs/blobs.ts'
import { createOnce } from '#kit/once.ts'
import { coverOf } from '#templates/draw-cover.ts'
import { templates } from '#templates/registry.ts'
import type { Template } from '#templates/template-types.ts'

export const coverKey = ({ number }: Pick<Template, 'number'>) => `builtin/template/cover-${number}.png`

/** The pictures of the templates, each drawn on first request: drawing at the start would load the libraries. */
export function createTemplateCovers(blobs: Pick<Blobs, 'get' | 'put'>) {
  const all = new Map(templates.map((template) => [coverKey(template), template]))
  const ready = createOnce<string, void>()
  async function draw(key: string, template: Template) {
    if (!(await blobs.get(key))) await blobs.put(key, await coverOf(template), 'image/png')
  }
  return {
    /** Ensures that the picture exists, if the key is that of a cover. */
    async prepare(key: string): Promise<void> {
      const template = all.get(key)
      if (template) await ready(key, () => draw(key, template))
    },
  }
}
