import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const agentAppErrors = defineErrors(ErrorCode.agentApp, {
  notUnderstood: {
    status: 400,
    en: 'message: this was not understood. Without a model, say for example: add a field phone to orders, rename the page Orders to Sales, remove the page Overview, change the colour to green, add customers with name and phone',
    zh: 'message：没有理解这句话。未接入模型时，可以这样说：给订单加一个字段 电话、把「订单列表」改名为「销售」、删除看板页面、主题色改成绿色、添加客户，包含姓名、电话',
  },
  noPlan: {
    status: 400,
    en: 'work_id: there is no plan yet. Wait until it is written',
    zh: 'work_id：计划尚未生成，请稍候',
  },
  planTooLarge: {
    status: 400,
    en: 'plan: a plan has at most {max} bytes. Shorten its texts',
    zh: 'plan：计划最多 {max} 字节，请缩短其中的文字',
  },
  alreadyBuilding: {
    status: 409,
    en: 'project_id: another change is being built. Wait for it, or stop it first',
    zh: 'project_id：另一项修改正在进行，请等待或先停止它',
  },
  notOpen: {
    status: 409,
    en: 'work_id: this has ended already. Start again with a new description',
    zh: 'work_id：这项工作已经结束，请重新描述',
  },
  outsideScope: {
    status: 400,
    en: 'scope: the change reaches beyond {scope} ({path}). Name the page that it is about',
    zh: 'scope：修改超出了范围 {scope}（{path}），请指明要修改的页面',
  },
  newProblem: {
    status: 400,
    en: '{where}: {what}. The change was not applied; describe it in another way',
    zh: '{where}：{whatZh}。修改未生效，请换一种说法',
  },
  modelGaveNothing: {
    status: 502,
    en: 'The model gave no usable answer ({problem}). Try again, or choose another model for the space',
    zh: '模型没有给出可用的结果（{problem}），请重试，或为空间选择其他模型',
  },
  cannotUndo: {
    status: 409,
    en: 'work_id: only changes of an app can be undone, newest first. Undo the later ones before this one',
    zh: 'work_id：只能从最近的修改开始撤销，请先撤销之后的修改',
  },
  nothingToUndo: {
    status: 409,
    en: 'work_id: this change did nothing, or was undone already',
    zh: 'work_id：这项修改没有生效，或已被撤销',
  },
  partGone: {
    status: 409,
    en: '{name}: what this step needs was deleted in the meantime. Restore it from the bin and try again',
    zh: '{name}：此步骤所需的内容已被删除，请从回收站恢复后重试',
  },
  noSuchChannel: {
    status: 400,
    en: 'to_doubao: there is no such channel here. Leave it out, and publish to other channels from the project',
    zh: 'to_doubao：没有该渠道。请去掉此参数，其他渠道可在项目的发布页面选择',
  },
  badVersion: {
    status: 400,
    en: 'version_name: write a version such as v1.0.1, above {last}',
    zh: 'version_name：请填写形如 v1.0.1 的版本号，且须高于 {last}',
  },
  noInterface: {
    status: 409,
    en: 'agent_app_id: the app has no pages yet. Draw one first',
    zh: 'agent_app_id：应用还没有页面，请先创建页面',
  },
  badSandbox: {
    status: 400,
    en: 'sandbox: {reason}. Send the JSON of an interface',
    zh: 'sandbox：{reason}。请传入界面的 JSON',
  },
  hasBot: {
    status: 409,
    en: 'bot_id: the app has another bot already. Leave bot_id out',
    zh: 'bot_id：应用已有其他智能体，请去掉 bot_id',
  },
  noApp: {
    status: 404,
    en: 'bot_id: this bot belongs to no agent app. Create one with app/create first',
    zh: 'bot_id：该智能体不属于任何智能体应用，请先用 app/create 创建',
  },
  notInApp: {
    status: 400,
    en: '{field}: {id} is not part of this app',
    zh: '{field}：{id} 不属于该应用',
  },
  noCanvas: {
    status: 400,
    en: '{field}: a new workflow needs a name and a schema',
    zh: '{field}：新建工作流需要填写 name 和 schema',
  },
  hasPlugin: {
    status: 409,
    en: 'agent_app_id: the app has such a plugin already. Use plugin/update',
    zh: 'agent_app_id：应用已有端插件，请使用 plugin/update',
  },
  noPlugin: {
    status: 409,
    en: 'agent_app_id: the app has no such plugin yet. Use plugin/create',
    zh: 'agent_app_id：应用还没有端插件，请使用 plugin/create',
  },
  nothingPlanned: {
    status: 400,
    en: 'string_variables.requirement: nothing of this sort follows from the description. Say in it what you need',
    zh: 'string_variables.requirement：无法从描述中得到相应内容，请在描述中说明需求',
  },
  badList: {
    status: 400,
    en: 'string_variables.{field}: write JSON of ids by name',
    zh: 'string_variables.{field}：应为「名称: ID」形式的 JSON',
  },
  undoInUse: {
    status: 409,
    en: '{name}: this column holds values by now. Delete the column in the database if you no longer need them',
    zh: '{name}：该列已有数据。如不再需要，请在数据库中删除该列',
  },
})
