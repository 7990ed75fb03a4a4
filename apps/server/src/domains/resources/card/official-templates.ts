import type { Locale } from '#kit/errors.ts'
import type { CardTemplateRow } from './card.table.ts'
import { peopleTemplates } from './people-templates.ts'
import { buttons, header, list, type Say, type Template, variable } from './template-parts.ts'

/** Cards to begin with, each with samples so that it can be previewed. */
const templates: Template[] = [
  {
    name: ['Notice', '通知'],
    draw: (say) => ({
      elements: [
        { id: 'tag_1', type: 'tag', text: '{{kind}}', tone: 'warn' },
        header('{{title}}'),
        { id: 'text_1', type: 'text', text: '{{text}}', tone: 'normal' },
        { id: 'footer_1', type: 'footer', text: '{{source}}' },
      ],
      variables: [
        variable('kind', say('Kind', '类型'), say('Maintenance', '维护')),
        variable('title', say('Title', '标题'), say('The service pauses tonight', '今晚服务暂停')),
        variable(
          'text',
          say('Text', '内容'),
          say('From 22:00 to 23:00, nothing can be booked.', '22:00 至 23:00 无法预订。'),
        ),
        variable('source', say('Source', '来源'), say('Operations', '运维团队')),
      ],
    }),
  },
  {
    name: ['Order', '订单'],
    draw: (say) => ({
      elements: [
        header('{{number}}', '{{status}}'),
        { id: 'progress_1', type: 'progress', label: say('Delivery', '配送进度'), value: '{{done}}', max: '100' },
        {
          id: 'facts_1',
          type: 'facts',
          rows: [
            { label: say('Total', '合计'), value: '{{total}}' },
            { label: say('Arrives', '预计送达'), value: '{{arrives}}' },
          ],
        },
        buttons({
          label: say('Where is it?', '查看物流'),
          look: 'main',
          repeatable: true,
          action: { type: 'say', text: say('Where is order {{number}}?', '订单 {{number}} 到哪里了？') },
        }),
      ],
      variables: [
        variable('number', say('Number', '订单号'), 'A-1042'),
        variable('status', say('Status', '状态'), say('On its way', '配送中')),
        variable('done', say('Progress', '进度'), 60, 'number'),
        variable('total', say('Total', '合计'), '¥ 128'),
        variable('arrives', say('Arrives', '预计送达'), say('Tomorrow', '明天')),
      ],
    }),
  },
  {
    name: ['Articles', '文章列表'],
    draw: (say) => ({
      elements: [
        header('{{title}}'),
        {
          id: 'list_1',
          type: 'list',
          items: 'articles',
          elements: [
            { id: 'header_2', type: 'header', title: '{{item.title}}', subtitle: '{{item.summary}}' },
            buttons({
              label: say('Read', '阅读'),
              look: 'plain',
              repeatable: true,
              action: { type: 'open', url: '{{item.link}}' },
            }),
          ],
        },
      ],
      variables: [
        variable('title', say('Title', '标题'), say('Today', '今日要闻')),
        list(
          'articles',
          say('Articles', '文章'),
          [
            { name: 'title', type: 'text', title: say('Title', '标题') },
            { name: 'summary', type: 'text', title: say('Summary', '摘要') },
            { name: 'link', type: 'link', title: say('Link', '链接') },
          ],
          [1, 2].map((n) => ({
            title: say(`Article ${n}`, `文章 ${n}`),
            summary: say('What it is about', '内容简介'),
            link: 'https://example.org',
          })),
        ),
      ],
    }),
  },
  {
    name: ['Products', '商品轮播'],
    draw: (say) => ({
      elements: [
        {
          id: 'slides_1',
          type: 'slides',
          items: 'products',
          elements: [
            { id: 'picture_1', type: 'picture', src: '{{item.picture}}', alt: '{{item.name}}' },
            { id: 'header_1', type: 'header', title: '{{item.name}}', subtitle: '{{item.price}}' },
            buttons({
              label: say('Choose', '选择'),
              look: 'main',
              repeatable: false,
              action: { type: 'say', text: say('I take {{item.name}}', '我要{{item.name}}') },
            }),
          ],
        },
      ],
      variables: [
        list(
          'products',
          say('Products', '商品'),
          [
            { name: 'name', type: 'text', title: say('Name', '名称') },
            { name: 'price', type: 'text', title: say('Price', '价格') },
            { name: 'picture', type: 'image', title: say('Picture', '图片') },
          ],
          [1, 2, 3].map((n) => ({ name: say(`Product ${n}`, `商品 ${n}`), price: `¥ ${n * 20}`, picture: '' })),
        ),
      ],
    }),
  },
  {
    name: ['Figures', '数据报表'],
    draw: (say) => ({
      elements: [
        header('{{title}}'),
        { id: 'chart_1', type: 'chart', items: 'rows', label: '{{item.name}}', value: '{{item.value}}' },
        {
          id: 'table_1',
          type: 'table',
          items: 'rows',
          columns: [
            { title: say('Name', '名称'), value: '{{item.name}}' },
            { title: say('Value', '数值'), value: '{{item.value}}' },
          ],
        },
      ],
      variables: [
        variable('title', say('Title', '标题'), say('Sales by city', '各城市销量')),
        list(
          'rows',
          say('Rows', '数据'),
          [
            { name: 'name', type: 'text', title: say('Name', '名称') },
            { name: 'value', type: 'number', title: say('Value', '数值') },
          ],
          [
            { name: say('Lima', '上海'), value: 12 },
            { name: say('Oslo', '北京'), value: 7 },
          ],
        ),
      ],
    }),
  },
  {
    name: ['Feedback', '反馈表单'],
    draw: (say) => ({
      elements: [
        header(say('How was it?', '体验如何？'), '{{subject}}'),
        { id: 'rating_1', type: 'rating', name: 'stars', label: say('Rating', '评分'), max: 5, required: true },
        {
          id: 'input_1',
          type: 'input',
          name: 'comment',
          label: say('Comment', '意见'),
          placeholder: say('What could be better?', '还有哪些可以改进？'),
          lines: 3,
          required: false,
        },
        buttons({
          label: say('Send', '提交'),
          look: 'main',
          repeatable: false,
          action: {
            type: 'submit',
            text: say('{{input.stars}} stars. {{input.comment}}', '{{input.stars}} 星。{{input.comment}}'),
          },
        }),
      ],
      variables: [variable('subject', say('Subject', '主题'), say('Your visit', '本次到访'))],
    }),
  },
]

/** Ids follow the order of the list: add new templates at the end. */
export const officialTemplates = (locale: Locale): CardTemplateRow[] => {
  const say: Say = (en, zh) => (locale === 'zh-CN' ? zh : en)
  return [...templates, ...peopleTemplates].map(({ name, draw }, index) => ({
    id: String(72_000_001 + index),
    spaceId: '0',
    name: say(...name),
    design: { format: 'card/1', ...draw(say) },
    createdBy: '0',
    createdAt: 0,
  }))
}
