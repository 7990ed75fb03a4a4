import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const agentErrors = defineErrors(ErrorCode.agent, {
  stepLimit: {
    status: 400,
    en: 'The bot called tools {max} times without reaching an answer. Clarify its instructions, or raise the limit',
    zh: '智能体连续调用工具 {max} 次仍未给出回答，请明确提示词或提高上限',
  },
  tokenLimit: {
    status: 400,
    en: 'The answer was cut off: this turn reached the limit of {max} tokens',
    zh: '回答已截断：本轮已使用 {max} 个 Token，达到上限',
  },
  timeLimit: {
    status: 400,
    en: 'The answer was cut off: this turn reached the limit of {seconds} s',
    zh: '回答已截断：本轮已用时 {seconds} 秒，达到上限',
  },
  noTools: {
    status: 400,
    en: '“{model}” cannot call tools, but this bot has some. Choose a model with tools, or remove the skills',
    zh: '“{model}”不支持调用工具，但该智能体配置了技能，请更换模型或移除技能',
  },
  hookFailed: {
    status: 400,
    en: 'hook invoked failed: {hook} ({reason})',
    zh: 'hook invoked failed：{hook}（{reason}）',
  },
  hookRefused: {
    status: 400,
    en: '{message}',
    zh: '{message}',
  },
  noWorkflows: {
    status: 400,
    en: 'This bot runs a workflow, and workflows are not available here',
    zh: '该智能体以工作流模式运行，但当前不支持工作流',
  },
  noChatflow: {
    status: 400,
    en: 'This bot runs in workflow mode but has no workflow. Choose one in the editor',
    zh: '该智能体为工作流模式但尚未选择工作流，请在编辑器中选择',
  },
  noStartAgent: {
    status: 400,
    en: 'This bot has several agents but none to start with. Mark one as the start in the editor',
    zh: '该多智能体没有起始节点，请在编辑器中设置',
  },
  agentGone: {
    status: 400,
    en: 'The bot used by the agent “{name}” was deleted or is in another space',
    zh: '节点“{name}”引用的智能体不存在或属于其他空间',
  },
  shortcutGone: {
    status: 400,
    en: 'shortcut_cmd_id: this bot no longer has this shortcut',
    zh: 'shortcut_cmd_id：该快捷指令已不属于此智能体',
  },
})
