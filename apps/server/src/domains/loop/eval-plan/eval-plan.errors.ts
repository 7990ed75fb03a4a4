import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const evalPlanErrors = defineErrors(ErrorCode.evalPlan, {
  readOnly: {
    status: 403,
    en: 'This plan is read only. Copy it to change it',
    zh: '该评测计划为只读，请复制后修改',
  },
  noDataset: {
    status: 400,
    en: 'dataset_id: the plan “{name}” has no dataset. Choose one first',
    zh: 'dataset_id：评测计划“{name}”没有数据集，请先选择',
  },
  noRules: {
    status: 400,
    en: 'rule_group_id: the plan “{name}” has no evaluators. Add one first',
    zh: 'rule_group_id：评测计划“{name}”没有评估器，请先添加',
  },
  noObject: {
    status: 400,
    en: 'eval_object: the plan “{name}” does not say what to evaluate. Choose it first',
    zh: 'eval_object：评测计划“{name}”未指定评测对象，请先选择',
  },
  otherDataset: {
    status: 400,
    en: 'dataset_id: the plan uses another dataset',
    zh: 'dataset_id：该评测计划使用的是另一个数据集',
  },
  notYours: {
    status: 403,
    en: 'Only the person who made it, or an owner or admin of the space, can do this to a plan',
    zh: '只有创建者、空间所有者或管理员可以对评测计划执行此操作',
  },
  notPassed: {
    status: 400,
    en: 'The plan “{plan}” must pass before this bot is published. {problem}',
    zh: '发布前，评测计划“{plan}”必须通过。{problemZh}',
  },
  neverPulled: {
    status: 400,
    en: 'This plan does not evaluate a program that pulls its rows. Choose a registered type that pulls',
    zh: '该评测计划的对象不是自行拉取数据的程序，请选择拉取类型的评测对象',
  },
  badObject: {
    status: 400,
    en: 'eval_object: fill in {part}, which an object of this type consists of',
    zh: 'eval_object：请填写该类型对象所需的 {part}',
  },
  batchStopped: {
    status: 400,
    en: 'Another experiment of the batch failed, and the batch stops then',
    zh: '同批次的另一个实验失败，按策略停止',
  },
  notWhole: {
    status: 400,
    en: 'plan_id: the plan “{name}” cannot run yet. Choose its target, dataset and evaluators first',
    zh: 'plan_id：评测计划“{name}”尚不能运行，请先选择评测对象、数据集和评估器',
  },
  makerGone: {
    status: 403,
    en: 'The person who set the times up may not run plans here any more. Set them up again',
    zh: '设置定时的成员已无权在此运行评测计划，请重新设置',
  },
  otherBot: {
    status: 400,
    en: 'plan_id: this plan evaluates something else. Choose a plan whose object is this bot',
    zh: 'plan_id：该评测计划的对象不是此智能体，请另选一个',
  },
})
