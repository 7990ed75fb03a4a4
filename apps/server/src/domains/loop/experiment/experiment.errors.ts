import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const experimentErrors = defineErrors(ErrorCode.experiment, {
  nameTaken: {
    status: 409,
    en: 'name: there is an experiment of this name. Choose another name',
    zh: 'name：已有同名实验，请更换名称',
  },
  emptyVersion: {
    status: 400,
    en: 'eval_set_version_id: the dataset has no rows. Add rows first',
    zh: 'eval_set_version_id：数据集没有数据，请先添加数据',
  },
  noDataset: {
    status: 400,
    en: "eval_set_id: the dataset doesn't exist or was deleted. Choose another one",
    zh: 'eval_set_id：数据集不存在或已删除，请另选一个',
  },
  noTarget: {
    status: 400,
    en: 'create_eval_target_param: say what is to be evaluated',
    zh: 'create_eval_target_param：请指定评测对象',
  },
  noEvaluator: {
    status: 400,
    en: "evaluator_version_ids: evaluator version {id} doesn't exist or was deleted. Choose another one",
    zh: 'evaluator_version_ids：评估器版本 {id} 不存在或已删除，请另选一个',
  },
  notMapped: {
    status: 400,
    en: '{field}: {name} is not filled. Map a field of the dataset to it',
    zh: '{field}：{name} 未填写，请为其映射数据集字段',
  },
  noField: {
    status: 400,
    en: '{field}: there is no field {name} to map. Choose one of {known}',
    zh: '{field}：没有可映射的字段 {name}，请从 {known} 中选择',
  },
  nothingToScore: {
    status: 400,
    en: 'evaluator_version_ids: choose an evaluator; outputs that are in the dataset already only have to be scored',
    zh: 'evaluator_version_ids：请选择评估器；数据集中已有输出，只需评分',
  },
  evaluatorGone: {
    status: 400,
    en: 'An evaluator of this experiment was deleted',
    zh: '该实验的评估器已被删除',
  },
  tooMany: {
    status: 400,
    en: 'At most {max} experiments of a space run or wait. Wait until one has ended',
    zh: '每个空间最多同时有 {max} 个实验运行或等待，请等待其中一个结束',
  },
  notRunning: { status: 400, en: 'The experiment has ended already', zh: '实验已结束' },
  running: {
    status: 400,
    en: 'The experiment is still running. Stop it, or wait until it has ended',
    zh: '实验仍在运行，请先终止，或等待其结束',
  },
  notYours: {
    status: 403,
    en: 'Only the person who started it, or an owner or admin of the space, can do this to an experiment',
    zh: '只有启动者、空间所有者或管理员可以对实验执行此操作',
  },
  sameEvaluator: {
    status: 400,
    en: 'evaluator_version_ids: {name} {version} is there already',
    zh: 'evaluator_version_ids：{name} {version} 已在实验中',
  },
  badPath: {
    status: 400,
    en: '{field}: {path} is not a field, or a path such as input.items[0]',
    zh: '{field}：{path} 不是字段，也不是类似 input.items[0] 的路径',
  },
  badFilter: {
    status: 400,
    en: 'filters: {problem}',
    zh: 'filters：{problemZh}',
  },
  datasetGone: {
    status: 400,
    en: 'The dataset of this experiment was deleted. Its rows cannot be run again',
    zh: '该实验的数据集已删除，无法重新运行',
  },
})
