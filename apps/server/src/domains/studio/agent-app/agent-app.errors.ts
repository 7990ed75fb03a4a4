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
  undoInUse: {
    status: 409,
    en: '{name}: this column holds values by now. Delete the column in the database if you no longer need them',
    zh: '{name}：该列已有数据。如不再需要，请在数据库中删除该列',
  },
})
