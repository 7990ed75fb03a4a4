import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'

const chinese: Record<string, string> = {
  Start: '开始',
  End: '结束',
  Model: '大模型',
  Calculator: '计算器',
  Card: '贺卡',
  Compare: '比较',
  Count: '统计',
  Either: '合并',
  Insert: '新增数据',
  Letter: '邮件',
  Lines: '整理',
  Normal: '普通消息',
  Payment: '月供',
  Query: '查询数据',
  Table: '表格',
  Urgent: '紧急消息',
  'Urgent?': '是否紧急',
}
interface Canvas {
  nodes: { data: { nodeMeta: { title: string } } }[]
}

/** The items of a template with Chinese node titles. */
export const titledInChinese = (items: BundleItem[]): BundleItem[] =>
  items.map((item) => {
    if (item.kind !== 'workflow') return item
    const content = item.content as { schema: string }
    const canvas = JSON.parse(content.schema) as Canvas
    for (const { data } of canvas.nodes) data.nodeMeta.title = chinese[data.nodeMeta.title] ?? data.nodeMeta.title
    return { ...item, content: { ...content, schema: JSON.stringify(canvas) } }
  })
