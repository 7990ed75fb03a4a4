import { OnOff } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Content } from '../draft.ts'

type Config = Content['config']
const quoted = (name: string, locale: Locale) => (locale === 'zh-CN' ? `“${name}”` : `“${name}”`)

/** Lists what a version would break for the official version, with which it shares tables and variables. */
export function breaksOf(official: Config, next: Config, locale: Locale): string[] {
  const zh = locale === 'zh-CN'
  const say = (en: string, chinese: string) => (zh ? chinese : en)
  const found: string[] = []
  for (const table of official.database_list) {
    const now = next.database_list.find(({ table_id: id }) => id === table.table_id)
    const name = quoted(table.table_name || table.table_id, locale)
    if (!now) found.push(say(`database ${name} is removed`, `移除了数据库${name}`))
    for (const field of now ? table.field_list : []) {
      const same = now!.field_list.find((one) => (field.id ? one.id === field.id : one.name === field.name))
      const at = `${table.table_name}.${field.name}`
      if (!same) found.push(say(`field ${at} is removed`, `移除了字段 ${at}`))
      else if (same.type !== field.type) found.push(say(`field ${at} has another type`, `修改了字段 ${at} 的类型`))
    }
  }
  for (const variable of official.variable_list) {
    const now = next.variable_list.find(({ key }) => key === variable.key)
    if (now && now.is_system !== variable.is_system)
      found.push(say(`variable ${variable.key} has another type`, `修改了变量 ${variable.key} 的类型`))
  }
  if (official.filebox_info.Mode === OnOff.on && next.filebox_info.Mode !== OnOff.on)
    found.push(say('the file box is turned off', '关闭了文件盒子'))
  return found
}
