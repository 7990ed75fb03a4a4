import { ProductEntity } from '@orrery/contract'
import { builtinPlugins, pluginIdOf } from '#builtin-plugins/registry.ts'
import type { Blobs } from '#kit/blobs/blobs.ts'
import { templates } from '#templates/registry.ts'
import type { Glyph } from '#domains/ground/upload/shared/glyphs.ts'
import { Category, entityOf, iconOf, partIdOf, rootIdOf, type Template } from '#templates/template-types.ts'
import type { ShelfItem } from './shelf.service.ts'
import { coverKey } from './template-covers.ts'

const PICTURES = '80000008'
const WEB = '80000009'

/** The official plugins and the templates as products. */
export function createShelfItems(blobs: Pick<Blobs, 'put'>) {
  const templateItem = async (template: Template): Promise<ShelfItem> => {
    for (const [key, text] of Object.entries(template.files ?? {}))
      await blobs.put(key, Buffer.from(text), 'text/markdown')
    const text = (locale: 'en' | 'zh') => ({
      name: template.name[locale],
      description: template.description[locale],
      readme: readmeOf(template, locale),
      sample: sampleOf(template, locale),
    })
    const id = rootIdOf(template)
    return {
      id,
      entityType: entityOf[template.kind],
      entityId: id,
      categoryId: template.category,
      texts: { en: text('en'), zh: text('zh') },
      iconUri: iconOf(template.glyph),
      coverUri: coverKey(template),
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

/** The suggested first question or inputs. */
const sampleOf = ({ sample }: Template, locale: 'en' | 'zh'): string =>
  'say' in sample
    ? sample.say[locale]
    : Object.entries((locale === 'zh' && sample.inputZh) || sample.input)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ')
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
/** By the purpose of the plugin; all others are for daily work. */
const categories: Partial<Record<Glyph, string>> = {
  regex: Category.developers,
  terminal: Category.developers,
  braces: Category.developers,
  hash: Category.developers,
  calculator: Category.data,
  table: Category.data,
  database: Category.data,
  chart: Category.data,
  library: Category.data,
  file: Category.writing,
  heading: Category.writing,
  type: Category.writing,
  template: Category.writing,
  qr: PICTURES,
  image: PICTURES,
  globe: WEB,
  search: WEB,
  send: WEB,
  rss: WEB,
}
const categoryOf = (icon: Glyph) => categories[icon] ?? Category.efficiency
