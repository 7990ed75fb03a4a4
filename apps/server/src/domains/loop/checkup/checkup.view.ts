import type { ShownCheckup, ShownModule, ShownScene } from '@orrery/contract'
import { type CheckupModule, checkupModules, CheckupScene } from '@orrery/contract/shared/checkup-enums'
import type { Locale } from '#kit/errors.ts'
import { type FoundCheckup, statusOf } from './checkup.service.ts'
import { isOfScene } from './rows.service.ts'

type Words = [en: string, zh: string]
const moduleNames: Record<CheckupModule, Words> = {
  answers: ['Answers', '回复'],
  knowledge: ['Knowledge', '知识库'],
  plugins: ['Plugins', '插件'],
  workflows: ['Workflows', '工作流'],
  tasks: ['Tasks', '定时任务'],
  memory: ['Memory', '记忆'],
  agents: ['Agents', '子智能体'],
  persona: ['Persona', '人设'],
  safety: ['Safety', '安全'],
  speed: ['Speed', '速度'],
}
const sceneNames: Record<CheckupScene, Words> = {
  [CheckupScene.full]: ['Full', '完整体检'],
  [CheckupScene.quick]: ['Quick', '快速体检'],
  [CheckupScene.tools]: ['Tools', '工具'],
  [CheckupScene.knowledge]: ['Knowledge', '知识库'],
  [CheckupScene.safety]: ['Safety', '安全'],
}
const subNames: Record<string, Words> = {
  opening: ['Opening suggestions', '推荐问题'],
  general: ['General questions', '通用问题'],
  unanswerable: ['Questions nothing answers', '无答案的问题'],
  no_tool: ['Requests without a tool', '无需工具的请求'],
  scheduled: ['Scheduled tasks', '定时任务'],
  variables: ['Variables', '变量'],
  tables: ['Databases', '数据库'],
  long_term: ['Long-term memory', '长期记忆'],
  language: ['Language', '语言'],
  character: ['Character', '角色'],
  leak: ['Persona leaks', '人设泄露'],
  harm: ['Harmful requests', '有害请求'],
  whole: ['Whole answer', '完整回复'],
}
const COMMON = 1
const inLocale = ([en, zh]: Words, locale: Locale) => (locale === 'zh-CN' ? zh : en)

/** The parts of a row that lists of modules need. */
export interface Placed {
  module: CheckupModule
  subDivision: string
  skillName: string
}
export function modulesOf(rows: Placed[], locale: Locale): ShownModule[] {
  const groups = Map.groupBy(rows, ({ module }) => module)
  const timed: Placed[] = rows.length ? [{ module: 'speed', subDivision: 'whole', skillName: '' }] : []
  return checkupModules.flatMap((module) => {
    const list = module === 'speed' ? timed : groups.get(module)
    if (!list?.length) return []
    const subs = new Map(
      list.map(({ subDivision, skillName }) => [
        subDivision,
        inLocale(subNames[subDivision] ?? [skillName, skillName], locale),
      ]),
    )
    return [
      {
        module_id: module,
        name: inLocale(moduleNames[module], locale),
        sub_divisions: [...subs].map(([sub_division_id, name]) => ({ sub_division_id, name })),
      },
    ]
  })
}
export function sceneOf(scene: CheckupScene, rows: Placed[], locale: Locale): ShownScene {
  const own = rows.filter(({ module }) => isOfScene(scene, module))
  return { scene_id: scene, name: inLocale(sceneNames[scene], locale), kind: COMMON, modules: modulesOf(own, locale) }
}
export interface Person {
  id: string
  name: string
}
export const personOf = (id: string, people: Person[]) => ({
  id,
  name: people.find((one) => one.id === id)?.name ?? '',
  avatar_url: '',
})
export const stateOf = ({ head }: Pick<FoundCheckup, 'head'>) => ({
  space_id: head.spaceId,
  bot_id: head.botId,
  snap_version: head.version,
  create_time_ms: String(head.createdAt),
  ...(head.commitVersion && { commit_version: head.commitVersion }),
})
export const problemOf = ({ head, experiment: row }: FoundCheckup, locale: Locale): string =>
  locale === 'zh-CN' ? head.problemZh || (row?.problemZh ?? '') : head.problem || (row?.problem ?? '')

export const shownCheckup = (
  found: FoundCheckup,
  progress: number,
  people: Person[],
  locale: Locale,
): ShownCheckup => ({
  batch_task_id: found.head.id,
  space_id: found.head.spaceId,
  bot_id: found.head.botId,
  status: statusOf(found),
  create_time_ms: String(found.head.createdAt),
  update_time_ms: String(found.experiment?.endedAt || found.experiment?.updatedAt || found.head.createdAt),
  creator: personOf(found.head.createdBy, people),
  bot_snapshot_version: stateOf(found),
  scene: sceneOf(found.head.scene, found.head.rows, locale),
  progress,
  err_msg: problemOf(found, locale),
})
