import { ProductEntity } from '@orrery/contract'
import { builtinPlugins, pluginIdOf } from '#builtin-plugins/registry.ts'
import type { Blobs } from '#kit/blobs/blobs.ts'
import { drawCover } from '#templates/draw-cover.ts'
import { templates } from '#templates/registry.ts'
import { entityOf, iconOf, partIdOf, rootIdOf, type Template } from '#templates/template-types.ts'
import type { ShelfItem } from './shelf.service.ts'

/** The official plugins and the templates, as products. */
export function createShelfItems(blobs: Pick<Blobs, 'get' | 'put'>) {
  async function coverOf(template: Template): Promise<string> {
    const key = `builtin/template/${template.number}.png`
    if (!(await blobs.get(key))) await blobs.put(key, await drawCover(template), 'image/png')
    return key
  }
  const templateItem = async (template: Template): Promise<ShelfItem> => {
    for (const [key, text] of Object.entries(template.files ?? {}))
      await blobs.put(key, Buffer.from(text), 'text/markdown')
    const text = (locale: 'en' | 'zh') => ({
      name: template.name[locale],
      description: template.description[locale],
      readme: readmeOf(template, locale),
    })
    const id = rootIdOf(template)
    return {
      id,
      entityType: entityOf[template.kind],
      entityId: id,
      categoryId: template.category,
      texts: { en: text('en'), zh: text('zh') },
      iconUri: iconOf(template.glyph),
      coverUri: await coverOf(template),
      isTemplate: true,
      content: {
        roots: [id],
        items: { en: template.build('en', partIdOf(template)), zh: template.build('zh', partIdOf(template)) },
      },
    }
  }
  const pluginItems = (): ShelfItem[] =>
    builtinPlugins.map((plugin) => ({
      id: String(72_000_000 + plugin.number),
      entityType: ProductEntity.plugin,
      entityId: pluginIdOf(plugin),
      categoryId: categoryOf(plugin.icon),
      texts: {
        en: { name: plugin.name.en, description: plugin.description.en, readme: '' },
        zh: { name: plugin.name.zh, description: plugin.description.zh, readme: '' },
      },
      iconUri: `builtin/official/${plugin.icon}.png`,
      coverUri: '',
      isTemplate: false,
    }))
  return async () => [...pluginItems(), ...(await Promise.all(templates.map(templateItem)))]
}

const readmeOf = ({ sample, description }: Template, locale: 'en' | 'zh') => {
  const isChinese = locale === 'zh'
  if ('say' in sample)
    return isChinese
      ? `${description.zh}。\n\n试着问：${sample.say.zh}`
      : `${description.en}.\n\nTry asking: ${sample.say.en}`
  const inputs = Object.entries((isChinese && sample.inputZh) || sample.input).map(
    ([name, value]) => `- ${name}: ${value}`,
  )
  const head = isChinese ? `${description.zh}。\n\n试着用以下输入运行：` : `${description.en}.\n\nTry running it with:`
  return [head, '', ...inputs].join('\n')
}
const categories: Record<string, string> = {
  code: '80000006',
  chart: '80000005',
  cube: '80000005',
  globe: '80000009',
  pen: '80000002',
  book: '80000002',
  spark: '80000008',
}
const categoryOf = (icon: string) => categories[icon] ?? '80000001'
